import { sql } from 'kysely';
import type { Company, companies } from '#contract/business/company.ts';
import { type CompanyAct, companyActs } from '#contract/business/company-states.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage } from '#server/db/list.ts';
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
  // The table's own check allows no other.
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

/** Asks a supplier; a link that is there already, in whatever state, is answered as it is. */
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
  const { acceptMode, dueDays, overdueDays, creditLimit } = terms;
  const changed = await tx.db
    .updateTable('trade_links')
    .set({
      ...(acceptMode !== undefined && { accept_mode: acceptMode }),
      ...(dueDays !== undefined && { due_days: dueDays }),
      ...(overdueDays !== undefined && { overdue_days: overdueDays }),
      ...(creditLimit !== undefined && { credit_limit_centavos: creditLimit }),
      version: sql`version + 1`,
    })
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
  tx.changed(after.business.id, 'companies');
  tx.changed(after.business.id, 'dropshipping');
  return after;
}

/** Terms are the supplier's to set. */
async function requireSupplierSide(tx: Tx, actor: Actor, id: number): Promise<Company> {
  const company = await readCompany(tx, actor, id);
  return company.side === 'supplier' ? company : fail('forbidden');
}
