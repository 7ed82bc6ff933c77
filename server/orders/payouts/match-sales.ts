import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/**
 * Matches the lines of an account that have no sale yet with their sales: by the number of the sale, of its cart or of its parcel, then by
 * another line of the same movement. Lines of earlier files are tried again, because their sales may be stored by now.
 */
export async function matchSales(tx: Tx, accountId: number): Promise<void> {
  const open = sql`l.account_id = ${accountId} and l.order_id is null and l.kind <> 'transfer'`;
  const ofAccount = sql`o.business_id = l.business_id and o.account_id = l.account_id`;
  await sql`update payout_lines l set order_id = found.order_id from (
      select l.id, (select hit.order_id from unnest(l.numbers) with ordinality as n(number, place)
          cross join lateral (select coalesce(
            (select o.id from orders o where ${ofAccount} and o.remote_order_id = n.number),
            (select min(o.id) from orders o where ${ofAccount} and o.pack_id = n.number),
            (select min(o.id) from orders o where ${ofAccount} and o.shipment_id = n.number),
            (select min(o.id) from orders o
              where ${ofAccount} and o.store_number <> '' and o.store_number = n.number)) as order_id) hit
          where hit.order_id is not null order by n.place limit 1) as order_id
        from payout_lines l where ${open}
    ) found where l.id = found.id and ${open} and found.order_id is not null`.execute(tx.db);
  await sql`update payout_lines l set order_id = other.order_id from (
      select m.reference, min(m.order_id) as order_id from payout_lines m
        where m.account_id = ${accountId} and m.order_id is not null and m.reference <> '' group by m.reference
    ) other
    where ${open} and l.reference = other.reference`.execute(tx.db);
}
