import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { OrderActor, OrderEventKind } from '#contract/orders/order-events.ts';
import type { OrderStatus } from '#contract/orders/order-states.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JsonObject, Orders } from '#server/db/types.ts';
import { fail } from '#server/fault.ts';
import type { OrderRow } from './order-row.ts';
import { statusOf } from './status.ts';

/** The writable columns of a sale; its status is none of them: it is computed. */
export type FactsColumns = Omit<
  Updateable<Orders>,
  'id' | 'business_id' | 'status' | 'version' | 'updated_at' | 'created_at' | 'search'
>;

export type ChangeCause = {
  actor: OrderActor;
  userId?: number | null;
  kind: OrderEventKind;
  detail?: JsonObject;
};

/** A parcel that the marketplace ships is sent when the marketplace reports it. */
export function isReportedByMarketplace(
  order: Pick<OrderRow, 'account_id' | 'shipment_id' | 'shipped_by_seller'>,
): boolean {
  return order.account_id !== null && order.shipment_id !== null && !order.shipped_by_seller;
}

/** The marketplace reports the parcel in transit, and nobody packed it here. */
export const leftUnpacked = (
  order: Pick<OrderRow, 'shipment_step' | 'packed_at' | 'canceled_at' | 'marketplace_fulfilled'>,
): boolean =>
  order.shipment_step !== null && !order.packed_at && !order.canceled_at && !order.marketplace_fulfilled;

/** Packed under a label of ours that the channel's label still has to replace. No carrier takes such a parcel. */
export const waitsForLabel = (
  order: Pick<
    OrderRow,
    'account_id' | 'shipment_id' | 'shipped_by_seller' | 'status' | 'parcel_label_at' | 'label_printed_at'
  >,
): boolean =>
  order.status === 'waiting_collect' &&
  isReportedByMarketplace(order) &&
  order.parcel_label_at !== null &&
  order.label_printed_at === null;

/** We draw its label: no marketplace makes one. */
export const hasOwnLabel = (order: Pick<OrderRow, 'account_id' | 'shipped_by_seller'>): boolean =>
  order.account_id === null || order.shipped_by_seller;

const findOrder = (tx: Tx, orderId: number, scope: RawBuilder<SqlBool>) =>
  tx.db.selectFrom('orders').selectAll().where('id', '=', orderId).where(scope);

/** The sale if the reader is one of its sides and it is in `scope`; others are not found. */
export async function loadFacts(
  tx: Tx,
  orderId: number,
  scope: RawBuilder<SqlBool> = sql`true`,
): Promise<OrderRow> {
  return (await findOrder(tx, orderId, scope).executeTakeFirst()) ?? fail('not_found');
}

/** Those of several that exist. */
export async function loadFactsOf(tx: Tx, ids: readonly number[]): Promise<OrderRow[]> {
  return tx.db
    .selectFrom('orders')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
}

/**
 * The same, locked until the transaction ends. `scope` is the reach of the caller: outside of it the sale is not found.
 */
export async function lockOrder(
  tx: Tx,
  orderId: number,
  scope: RawBuilder<SqlBool> = sql`true`,
): Promise<OrderRow> {
  return (await findOrder(tx, orderId, scope).forUpdate().executeTakeFirst()) ?? fail('not_found');
}

