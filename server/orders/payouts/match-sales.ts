import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Matches the lines of an account that have no sale yet with their sales: by the number of the sale, of its cart or of its parcel, then by
 * another line of the same movement. Lines of earlier files are tried again, because their sales may be stored by now.
 */
export async function matchSales(tx: Tx, accountId: number): Promise<void> {
  const open = sql`l.account_id = ${accountId} and l.order_id is null and l.kind <> 'transfer'`;
  // A subquery for each line scanned all sales for a number that none of them has.
  await sql`with asked as (
      select l.id, n.number, n.place from payout_lines l, unnest(l.numbers) with ordinality as n (number, place)
      where ${open}
    ), hit as (
      select a.id, a.place, 1 as rank, o.id as order_id
        from asked a join orders o on o.account_id = ${accountId} and o.remote_order_id = a.number
      union all select a.id, a.place, 2, o.id
        from asked a join orders o on o.account_id = ${accountId} and o.pack_id = a.number
      union all select a.id, a.place, 3, o.id
        from asked a join orders o on o.account_id = ${accountId} and o.shipment_id = a.number
      union all select a.id, a.place, 4, o.id
        from asked a join orders o on o.account_id = ${accountId} and o.store_number <> '' and o.store_number = a.number
    ), best as (select distinct on (id) id, order_id from hit order by id, place, rank, order_id)
    update payout_lines l set order_id = best.order_id from best where l.id = best.id`.execute(tx.db);
  await sql`update payout_lines l set order_id = other.order_id from (
      select m.reference, min(m.order_id) as order_id from payout_lines m
        where m.account_id = ${accountId} and m.order_id is not null and m.reference <> '' group by m.reference
    ) other
    where ${open} and l.reference = other.reference`.execute(tx.db);
}
