import { sql } from 'kysely';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { lockStock } from './ledger.ts';
import { release } from './reservations.ts';

type Unpicked = { order_id: number; business_id: number; units: number };

/** A locked sale that may lose its reservation to a count: its reserved units and its stock levels. */
export type WithdrawableSale = { orderId: number; sellerId: number; units: number; stockIds: number[] };

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

/** Units of a stock level that are reserved but not on hand. */
export type Missing = { stockId: number; units: number };

/**
 * Locks, for each stock level, the newest sales that are not being picked, until together they hold that many units, and
 * then all stock levels of these sales: sales are always locked before stock. Runs as the owner of the stock.
 */
export async function lockNewestSales(
  tx: Tx,
  missing: readonly Missing[],
): Promise<ReadonlyMap<number, WithdrawableSale[]>> {
  if (missing.length === 0) return new Map();
  const chosen = new Map<number, Unpicked[]>();
  for (const { stockId, units } of missing) chosen.set(stockId, await findNewest(tx, stockId, units));
  const stockIdsOf = new Map<number, number[]>();
  for (const sale of [...chosen.values()].flat().toSorted((one, other) => one.order_id - other.order_id)) {
    const { order_id: orderId, business_id: sellerId } = sale;
    if (stockIdsOf.has(orderId)) continue;
    await tx.publish('reservation.withdrawing', { orderId, sellerId });
    stockIdsOf.set(orderId, await asBusiness(tx, sellerId, () => stockIdsOfSale(tx, orderId)));
  }
  await lockStock(tx, [...missing.map(({ stockId }) => stockId), ...[...stockIdsOf.values()].flat()]);
  return new Map(
    [...chosen].map(([stockId, sales]) => [
      stockId,
      sales.map(({ order_id: orderId, business_id: sellerId, units }) => ({
        orderId,
        sellerId,
        units,
        stockIds: stockIdsOf.get(orderId) ?? [],
      })),
    ]),
  );
}

async function stockIdsOfSale(tx: Tx, orderId: number): Promise<number[]> {
  const parts = await tx.db
    .selectFrom('order_parts')
    .select('stock_id')
    .where('order_id', '=', orderId)
    .where('quantity', '>', 0)
    .orderBy('id')
    .execute();
  return parts.map((part) => part.stock_id);
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
 * A count found less than is reserved: the newest sales that are not being picked lose their reservation and wait for
 * approval, until the rest is covered. If a sale was reserved after the locks were taken, the count is refused and
 * can be repeated.
 */
export async function withdrawReservations(
  tx: Tx,
  { userId, businessId }: { userId: number; businessId: number },
  stockId: number,
  locked: readonly WithdrawableSale[],
  sku: string,
): Promise<void> {
  let left = await readShortfall(tx, stockId);
  if (left === 0) return;
  const unpicked = new Set((await findUnpicked(tx, stockId)).map((sale) => sale.order_id));
  for (const { orderId, sellerId, units, stockIds } of locked) {
    if (left <= 0) break;
    if (!unpicked.has(orderId)) continue;
    await release(tx, businessId, orderId);
    await tx.publish('reservation.withdrawn', { orderId, sellerId, userId, sku });
    // The sale may have held more than was missing, and stock of other levels.
    await tx.publish('stock.freed', { stockIds });
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
