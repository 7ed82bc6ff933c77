import { type Selectable, sql } from 'kysely';
import { foldText } from '#contract/business/import/cell.ts';
import {
  type CheckedRow,
  compared,
  created,
  type ImportRule,
  type Prepared,
  type ReadRow,
  type Shown,
  type Values,
  wrong,
} from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Suppliers } from '#server/db/types.ts';
import type { Actor } from '#server/http/session.ts';
import { type VendorDraft, writeVendors } from './write-vendors.ts';

/** Columns of the table by those of the file. */
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
} as const satisfies Record<string, keyof Selectable<Suppliers>>;
const contactColumns = { contactName: 'name', contactPhone: 'phone', contactEmail: 'email' } as const;

type Known = Awaited<ReturnType<typeof lockVendors>>[number];

/** Vendors, found again by their document, else by their name; the contact is the main one. */
export const vendorImport: ImportRule = {
  touches: ['suppliers'],
  fills: ['suppliers', 'supplier_contacts'],
  async prepare(tx, actor, rows): Promise<Prepared> {
    const known = await lockVendors(tx, actor, rows);
    const byDocument = new Map(known.filter((row) => row.document).map((row) => [row.document, row]));
    const byName = Map.groupBy(known, (row) => foldText(row.name));
    const checked: CheckedRow[] = [];
    const drafts: VendorDraft[] = [];
    for (const row of rows) {
      const found = vendorOf(row, byDocument, byName);
      const fate = found === 'several' ? wrong(row.line, { name: 'several_found' }) : fateOf(row, found);
      checked.push(fate);
      if (found !== 'several' && (fate.fate === 'new' || fate.fate === 'changed'))
        drafts.push(draftOf(row.values, found));
    }
    return { rows: checked, write: () => writeVendors(tx, actor, drafts) };
  },
};

function vendorOf(
  { values }: ReadRow,
  byDocument: ReadonlyMap<string, Known>,
  byName: ReadonlyMap<string, readonly Known[]>,
): Known | null | 'several' {
  const document = values.document ? String(values.document) : null;
  const same = document && byDocument.get(document);
  if (same) return same;
  // One with another document is somebody else of the same name.
  const named = (byName.get(foldText(String(values.name))) ?? []).filter(
    (vendor) => document === null || vendor.document === '',
  );
  return named.length > 1 ? 'several' : (named[0] ?? null);
}

function fateOf({ line, values }: ReadRow, found: Known | null): CheckedRow {
  if (!found) return created(line);
  if (found.archived_at) return wrong(line, { name: 'archived' });
  const before: Record<string, Shown> = {
    contactName: found.contact_name ?? '',
    contactPhone: found.contact_phone ?? '',
    contactEmail: found.contact_email ?? '',
  };
  for (const [key, column] of Object.entries(vendorColumns)) before[key] = found[column];
  return compared(line, before, values);
}

function draftOf(values: Values, found: Known | null): VendorDraft {
  const pick = (columns: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([key, column]) =>
        values[key] === undefined ? [] : [[column, values[key] as Shown]],
      ),
    );
  return {
    id: found?.id ?? null,
    contactId: found?.contact_id ?? null,
    fields: pick(vendorColumns),
    contact: pick(contactColumns),
  };
}

function lockVendors(tx: Tx, actor: Actor, rows: readonly ReadRow[]) {
  const documents = rows.flatMap(({ values }) => (values.document ? [String(values.document)] : []));
  const names = rows.map(({ values }) => String(values.name));
  return tx.db
    .selectFrom('suppliers as s')
    .leftJoin('supplier_contacts as c', (join) =>
      join.onRef('c.supplier_id', '=', 's.id').on('c.main', '=', true),
    )
    .select(['s.id', 's.name', 's.fantasy_name', 's.document', 's.state_inscription', 's.lead_days'])
    .select(['s.minimum_order_centavos', 's.zip', 's.state', 's.city', 's.neighborhood', 's.street'])
    .select(['s.number', 's.complement', 's.notes', 's.archived_at'])
    .select([
      'c.id as contact_id',
      'c.name as contact_name',
      'c.phone as contact_phone',
      'c.email as contact_email',
    ])
    .where('s.business_id', '=', actor.businessId)
    .where(
      sql<boolean>`(s.document = any(${documents}::text[]) or fold(s.name) in (select fold(n) from unnest(${names}::text[]) as n))`,
    )
    .orderBy('s.id')
    .forNoKeyUpdate('s')
    .execute();
}
