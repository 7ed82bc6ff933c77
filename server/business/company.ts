import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type { BulkTerms, Company, companies } from '#contract/business/company.ts';
import { type CompanyAct, companyActs } from '#contract/business/company-states.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage } from '#server/db/list.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { companyList, selectCompanies } from './company.queries.ts';

type Row = Awaited<ReturnType<ReturnType<typeof selectCompanies>['executeTakeFirstOrThrow']>>;

const show = (row: Row, actor: Actor): Company => ({
  id: row.id,
  business: {
    id: row.other_id,
    name: row.other_name,
    type: row.other_type === 'supply' ? 'supply' : 'sales',
  },
  side: row.seller_id === actor.businessId ? 'seller' : 'supplier',
  // The table's CHECK constraint allows no other value.
  state: row.state,
  acceptMode: row.accept_mode === 'manual' ? 'manual' : 'auto',
  dueDays: row.due_days,
  overdueDays: row.overdue_days,
  creditLimit: row.credit_limit_centavos,
  createdAt: row.created_at.toISOString(),
  version: row.version,
});

export async function listCompanies(tx: Tx, actor: Actor, query: ListQuery): Promise<Page<Company>> {
  const found = await listPage(tx, selectCompanies(tx, actor.businessId), companyList, query);
  return { ...found, items: found.items.map((row) => show(row, actor)) };
}

export async function readCompany(tx: Tx, actor: Actor, id: number): Promise<Company> {
  const row = await selectCompanies(tx, actor.businessId).where('t.id', '=', id).executeTakeFirst();
  return show(row ?? fail('not_found'), actor);
}

/** Asks a supplier for a link; an existing link, in any state, is returned unchanged. */
export async function requestCompany(tx: Tx, actor: Actor, supplierId: number): Promise<Company> {
  const supplier = await tx.db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', supplierId)
    .where('type', '=', 'supply')
    .executeTakeFirst();
  if (!supplier) invalidField('supplierId', 'not_found');
  await tx.db
    .insertInto('trade_links')
    .values({
      seller_id: actor.businessId,
      supplier_id: supplierId,
      state: 'requested',
      created_at: tx.now(),
    })
    .onConflict((conflict) => conflict.columns(['seller_id', 'supplier_id']).doNothing())
    .execute();
  tx.changed(supplierId, 'companies');
  const row = await selectCompanies(tx, actor.businessId)
    .where('t.supplier_id', '=', supplierId)
    .executeTakeFirstOrThrow();
  return show(row, actor);
}

export async function updateTerms(
  tx: Tx,
  actor: Actor,
  id: number,
  terms: BodyOf<typeof companies.update>,
  version: number | undefined,
): Promise<Company> {
  const before = await requireSupplierSide(tx, actor, id);
  const changed = await tx.db
    .updateTable('trade_links')
    .set({ ...columnsOf(terms), version: sql`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version ?? before.version)
    .executeTakeFirst();
  const after = await readCompany(tx, actor, id);
  if (changed.numUpdatedRows === 0n) fail('stale_version', { facts: { version: after.version } });
  tx.noteChange('acceptMode', before.acceptMode, after.acceptMode);
  tx.noteChange('dueDays', before.dueDays, after.dueDays);
  tx.noteChange('overdueDays', before.overdueDays, after.overdueDays);
  tx.noteChange('creditLimitCentavos', before.creditLimit, after.creditLimit);
  tx.changed(after.business.id, 'companies');
  return after;
}

function columnsOf({ acceptMode, dueDays, overdueDays, creditLimit }: BodyOf<typeof companies.update>) {
  return {
    ...(acceptMode !== undefined && { accept_mode: acceptMode }),
    ...(dueDays !== undefined && { due_days: dueDays }),
    ...(overdueDays !== undefined && { overdue_days: overdueDays }),
    ...(creditLimit !== undefined && { credit_limit_centavos: creditLimit }),
  };
}

/** The same terms for many links; each seller reads their own. */
export async function updateManyTerms(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: BulkTerms,
): Promise<BulkOutcome> {
  const found = await findSelected(tx, selectCompanies(tx, actor.businessId), companyList, selection);
  const changed = await tx.db
    .updateTable('trade_links')
    .set({ ...columnsOf(change), version: sql`version + 1` })
    .where('supplier_id', '=', actor.businessId)
    .where(sql<boolean>`id = any(${found}::bigint[])`)
    .returning(['id', 'seller_id'])
    .execute();
  for (const field of ['acceptMode', 'dueDays', 'overdueDays'] as const)
    if (change[field] !== undefined) tx.noteChange(field, null, change[field]);
  if (change.creditLimit !== undefined) tx.noteChange('creditLimitCentavos', undefined, change.creditLimit);
  for (const { seller_id } of changed) tx.changed(seller_id, 'companies');
  const done = changed.map(({ id }) => id);
  // Terms are the supplier's to set.
  const others = found.filter((id) => !done.includes(id)).map((id) => ({ id, code: 'forbidden' as const }));
  return outcomeOf(selection.ids ?? found, done, others);
}

/** Accepts, blocks or unblocks; a stale click changes nothing. */
export async function moveCompany(tx: Tx, actor: Actor, id: number, act: CompanyAct): Promise<Company> {
  await requireSupplierSide(tx, actor, id);
  const { from, to } = companyActs[act];
  const moved = await tx.db
    .updateTable('trade_links')
    .set({ state: to, version: sql`version + 1` })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) fail('state_conflict');
  const after = await readCompany(tx, actor, id);
  // A blocked seller cannot sell these goods from now on; unblocking reverses it.
  await tx.publish('trade.changed', { sellerId: after.business.id, supplierId: actor.businessId });
  tx.changed(after.business.id, 'companies');
  tx.changed(after.business.id, 'dropshipping');
  return after;
}

/** Terms are the supplier's to set. */
async function requireSupplierSide(tx: Tx, actor: Actor, id: number): Promise<Company> {
  const company = await readCompany(tx, actor, id);
  return company.side === 'supplier' ? company : fail('forbidden');
}
