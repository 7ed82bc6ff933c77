import { sql } from 'kysely';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { lockStock } from '#server/inventory/ledger.ts';
import { release } from '#server/inventory/reservations.ts';
import { retryShortSales } from '#server/inventory/volume/volume-launch.ts';
import { partsOf } from './advance.ts';
import { lockOrder, type OrderRow, writeFacts } from './facts.ts';

type Unpicked = { order_id: number; business_id: number; units: number };

/** Sales that give way to a count, the newest first; locked. */
export type GivingWay = { order: OrderRow; units: number }[];

async function findUnpicked(tx: Tx, stockId: number): Promise<Unpicked[]> {
  const { rows } = await sql<Unpicked>`
    select u.order_id, u.business_id, h.units
    from (select r.order_id, sum(r.quantity)::int as units from reservations r
      where r.business_id = app_business() and r.stock_id = ${stockId} and r.state = 'open' and r.kind = 'firm'
        and not exists (select from pick_allocations p where p.order_id = r.order_id)
      group by r.order_id) h
      join unpicked_orders(array(select order_id from reservations where business_id = app_business()
        and stock_id = ${stockId} and state = 'open' and kind = 'firm')) u on u.order_id = h.order_id
    order by u.order_id desc`.execute(tx.db);
  return rows;
}

/** So many units of a shelf row are promised and not there. */
export type Missing = { stockId: number; units: number };

/**
 * Locks the newest sales of each shelf row that nobody has begun to pick, until they hold so many units of it, and then
 * all shelf rows they hold: sales before stock, as everybody locks. Runs as the owner of the shelf.
 */
export async function lockNewestSales(
  tx: Tx,
  missing: readonly Missing[],
): Promise<ReadonlyMap<number, GivingWay>> {
  if (missing.length === 0) return new Map();
  const chosen = new Map<number, Unpicked[]>();
  for (const { stockId, units } of missing) chosen.set(stockId, await findNewest(tx, stockId, units));
  const shelf = new Set(missing.map(({ stockId }) => stockId));
  const orders = new Map<number, OrderRow>();
  for (const sale of [...chosen.values()].flat().toSorted((one, other) => one.order_id - other.order_id)) {
    if (orders.has(sale.order_id)) continue;
    orders.set(sale.order_id, await asBusiness(tx, sale.business_id, () => lockOrder(tx, sale.order_id)));
    for (const part of await asBusiness(tx, sale.business_id, () => partsOf(tx, sale.order_id)))
      shelf.add(part.stock_id);
  }
  await lockStock(tx, [...shelf]);
  return new Map(
    [...chosen].map(([stockId, sales]) => [
      stockId,
      sales.flatMap(({ order_id, units }) => {
        const order = orders.get(order_id);
        return order ? [{ order, units }] : [];
      }),
    ]),
  );
}

async function findNewest(tx: Tx, stockId: number, units: number): Promise<Unpicked[]> {
  const newest: Unpicked[] = [];
  let left = units;
  for (const sale of await findUnpicked(tx, stockId)) {
    if (left <= 0) break;
    newest.push(sale);
    left -= sale.units;
  }
  return newest;
}

/**
 * A count found less than was promised: the newest sales that nobody has begun to pick give back what they hold and wait
 * for approval, until what is promised is there. A sale that came between is met by asking the counter once more.
 */
export async function withdrawSales(
  tx: Tx,
  userId: number,
  stockId: number,
  locked: GivingWay,
  sku: string,
): Promise<void> {
  let left = await readShortfall(tx, stockId);
  if (left === 0) return;
  const unpicked = new Set((await findUnpicked(tx, stockId)).map((sale) => sale.order_id));
  for (const { order, units } of locked) {
    if (left <= 0) break;
    if (!unpicked.has(order.id) || order.fulfiller_id === null) continue;
    const { fulfiller_id: fulfillerId, business_id: sellerId, id } = order;
    await release(tx, fulfillerId, id);
    const parts = await asBusiness(tx, sellerId, async () => {
      const facts = {
        reserve: 'short',
        approval_reason: 'stock-short',
        shown_at: order.shown_at ?? tx.now(),
      } as const;
      const cause = { actor: 'fulfiller', userId, kind: 'counted-short', detail: { sku } } as const;
      await writeFacts(tx, order, facts, cause);
      return partsOf(tx, id);
    });
    // It may have held more than was missing, and other shelf rows: who lacked them is served.
    retryShortSales(
      tx,
      parts.map((part) => part.stock_id),
    );
    left -= units;
  }
  if (left > 0) fail('in_progress');
}

async function readShortfall(tx: Tx, stockId: number): Promise<number> {
  const { shortfall } = await tx.db
    .selectFrom('stock')
    .select('shortfall')
    .where('id', '=', stockId)
    .executeTakeFirstOrThrow();
  return shortfall;
}