/** Many of them, locked in the order of their ids. */
export async function lockOrders(
  tx: Tx,
  ids: readonly number[],
  scope: RawBuilder<SqlBool> = sql`true`,
): Promise<OrderRow[]> {
  return tx.db
    .selectFrom('orders')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where(scope)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * The one way to change a sale: locks it, writes new facts with the status they amount to and one history row, and
 * notifies both sides. `decide` gets the locked row and returns the facts to write, or null if there is nothing to do.
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

/** Writes facts onto a row that this transaction has locked; a row that changed meanwhile is refused. */
export async function writeFacts(
  tx: Tx,
  order: OrderRow,
  facts: FactsColumns,
  cause: ChangeCause,
): Promise<OrderRow> {
  const draft = draftOf(order);
  addFacts(draft, facts, cause);
  await writeDrafts(tx, [draft]);
  return draft.order;
}

/** The same facts onto many sales that this transaction has locked, with one history row each. */
export async function writeFactsOfMany(
  tx: Tx,
  orders: readonly OrderRow[],
  facts: FactsColumns,
  cause: ChangeCause,
): Promise<void> {
  const drafts = orders.map(draftOf);
  for (const draft of drafts) addFacts(draft, facts, cause);
  await writeDrafts(tx, drafts);
}

/** A history line that is not written yet. */
export type DraftEvent = {
  business_id: number;
  order_id: number;
  fulfiller_id: number | null;
  user_id: number | null;
  actor: OrderActor;
  kind: OrderEventKind;
  status_from: string | null;
  status_to: string | null;
  detail: object;
};

/** A sale with unwritten changes and their history lines; `stored` is its state in the database. */
export type SaleDraft = { stored: OrderRow; order: OrderRow; events: DraftEvent[] };

export const draftOf = (stored: OrderRow): SaleDraft => ({ stored, order: stored, events: [] });

/** A change of facts: the resulting status, the next version, one history line. */
export function addFacts(draft: SaleDraft, facts: FactsColumns, cause: ChangeCause): void {
  const before = draft.order;
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  const after = { ...before, ...Object.fromEntries(given), version: before.version + 1 };
  draft.order = { ...after, status: statusOf(after) };
  addEvent(draft, cause, before.status);
}

export function addEvent(draft: SaleDraft, cause: ChangeCause, before: OrderStatus | null): void {
  const { id, business_id, fulfiller_id, status } = draft.order;
  const moved = before !== status;
  draft.events.push({
    business_id,
    order_id: id,
    fulfiller_id,
    user_id: cause.userId ?? null,
    actor: cause.actor,
    kind: cause.kind,
    status_from: moved ? before : null,
    status_to: moved ? status : null,
    detail: cause.detail ?? {},
  });
}

/**
 * Writes the drafts of any number of sales, and notifies both sides. Stock that a sale releases is offered to sales
 * that are short.
 */
export async function writeDrafts(tx: Tx, drafts: readonly SaleDraft[]): Promise<void> {
  const changed = drafts.filter(({ stored, order }) => order !== stored);
  if (changed.length > 0) await updateOrders(tx, changed);
  const events = drafts.flatMap((draft) => draft.events);
  if (events.length > 0)
    await sql`insert into order_events
        (business_id, fulfiller_id, order_id, at, user_id, actor, kind, status_from, status_to, detail)
      select e.business_id, e.fulfiller_id, e.order_id, ${tx.now()}::timestamptz, e.user_id, e.actor, e.kind, e.status_from,
        e.status_to, e.detail from jsonb_populate_recordset(null::order_events, ${JSON.stringify(events)}::jsonb)
        with ordinality e order by e.ordinality`.execute(tx.db);
  for (const draft of drafts) {
    const { stored, order } = draft;
    if (order.reserve === 'released' && stored.reserve !== 'released') await offerToShort(tx, order.id);
    tx.changed(order.business_id, 'orders');
    if (order.fulfiller_id) {
      tx.changed(order.fulfiller_id, 'checkout');
      if (isComingBack(order) || isComingBack(stored)) tx.changed(order.fulfiller_id, 'returns');
    }
    if (order.return_expected !== stored.return_expected) tx.changed(order.business_id, 'chats');
    draft.stored = order;
    draft.events = [];
  }
}

const isComingBack = (order: OrderRow) => order.return_expected || order.put_back;

/** One statement for all: the columns that any of them changes. */
async function updateOrders(tx: Tx, drafts: readonly SaleDraft[]): Promise<void> {
  const columns = [
    ...new Set(
      drafts.flatMap(({ stored, order }) =>
        Object.keys(order).filter((key) => order[key as keyof OrderRow] !== stored[key as keyof OrderRow]),
      ),
    ),
  ].toSorted();
  const rows = drafts.map(({ stored, order }) => ({
    ...orderJson(order, [...columns, 'id']),
    version_before: stored.version,
  }));
  const set = columns.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`);
  const json = JSON.stringify(rows);
  const { rows: written } = await sql`
    update orders o set ${sql.join(set)}, updated_at = ${tx.now()}
    from jsonb_populate_recordset(null::orders, ${json}::jsonb) r
      join jsonb_to_recordset(${json}::jsonb) as k (id bigint, version_before integer) on k.id = r.id
    where o.id = r.id and o.version = k.version_before returning o.id`.execute(tx.db);
  if (written.length !== drafts.length) fail('state_conflict');
}

/** Columns of a sale as JSON: JSON columns are passed as text. */
export function orderJson(order: OrderRow, columns: readonly string[]): Record<string, unknown> {
  const chosen = columns.map((column) => [column, order[column as keyof OrderRow]] as const);
  return Object.fromEntries(
    chosen.map(([column, value]) => [
      column,
      (column === 'buyer' || column === 'changed_lines') && typeof value === 'string'
        ? JSON.parse(value)
        : value,
    ]),
  );
}

/** Stock that a sale releases may be taken by sales of any seller that are short. */
export async function offerToShort(tx: Tx, orderId: number): Promise<void> {
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
 * One history line for an event that changes no fact (a refused cancel, a letter). A change of facts goes through
 * `changeOrder`, which writes its own line. The statuses are set if they differ.
 */
export async function recordEvent(
  tx: Tx,
  order: OrderRow,
  cause: ChangeCause,
  before: OrderStatus | null,
): Promise<void> {
  const draft = draftOf(order);
  addEvent(draft, cause, before);
  await writeDrafts(tx, [draft]);
}
