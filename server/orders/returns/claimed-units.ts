import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

type PartBack = { quantity: number; claimed: number | null; returned: number };

/** Units of a part that no closed return has brought back. */
export const unitsOut = ({ quantity, returned }: PartBack): number => quantity - returned;

/** How many of them come back: the claimed units, or all. */
export const askedOf = (part: PartBack): number => Math.min(part.claimed ?? part.quantity, unitsOut(part));

/**
 * Stores how many units of each part the claims of a sale return, together and without those that a closed return
 * received. If one of the claims does not say, all units that are out come back.
 */
export async function writeClaimedUnits(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<{ fulfiller: number }>`
    with back as (select k.units from claim_sales s join claims k on k.chat_id = s.chat_id
        where s.order_id = ${orderId} and ${isOnItsWay}),
      claimed as (select u."lineId", sum(u.quantity) as quantity from back,
        jsonb_to_recordset(back.units) as u("lineId" bigint, quantity integer) group by u."lineId"),
      wanted as (select p.id, case
          when not exists (select from back) then case when o.returned_at is not null then 0 end
          when (select bool_and(units is not null) from back)
          then least(p.quantity - p.returned, p.quantity * coalesce(claimed.quantity, 0) / l.quantity)::int end as units
        from order_parts p join orders o on o.id = p.order_id join order_lines l on l.id = p.line_id
          left join claimed on claimed."lineId" = l.id
        where p.order_id = ${orderId})
    update order_parts p set claimed = wanted.units from wanted
    where p.id = wanted.id and p.claimed is distinct from wanted.units
    returning p.fulfiller_id as fulfiller`.execute(tx.db);
  const [changed] = rows;
  if (changed) tx.changed(changed.fulfiller, 'returns');
}

/** A claim `k` whose parcel comes to the seller of `s` and was in no closed return. */
const isOnItsWay = sql<boolean>`s.received_at is null and k.return_to_seller and k.return_step <> 'ended'`;

/** Whether a claim returns units of this sale. */
export async function isReturnClaimed(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`select from claim_sales s join claims k on k.chat_id = s.chat_id
    where s.order_id = ${orderId} and ${isOnItsWay} limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** The units that these claims return of a sale have arrived. */
export async function receiveClaims(tx: Tx, orderId: number): Promise<void> {
  await sql`update claim_sales s set received_at = ${tx.now()} from claims k
    where k.chat_id = s.chat_id and s.order_id = ${orderId} and ${isOnItsWay}`.execute(tx.db);
}
