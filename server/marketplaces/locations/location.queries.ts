import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

type Warehouse = { id: number; supplier_id: number; name: string; own: boolean };

/** Own warehouses, those of suppliers whose offers the account sells, and those that have a location already. */
export async function listWarehouses(tx: Tx, accountId: number): Promise<Warehouse[]> {
  const { rows } = await sql<Warehouse>`
    with used as (
      select d.warehouse_id, d.business_id as supplier_id
      from publications p
        join publication_variations v on v.business_id = p.business_id and v.publication_id = p.id
        join publication_components c on c.business_id = p.business_id and c.publication_variation_id = v.id
        join dropship_items d on d.id = c.dropship_item_id
      where p.business_id = app_business() and p.account_id = ${accountId} and p.state <> 'closed'
      union
      select warehouse_id, supplier_id from account_locations
      where business_id = app_business() and account_id = ${accountId}
    )
    select id, business_id as supplier_id, name, true as own from warehouses where business_id = app_business()
    union all
    select u.warehouse_id, u.supplier_id, b.name, false from used u join businesses b on b.id = u.supplier_id
    where u.supplier_id <> app_business()
    order by own desc, name, id`.execute(tx.db);
  return rows;
}

export const listMatches = (tx: Tx, accountId: number) =>
  tx.db
    .selectFrom('account_locations')
    .select(['warehouse_id', 'remote_id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('warehouse_id')
    .execute();
export type Match = Awaited<ReturnType<typeof listMatches>>[number];

type NewMatch = Match & { supplier_id: number };

export async function replaceMatches(
  tx: Tx,
  businessId: number,
  accountId: number,
  matches: readonly NewMatch[],
): Promise<void> {
  await tx.db.deleteFrom('account_locations').where('account_id', '=', accountId).execute();
  if (matches.length === 0) return;
  await tx.db
    .insertInto('account_locations')
    .values(matches.map((match) => ({ ...match, business_id: businessId, account_id: accountId })))
    .execute();
}
