import { sql } from 'kysely';
import type { z } from 'zod';
import type { UnfitVolume } from '#contract/orders/checkout-sale.ts';
import type { saleChange, unitsBack } from '#contract/orders/line-change.ts';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { releasePicks } from '#server/inventory/picking.ts';
import { leaveList } from '#server/orders/picking/membership.ts';
import { advanceLocked, partsOf } from '#server/orders/sale/advance.ts';
import { lockOrder, writeFacts } from '#server/orders/sale/facts.ts';
import { applyWaiting } from '#server/orders/sale/follow-lines.ts';
import { changesOf, linesOf, pairLines, waitingLines } from '#server/orders/sale/line-changes.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { lockUnlessDone } from './lock-at-bench.ts';
import { voidScans } from './packing.ts';
import { lockTarget } from './restock.ts';

type Change = z.output<typeof saleChange>;
type Back = z.output<typeof unitsBack>;

/** How a sale differs from the units that were picked, packed or sent for it; null if it does not. */
export async function readChange(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'changed_lines' | 'changed_at'>,
): Promise<Change | null> {
  const reported = waitingLines(order);
  if (!reported || !order.changed_at) return null;
  const lines = changesOf(pairLines(await linesOf(tx, order.id), reported));
  return { at: order.changed_at.toISOString(), lines };
}

/** Units that the sale holds and no longer needs, by product. A new product has none. */
export async function readUnitsBack(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'changed_lines' | 'picking_by' | 'packed_at'>,
): Promise<Back[]> {
  const reported = waitingLines(order);
  if (!reported || (order.picking_by === null && order.packed_at === null)) return [];
  const left = new Map(
    pairLines(await linesOf(tx, order.id), reported).flatMap(({ stored, reported: now }) =>
      stored && stored.quantity > 0
        ? [[stored.id, { before: stored.quantity, after: now && sameGoods(stored, now) ? now.quantity : 0 }]]
        : [],
    ),
  );
  const back = new Map<number, Back>();
  for (const part of await partsOf(tx, order.id)) {
    const line = left.get(part.line_id);
    if (!line || line.after >= line.before) continue;
    const units = part.quantity - (part.quantity / line.before) * line.after;
    const known = back.get(part.variation_id);
    back.set(part.variation_id, {
      variation: { id: part.variation_id, name: part.product_name },
      sku: part.sku,
      quantity: (known?.quantity ?? 0) + units,
      places: await placesOf(tx, order.id, part.variation_id),
    });
  }
  return [...back.values()];
}

const sameGoods = (
  stored: { remote_item_id: string | null; remote_variation_id: string | null },
  now: { itemId: string; variationId: string | null },
) => stored.remote_item_id === now.itemId && stored.remote_variation_id === now.variationId;

async function placesOf(tx: Tx, orderId: number, variationId: number): Promise<Back['places']> {
  const { rows } = await sql<Back['places'][number]>`
    select v.code as volume, p.code as position, sum(a.quantity)::int as quantity
    from pick_allocations a join order_parts t on t.id = a.part_id join volumes v on v.id = a.volume_id
      left join inventory_locations p on p.id = v.position_id
    where a.order_id = ${orderId} and t.variation_id = ${variationId} group by v.code, p.code order by v.code`.execute(
    tx.db,
  );
  return rows;
}

type Returned = { variationId: number; volumeCode: string };

/**
 * A person at the bench or on the walk has seen the change: the sale gets its new lines and is begun again. Units that
 * a picking list fetched are put back by that list; at the bench each surplus product is scanned into a volume that
 * contains it. Repeating it changes nothing.
 */
export async function acknowledgeChange(
  tx: Tx,
  actor: Actor,
  id: number,
  returned: readonly Returned[],
): Promise<void> {
  const isDone = (order: OrderRow) => order.changed_lines === null;
  const sale = await lockUnlessDone(tx, actor, id, 'acknowledgeChange', isDone);
  if (!sale) return;
  const { order } = sale;
  const list = order.picking_by === null ? null : await sale.list();
  if (!list) await checkReturned(tx, actor, order, returned);
  if (order.picking_by !== null) await voidScans(tx, actor, order);
  await releasePicks(tx, [id]);
  await leaveList(tx, id, 'taken_off');
  const seen = await writeFacts(
    tx,
    order,
    { picking_by: null },
    { actor: 'fulfiller', userId: actor.userId, kind: 'change-acknowledged' },
  );
  await asBusiness(tx, order.business_id, async () =>
    advanceLocked(tx, await applyWaiting(tx, await lockOrder(tx, seen.id))),
  );
  if (list)
    tx.enqueue({
      task: 'picking.end-emptied',
      payload: { businessId: actor.businessId, listId: list.list_id },
    });
}

/** Each surplus product was scanned into a volume that contains it. */
async function checkReturned(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  returned: readonly Returned[],
): Promise<void> {
  for (const { variation, sku } of await readUnitsBack(tx, order)) {
    const put = returned.find(({ variationId }) => variationId === variation.id);
    if (!put) fail('units_to_put_back', { facts: { sku, product: variation.name } });
    const volume = await lockTarget(tx, actor, order, put.volumeCode);
    const line = await tx.db
      .selectFrom('volume_lines')
      .select('id')
      .where('volume_id', '=', volume.id)
      .where('variation_id', '=', variation.id)
      .where('quantity', '>', 0)
      .executeTakeFirst();
    const why: UnfitVolume = 'other_product';
    if (!line) fail('volume_unfit', { facts: { volume: volume.code, why } });
  }
}
