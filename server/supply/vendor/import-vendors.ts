import { sql } from 'kysely';
import { foldText } from '#contract/business/import/cell.ts';
import type { ImportColumnKey } from '#contract/business/import/kinds.ts';
import { entriesOf } from '#contract/entries.ts';
import {
  type CheckedRow,
  compared,
  created,
  type ImportRule,
  type Prepared,
  type ReadRow,
  type Shown,
  wrong,
} from '#server/business/import/import-rule.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { contactColumns, vendorColumns } from './vendor-columns.ts';
import { type VendorDraft, writeVendors } from './write-vendors.ts';

type Row = ReadRow<'vendors'>;
type Known = Awaited<ReturnType<typeof lockVendors>>[number];

/** Vendors, matched by document or else by name; the contact is the main one. */
export const vendorImport: ImportRule<'vendors'> = {
  touches: ['suppliers'],
  fills: ['suppliers', 'supplier_contacts'],
  async prepare(tx, actor, rows): Promise<Prepared> {
    const known = await lockVendors(tx, actor, rows);
    const byDocument = new Map(known.filter((row) => row.document).map((row) => [row.document, row]));
    const byName = Map.groupBy(known, (row) => foldText(row.name));
    const checked: CheckedRow[] = [];
    const drafts: VendorDraft[] = [];
    for (const row of rows) {
      const { contactType } = row.values;
      if (contactType !== undefined && !/fornecedor|vendor|supplier/i.test(contactType)) {
        checked.push(wrong(row.line, { contactType: 'not_a_vendor' }));
        continue;
      }
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
  { values }: Row,
  byDocument: ReadonlyMap<string, Known>,
  byName: ReadonlyMap<string, readonly Known[]>,
): Known | null | 'several' {
  const document = values.document || null;
  const same = document && byDocument.get(document);
  if (same) return same;
  // A vendor with another document is a different one with the same name.
  const named = (byName.get(foldText(values.name)) ?? []).filter(
    (vendor) => document === null || vendor.document === '',
  );
  return named.length > 1 ? 'several' : (named[0] ?? null);
}

function fateOf({ line, values }: Row, found: Known | null): CheckedRow {
  if (!found) return created(line);
  if (found.archived_at) return wrong(line, { name: 'archived' });
  const before: Record<string, Shown> = {};
  for (const [key, column] of entriesOf(contactColumns)) before[key] = found[`contact_${column}`] ?? '';
  for (const [key, column] of entriesOf(vendorColumns)) before[key] = found[column];
  return compared(line, before, values);
}

function draftOf(values: Row['values'], found: Known | null): VendorDraft {
  const pick = (columns: Partial<Record<ImportColumnKey<'vendors'>, string>>) =>
    Object.fromEntries(
      entriesOf(columns).flatMap(([key, column]) => {
        const value = values[key];
        return value === undefined ? [] : [[column, value]];
      }),
    );
  return {
    id: found?.id ?? null,
    contactId: found?.contact_id ?? null,
    fields: pick(vendorColumns),
    contact: pick(contactColumns),
  };
}

function lockVendors(tx: Tx, actor: Actor, rows: readonly Row[]) {
  const documents = rows.flatMap(({ values }) => (values.document ? [values.document] : []));
  const names = rows.map(({ values }) => values.name);
  return tx.db
    .selectFrom('suppliers as s')
    .leftJoin('supplier_contacts as c', (join) =>
      join.onRef('c.supplier_id', '=', 's.id').on('c.main', '=', true),
    )
    .select(['s.id', 's.archived_at', 'c.id as contact_id'])
    .select(Object.values(vendorColumns).map((column) => `s.${column}` as const))
    .select(Object.values(contactColumns).map((column) => `c.${column} as contact_${column}` as const))
    .where('s.business_id', '=', actor.businessId)
    .where(
      sql<boolean>`(s.document = any(${documents}::text[]) or fold(s.name) in (select fold(n) from unnest(${names}::text[]) as n))`,
    )
    .orderBy('s.id')
    .forNoKeyUpdate('s')
    .execute();
}
