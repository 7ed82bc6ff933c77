import { z } from 'zod';
import { states } from '../brazil.ts';
import { bulkChange, bulkOutcome } from '../bulk.ts';
import { changeSet } from '../change-set.ts';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { maxCentavos } from '../money.ts';
import {
  addressFields,
  centavos,
  email,
  id,
  idParams,
  instant,
  listQuery,
  name,
  notes,
  oneLine,
  optionalDocument,
  page,
  version,
} from '../primitives.ts';
import { supplierDocumentEndpoints } from './supplier-documents.ts';
import { scorecardEndpoints } from './supplier-scorecard.ts';

export const supplierFilter = {
  name: { kind: 'text' },
  document: { kind: 'text' },
  city: { kind: 'text' },
  state: { kind: 'choice', values: states },
  archived: { kind: 'flag' },
} as const satisfies FilterFields;
export const supplierSorts = ['name', 'city', 'created', 'lead'] as const;

const contact = z
  .object({ id, name: z.string(), phone: z.string(), email: z.string(), main: z.boolean() })
  .meta({ id: 'SupplierContact' });

const listed = z
  .object({
    id,
    name: z.string(),
    fantasyName: z.string(),
    /** CNPJ or CPF, bare. */
    document: z.string(),
    city: z.string(),
    state: z.string(),
    /** Days from the order to the delivery. */
    leadDays: z.number().nullable(),
    contact: z.object({ name: z.string(), phone: z.string(), email: z.string() }).nullable(),
    archived: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'SupplierRow' });

const supplier = listed
  .extend({
    stateInscription: z.string(),
    zip: z.string(),
    neighborhood: z.string(),
    street: z.string(),
    number: z.string(),
    complement: z.string(),
    notes: z.string(),
    /** ¤ The least that one order must be worth. */
    minimumOrderCentavos: centavos.nullable().optional(),
    /** ¤ How and when they are paid, in their words. */
    paymentTerms: z.string().optional(),
    contacts: z.array(contact),
    version,
  })
  .meta({ id: 'Supplier' });

const contactFields = {
  name: oneLine(120).optional(),
  phone: oneLine(30).optional(),
  email: z.union([z.literal(''), email]).optional(),
  main: z.boolean().optional(),
};

const fields = {
  name,
  fantasyName: oneLine(120).optional(),
  document: optionalDocument.optional(),
  stateInscription: oneLine(20).optional(),
  ...addressFields,
  notes: notes.optional(),
  leadDays: z.int('not_whole').min(0, 'too_small').max(365, 'too_big').nullable().optional(),
  minimumOrderCentavos: centavos.min(0, 'too_small').max(maxCentavos, 'too_big').nullable().optional(),
  paymentTerms: oneLine(60).optional(),
  contacts: changeSet(z.strictObject(contactFields), z.strictObject(contactFields)).optional(),
};

const bulk = bulkChange(
  z.strictObject({
    leadDays: fields.leadDays,
    minimumOrderCentavos: fields.minimumOrderCentavos,
    archived: z.boolean().optional(),
  }),
);
export type SupplierBulk = z.output<typeof bulk>;

/** Vendors: whom goods are bought from. */
export const suppliers = entity('suppliers', {
  list: endpoint({
    method: 'GET',
    path: '/suppliers',
    permission: 'suppliers.read',
    summary: 'Vendors; archived ones only if the filter asks for them',
    query: listQuery,
    response: page(listed),
  }),
  export: exportOf('/suppliers/export', 'suppliers.read', [
    'name',
    'fantasyName',
    'document',
    'city',
    'state',
    'contact',
    'phone',
    'email',
    'lead',
    'created',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/suppliers/:id',
    permission: 'suppliers.read',
    summary: 'One supplier with address and contacts',
    params: idParams,
    response: supplier,
  }),
  create: endpoint({
    method: 'POST',
    path: '/suppliers',
    permission: 'suppliers.create',
    summary: 'Register a vendor; its document is unique in a business',
    body: z.strictObject(fields),
    response: supplier,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/suppliers/:id',
    permission: 'suppliers.update',
    summary: 'Change a vendor and its contacts, archive or restore it',
    params: idParams,
    body: z.strictObject({ ...fields, name: name.optional(), archived: z.boolean().optional() }),
    response: supplier,
    errors: ['stale_version'],
  }),
  bulkUpdate: endpoint({
    method: 'PATCH',
    path: '/suppliers',
    permission: 'suppliers.update',
    summary: 'Change many vendors: lead time, minimum order, archived or not',
    body: bulk,
    response: bulkOutcome,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/suppliers/:id',
    permission: 'suppliers.delete',
    summary: 'Remove a vendor without supply requests; others can be archived',
    params: idParams,
    errors: ['supplier_in_use'],
  }),
  ...supplierDocumentEndpoints,
  ...scorecardEndpoints,
});

export type ListedSupplier = z.output<typeof listed>;
export type Supplier = z.output<typeof supplier>;
export type NewSupplier = z.output<typeof suppliers.create.body>;
export type SupplierChange = z.output<typeof suppliers.update.body>;
export type ContactFields = { name?: string; phone?: string; email?: string; main?: boolean };
