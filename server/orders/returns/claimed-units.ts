import { sql } from 'kysely';
import type { LineUnits } from '#contract/marketplaces/chat.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ClaimedUnits } from '#server/outside/marketplaces/conversations.ts';

/**
 * The lines of these sales that a marketplace names; null where one of them is none of their lines. What it says of a
 * sale that is not among them is left out.
 */
export async function linesOfUnits(
  tx: Tx,
  sales: readonly { id: number; remoteId: string }[],
  units: readonly ClaimedUnits[],
): Promise<LineUnits[] | null> {
  const { rows: lines } = await sql<Line>`select id, order_id, quantity, remote_item_id, remote_variation_id
    from order_lines where order_id = any(${sales.map(({ id }) => id)}::bigint[]) order by id`.execute(tx.db);
  const found: LineUnits[] = [];
  for (const { order, item, quantity } of units) {
    const sale = order === null ? null : sales.find(({ remoteId }) => remoteId === order);
    if (sale === undefined) continue;
    const named = lines.filter(
      (line) =>
        (sale === null || line.order_id === sale.id) &&
        (item === null ||
          (line.remote_item_id === item.id &&
            (!item.variationId || line.remote_variation_id === item.variationId))),
    );
    const [line] = named;
    if (!line || named.length > 1) return null;
    found.push({ lineId: line.id, quantity: Math.min(quantity, line.quantity) });
  }
  return found.length > 0 ? found : null;
}

type Line = {
  id: number;
  order_id: number;
  quantity: number;
  remote_item_id: string | null;
  remote_variation_id: string | null;
};

type PartBack = { quantity: number; claimed: number | null; returned: number };

/** Units of a part that no closed return has brought back. */
export const unitsOut = ({ quantity, returned }: PartBack): number => quantity - returned;

/** How many of them come back: what is claimed, or all. */
export const askedOf = (part: PartBack): number => Math.min(part.claimed ?? part.quantity, unitsOut(part));

/**
 * Writes how many units of each part the claims of a sale send back, all of them together that no closed return has
 * received. Where one of them does not say it, everything comes back that is out.
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

/** A claim `k` whose parcel comes to the seller of `s`, and was in no return that is closed. */
const isOnItsWay = sql<boolean>`s.received_at is null and k.return_to_seller and k.return_step <> 'ended'`;

/** Whether a claim sends something back of this sale. */
export async function isReturnClaimed(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql`select from claim_sales s join claims k on k.chat_id = s.chat_id
    where s.order_id = ${orderId} and ${isOnItsWay} limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** What these claims send back of a sale is here. */
export async function receiveClaims(tx: Tx, orderId: number): Promise<void> {
  await sql`update claim_sales s set received_at = ${tx.now()} from claims k
    where k.chat_id = s.chat_id and s.order_id = ${orderId} and ${isOnItsWay}`.execute(tx.db);
}
