import { sql } from 'kysely';
import type { LineUnits } from '#contract/marketplaces/chat.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ClaimedUnits } from '#server/outside/marketplaces/conversations.ts';

/** The lines of a sale that a marketplace names; null where one of them is none of its lines. */
export async function linesOfUnits(
  tx: Tx,
  orderId: number,
  units: readonly ClaimedUnits[],
): Promise<LineUnits[] | null> {
  const lines = await tx.db
    .selectFrom('order_lines')
    .select(['id', 'quantity', 'remote_item_id', 'remote_variation_id'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const found: LineUnits[] = [];
  for (const { item, quantity } of units) {
    const named = lines.filter((line) =>
      item
        ? line.remote_item_id === item.id &&
          (!item.variationId || line.remote_variation_id === item.variationId)
        : true,
    );
    const [line] = named;
    if (!line || named.length > 1) return null;
    found.push({ lineId: line.id, quantity: Math.min(quantity, line.quantity) });
  }
  return found;
}

/**
 * Writes how many units of each part the claims of a sale send back, all of them together. Where one of them does not
 * say it, everything comes back.
 */
export async function writeClaimedUnits(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<{ fulfiller: number }>`
    with back as (select k.units from claims k join chats c on c.id = k.chat_id
        where c.order_id = ${orderId} and k.return_to_seller and k.return_step <> 'ended'),
      claimed as (select u."lineId", sum(u.quantity) as quantity from back,
        jsonb_to_recordset(back.units) as u("lineId" bigint, quantity integer) group by u."lineId"),
      wanted as (select p.id, case when (select bool_and(units is not null) from back)
          then least(p.quantity, p.quantity * coalesce(claimed.quantity, 0) / l.quantity)::int end as units
        from order_parts p join order_lines l on l.id = p.line_id left join claimed on claimed."lineId" = l.id
        where p.order_id = ${orderId})
    update order_parts p set claimed = wanted.units from wanted
    where p.id = wanted.id and p.claimed is distinct from wanted.units
    returning p.fulfiller_id as fulfiller`.execute(tx.db);
  const [changed] = rows;
  if (changed) tx.changed(changed.fulfiller, 'returns');
}
