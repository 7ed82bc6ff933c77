import { sql } from 'kysely';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import { type Entry, lockStock, postEntries } from './ledger.ts';

/** The units of a stock level that one part of a sale needs. */
export type Demand = { partId: number; stockId: number; quantity: number };
type Kind = 'soft' | 'firm';
/** The units of its fulfiller's stock that a sale needs. */
export type ReservationRequest = { orderId: number; kind: Kind; demands: readonly Demand[] };

const bucket = { soft: 'soft', firm: 'reserved' } as const;

/**
 * Reserves stock of one fulfiller for sales of any sellers, in this order, each with all its parts or not at all. Returns
 * the sales that were reserved. Repeating it for parts with an open reservation of this kind changes nothing; a soft one
 * becomes firm. The stock levels stay locked until the transaction ends.
 */
export async function reserve(
  tx: Tx,
  fulfillerId: number,
  requests: readonly ReservationRequest[],
): Promise<Set<number>> {
  const { rows } = await sql<{ met: number[]; moved: number[] }>`
    select met, moved from reserve_stock(${fulfillerId}, ${JSON.stringify(requests)}::jsonb, ${tx.now()})`.execute(
    tx.db,
  );
  const { met = [], moved = [] } = rows[0] ?? {};
  await tx.publish('stock.changed', { stockIds: moved.map(Number) });
  return new Set(met.map(Number));
}

/** Releases all open reservations of the sale; idempotent. */
export async function release(tx: Tx, fulfillerId: number, orderId: number): Promise<void> {
  await asBusiness(tx, fulfillerId, async () => {
    const ended = await end(tx, await lockOpen(tx, orderId), 'released');
    await postEntries(
      tx,
      null,
      ended.map((row) => entryOf('release', row, -1)),
    );
  });
}

/**
 * Ends the firm reservations of a packed sale without ledger entries: the caller's sale_out entries decrease
 * `reserved` together with `on_hand`. Runs as the fulfiller.
 */
export async function consume(tx: Tx, orderId: number): Promise<void> {
  await end(tx, await lockOpen(tx, orderId), 'consumed');
}

/** Reserves an unpacked sale again; the caller's sale_out_reversal entries restore `reserved`. Runs as the fulfiller. */
export async function reopen(
  tx: Tx,
  fulfillerId: number,
  orderId: number,
  demands: readonly Demand[],
): Promise<void> {
  await insert(tx, fulfillerId, orderId, 'firm', demands);
}

/** Stock is locked before reservations, as in `reserve`, so that acts on one sale never deadlock. */
async function lockOpen(tx: Tx, orderId: number): Promise<Open[]> {
  const shelf = await tx.db
    .selectFrom('reservations')
    .select('stock_id')
    .where('order_id', '=', orderId)
    .where('business_id', '=', sql<number>`app_business()`)
    .where('state', '=', 'open')
    .execute();
  if (shelf.length === 0) return [];
  await lockStock(
    tx,
    shelf.map((row) => row.stock_id),
  );
  return openReservations(tx, orderId);
}

type Open = { id: number; part_id: number; stock_id: number; kind: string; quantity: number };

function entryOf(kind: 'reserve' | 'release', row: Open, sign: 1 | -1): Entry {
  return {
    stockId: row.stock_id,
    kind,
    source: 'reservation',
    sourceId: String(row.id),
    [bucket[row.kind === 'soft' ? 'soft' : 'firm']]: sign * row.quantity,
  };
}

async function openReservations(tx: Tx, orderId: number): Promise<Open[]> {
  return tx.db
    .selectFrom('reservations')
    .select(['id', 'part_id', 'stock_id', 'kind', 'quantity'])
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .orderBy('stock_id')
    .forUpdate()
    .execute();
}

/** Compare-and-set: a reservation ends once. */
async function end(tx: Tx, rows: readonly Open[], state: 'released' | 'consumed'): Promise<Open[]> {
  if (rows.length === 0) return [];
  return tx.db
    .updateTable('reservations')
    .set({ state, ended_at: tx.now() })
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .where('state', '=', 'open')
    .returning(['id', 'part_id', 'stock_id', 'kind', 'quantity'])
    .execute();
}

async function insert(
  tx: Tx,
  businessId: number,
  orderId: number,
  kind: Kind,
  demands: readonly Demand[],
): Promise<Open[]> {
  if (demands.length === 0) return [];
  return tx.db
    .insertInto('reservations')
    .values(
      demands.map((demand) => ({
        business_id: businessId,
        stock_id: demand.stockId,
        order_id: orderId,
        part_id: demand.partId,
        kind,
        quantity: demand.quantity,
        created_at: tx.now(),
      })),
    )
    .returning(['id', 'part_id', 'stock_id', 'kind', 'quantity'])
    .execute();
}
