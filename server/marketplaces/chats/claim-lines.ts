import { sql } from 'kysely';
import type { LineUnits } from '#contract/marketplaces/chat.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { ClaimedUnits } from '#server/outside/marketplaces/conversations.ts';

/**
 * The lines of these sales that a marketplace names; null if one of the named units is on none of their lines. Units of
 * a sale that is not among them are ignored.
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
