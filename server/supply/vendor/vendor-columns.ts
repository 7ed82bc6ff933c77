import type { Selectable } from 'kysely';
import type { ImportColumnKey } from '#contract/business/import/kinds.ts';
import type { SupplierContacts, Suppliers } from '#server/db/types.ts';

type Column = ImportColumnKey<'vendors'>;

/** Columns of a vendor's main contact, by those of an import. */
export const contactColumns = {
  contactName: 'name',
  contactPhone: 'phone',
  contactEmail: 'email',
} as const satisfies Partial<Record<Column, keyof Selectable<SupplierContacts>>>;

/** Columns of the table of suppliers, by those of an import. */
export const vendorColumns = {
  name: 'name',
  fantasyName: 'fantasy_name',
  document: 'document',
  stateInscription: 'state_inscription',
  leadDays: 'lead_days',
  minimumOrder: 'minimum_order_centavos',
  zip: 'zip',
  state: 'state',
  city: 'city',
  neighborhood: 'neighborhood',
  street: 'street',
  number: 'number',
  complement: 'complement',
  notes: 'notes',
} as const satisfies Record<
  Exclude<Column, keyof typeof contactColumns | 'contactType'>,
  keyof Selectable<Suppliers>
>;
