import { type Selectable, sql, type Updateable } from 'kysely';
import { type OrderFacts, type OrderStatus, statusOf } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JsonObject, Orders } from '#server/db/types.ts';
import { fail } from '#server/fault.ts';

/** Without what the database works out of the rest for the bench's list. */
export type OrderRow = Omit<Selectable<Orders>, 'bench_status' | 'urgency'>;
/** What may be written of a sale; its status never is: it follows. */
export type FactsColumns = Omit<
  Updateable<Orders>,
  'id' | 'business_id' | 'status' | 'version' | 'updated_at' | 'created_at' | 'search'
>;

export type ChangeCause = {
  actor: 'seller' | 'fulfiller' | 'marketplace' | 'system';
  userId?: number | null;
  /** Name of the event in the history. */
  kind: string;
  detail?: JsonObject;
};

/** The columns that are facts. */
type FactsRow = Pick<
  OrderRow,
  | 'payment'
  | 'fraud_risk'
  | 'reserve'
  | 'linked'
  | 'document'
  | 'label_ready'
  | 'approval_reason'
  | 'refused_at'
  | 'released_at'
  | 'picking_by'
  | 'packed_at'
  | 'collected_at'
  | 'sent_at'
  | 'delivered_at'
  | 'canceled_at'
>;

export function factsOf(row: FactsRow): OrderFacts {
  return {
    payment: row.payment,
    fraudRisk: row.fraud_risk,
    reserve: row.reserve,
    linked: row.linked,
    document: row.document,
    labelReady: row.label_ready,
    approvalReason: row.approval_reason,
    refusedAt: row.refused_at,
    releasedAt: row.released_at,
    pickingBy: row.picking_by,
    packedAt: row.packed_at,
    collectedAt: row.collected_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    canceledAt: row.canceled_at,
  };
}

/** A parcel that the marketplace ships is sent when the marketplace says so. */
export function isReportedByMarketplace(order: Pick<OrderRow, 'account_id' | 'shipment_id'>): boolean {
  return order.account_id !== null && order.shipment_id !== null;
}

/** The sale as either side may meet it; foreign ones do not exist. */
export async function loadFacts(tx: Tx, orderId: number): Promise<OrderRow> {
  const row = await tx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  return row ?? fail('not_found');
}

/** The same, locked until the transaction ends. */
export async function lockOrder(tx: Tx, orderId: number): Promise<OrderRow> {
  const row = await tx.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? fail('not_found');
}

/** Many of them, locked in the order of their ids. */
export async function lockOrders(tx: Tx, ids: readonly number[]): Promise<OrderRow[]> {
  return tx.db
    .selectFrom('orders')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * The one way a sale changes: locked, its new facts written with the status they amount to, one history row, both sides
 * told. `decide` sees the locked row and answers the facts to write, or null where there is nothing to do.
 */
export async function changeOrder(
  tx: Tx,
  orderId: number,
  cause: ChangeCause,
  decide: (order: OrderRow) => FactsColumns | null | Promise<FactsColumns | null>,
): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  const facts = await decide(order);
  return facts ? writeFacts(tx, order, facts, cause) : order;
}

/** Writes facts onto a row this transaction has locked; a row that moved meanwhile is refused. */
export async function writeFacts(
  tx: Tx,
  order: OrderRow,
  facts: FactsColumns,
  cause: ChangeCause,
): Promise<OrderRow> {
  const after = { ...order, ...facts } as OrderRow;
  const status = statusOf(factsOf(after));
  const written = await tx.db
    .updateTable('orders')
    .set({ ...facts, status, version: order.version + 1, updated_at: tx.now() })
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .returningAll()
    .executeTakeFirst();
  if (!written) fail('state_conflict');
  if (facts.reserve === 'released' && order.reserve !== 'released') await offerToShort(tx, order.id);
  await recordEvent(tx, written, cause, order.status);
  return written;
}

/**
 * The same facts onto many sales that this transaction has locked, with one history row each: one statement for all that
 * stand in the same status. Not for facts that let a reserve go.
 */
export async function writeFactsOfMany(
  tx: Tx,
  orders: readonly OrderRow[],
  facts: Omit<FactsColumns, 'reserve'>,
  cause: ChangeCause,
): Promise<void> {
  const before = new Set(orders.map((order) => order.status));
  for (const from of before) {
    const rows = orders.filter((order) => order.status === from);
    const to = statusOf(factsOf({ ...rows[0], ...facts } as OrderRow));
    await writeSameStatus(tx, rows, { facts, from, to }, cause);
  }
  for (const business of new Set(orders.map((order) => order.business_id))) tx.changed(business, 'orders');
  for (const business of new Set(orders.map((order) => order.fulfiller_id)))
    if (business) tx.changed(business, 'checkout');
}

async function writeSameStatus(
  tx: Tx,
  rows: readonly OrderRow[],
  { facts, from, to }: { facts: FactsColumns; from: string; to: OrderStatus },
  cause: ChangeCause,
): Promise<void> {
  const ids = rows.map((row) => row.id);
  await tx.db
    .updateTable('orders')
    .set({ ...facts, status: to, version: sql`version + 1`, updated_at: tx.now() })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const moved = from !== to;
  await sql`insert into order_events (business_id, fulfiller_id, order_id, at, user_id, actor, kind, status_from, status_to, detail)
    select business_id, fulfiller_id, id, ${tx.now()}::timestamptz, ${cause.userId ?? null}::bigint, ${cause.actor}::text,
      ${cause.kind}::text, ${moved ? from : null}::text, ${moved ? to : null}::text, ${JSON.stringify(cause.detail ?? {})}::jsonb
    from orders where id = any(${ids}::bigint[]) order by id`.execute(tx.db);
}

/** What a sale gives back, the sales that came too short may take: whoever it was that let go. */
async function offerToShort(tx: Tx, orderId: number): Promise<void> {
  const parts = await tx.db
    .selectFrom('order_parts')
    .select('stock_id')
    .distinct()
    .where('order_id', '=', orderId)
    .execute();
  for (const { stock_id: stockId } of parts)
    tx.enqueue({ task: 'orders.retry-short', payload: { stockId }, key: `retry-short:${stockId}` });
}

/**
 * One line of the sale's history, for what happened without a fact of it changing (a refused cancel, a letter). What changes
 * a fact goes by `changeOrder`, which writes its line by itself. The statuses are there when they differ.
 */
export async function recordEvent(
  tx: Tx,
  order: OrderRow,
  cause: ChangeCause,
  before: OrderStatus | null,
): Promise<void> {
  const moved = before !== order.status;
  await tx.db
    .insertInto('order_events')
    .values({
      business_id: order.business_id,
      fulfiller_id: order.fulfiller_id,
      order_id: order.id,
      at: tx.now(),
      user_id: cause.userId ?? null,
      actor: cause.actor,
      kind: cause.kind,
      status_from: moved ? before : null,
      status_to: moved ? order.status : null,
      detail: JSON.stringify(cause.detail ?? {}),
    })
    .execute();
  tx.changed(order.business_id, 'orders');
  if (order.fulfiller_id) tx.changed(order.fulfiller_id, 'checkout');
}
