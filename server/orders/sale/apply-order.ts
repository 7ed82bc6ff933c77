import { sql } from 'kysely';
import type { OrderEventKind } from '#contract/orders/order-events.ts';
import type { Tx } from '#server/db/transaction.ts';
import { keepSources, type SaleAccount, sourcesOf } from '#server/orders/sync/sale-source.ts';
import type {
  MarketplaceOrder,
  MarketplaceParcel,
  MarketplaceSale,
} from '#server/outside/marketplaces/sale.ts';
import { advance } from './advance.ts';
import { freightShareOf, moveParcel } from './apply-shipment.ts';
import type { Objections } from './approval-reason.ts';
import { withKnownBilling } from './buyer-billing.ts';
import { documentFacts } from './buyer-document.ts';
import { cancelSale } from './cancel.ts';
import { draftOf, type FactsColumns, type SaleDraft, writeDrafts, writeFacts } from './facts.ts';
import { followLines } from './follow-lines.ts';
import { insertOrders, type NewOrder, objectionsOf, type StoredOrder } from './new-sale.ts';
import type { OrderRow } from './order-row.ts';
import { isOlder, remoteFacts } from './remote-facts.ts';
import { partsChangedBy } from './updated-parts.ts';

export async function applyOrder(
  tx: Tx,
  account: SaleAccount,
  order: MarketplaceOrder,
  shipment: MarketplaceParcel | null = null,
): Promise<void> {
  await applySale(tx, account, { orders: [order], shipment });
}

/**
 * Applies reports of the marketplace to our sales, in one transaction, as the seller. Every sale is stored; a report
 * older than the stored state changes nothing, so the number and order of notifications do not matter.
 */
export async function applySale(tx: Tx, account: SaleAccount, sale: MarketplaceSale): Promise<void> {
  const first = sale.orders[0];
  if (!first) return;
  await lockGroups(tx, account, [groupOf(first)]);
  const known = await lockKnown(tx, account, sale.orders);
  const rowOf = (remote: MarketplaceOrder) => known.find((row) => row.remote_order_id === remote.remoteId);
  const newOrders = sale.orders.filter((remote) => !rowOf(remote));
  const stored = await storeNew(
    tx,
    account,
    newOrders.map((remote) => ({ remote, sale })),
  );
  const drafts: SaleDraft[] = stored.map(({ draft }) => draft);
  for (const remote of sale.orders) {
    const row = rowOf(remote);
    if (row) drafts.push(draftOf(await applyKnown(tx, row, remote, sale)));
  }
  // A sibling that waits for its pack may become free now, or blocked.
  const siblings = known.filter((row) => !drafts.some(({ order }) => order.id === row.id));
  await advance(
    tx,
    [...drafts, ...siblings.map(draftOf)].toSorted((one, other) => one.order.id - other.order.id),
    known.length === 0 ? justRead(stored) : undefined,
  );
}

/** Orders that are not stored yet; those canceled meanwhile are stored and closed. */
async function storeNew(tx: Tx, account: SaleAccount, orders: readonly NewOrder[]): Promise<StoredOrder[]> {
  const stored = await insertOrders(tx, account, orders);
  for (const order of stored) {
    if (order.remote.phase !== 'canceled') continue;
    await writeDrafts(tx, [order.draft]);
    order.draft = draftOf(await closeIfCanceled(tx, order.draft.order, order.remote));
  }
  return stored;
}

/** Per order, the facts that `advance` need not read again. */
function justRead(stored: readonly StoredOrder[]): ReadonlyMap<number, Objections> {
  return new Map(
    stored.flatMap((order) => {
      const found = objectionsOf(order);
      return found ? [[order.draft.order.id, found] as const] : [];
    }),
  );
}

async function applyKnown(
  tx: Tx,
  row: OrderRow,
  remote: MarketplaceOrder,
  sale: MarketplaceSale,
): Promise<OrderRow> {
  await storeReportedFees(tx, row, remote);
  const order = await updateSale(tx, row, remote, sale);
  const billing = sale.billing && (await withKnownBilling(tx, order.id, sale.billing));
  await keepSources(tx, [{ order, sources: sourcesOf({ ...sale, billing }, remote, order) }]);
  const { shipment } = sale;
  return shipment && order.shipment_id === shipment.shipmentId
    ? moveParcel(tx, order, shipment, freightShareOf(sale, remote.remoteId))
    : order;
}

/** A fee that was unknown when the sale arrived, distributed over its lines by amount. */
async function storeReportedFees(tx: Tx, order: OrderRow, { lines }: MarketplaceOrder): Promise<void> {
  const reported = lines.filter((line) => line.saleFee !== null);
  if (reported.length === 0) return;
  const { numAffectedRows } = await sql`update order_lines l set sale_fee_centavos = t.fee
    from unnest(${reported.map(({ itemId }) => itemId)}::text[], ${reported.map(({ variationId }) => variationId)}::text[],
      ${reported.map(({ saleFee }) => saleFee)}::bigint[]) as t (item, variation, fee)
    where l.order_id = ${order.id} and l.sale_fee_centavos is null and l.remote_item_id = t.item
      and l.remote_variation_id is not distinct from t.variation`.execute(tx.db);
  if (numAffectedRows) tx.changed(order.business_id, 'orders');
}

/**
 * Two reports about one pack, or one new sale, are applied one after the other. Several locks are always taken in the
 * same order.
 */
async function lockGroups(tx: Tx, account: SaleAccount, groups: readonly string[]): Promise<void> {
  const names = groups.map((group) => `sale:${account.id}:${group}`);
  await sql`select pg_advisory_xact_lock(key)
    from (select hashtextextended(name, 0) as key from unnest(${names}::text[]) name order by 1) keys`.execute(
    tx.db,
  );
}

const groupOf = ({ packId, remoteId }: MarketplaceOrder) => packId ?? remoteId;

/** Stores the new sales together; returns the others, which are applied in a transaction each. */
export async function insertNewOrders(
  tx: Tx,
  account: SaleAccount,
  sales: readonly MarketplaceSale[],
): Promise<MarketplaceSale[]> {
  const groups = new Map<string, MarketplaceSale>();
  for (const sale of sales) {
    const [first] = sale.orders;
    if (first && !groups.has(groupOf(first))) groups.set(groupOf(first), sale);
  }
  await lockGroups(tx, account, [...groups.keys()]);
  const { rows } = await sql<{ remote_order_id: string; pack_id: string | null }>`
    select remote_order_id, pack_id from orders where account_id = ${account.id}
      and (remote_order_id = any (${[...groups.keys()]}::text[]) or pack_id = any (${[...groups.keys()]}::text[])
        or remote_order_id = any (${sales.flatMap(({ orders }) => orders.map(({ remoteId }) => remoteId))}::text[]))`.execute(
    tx.db,
  );
  const known = new Set(rows.flatMap(({ remote_order_id, pack_id }) => [remote_order_id, pack_id]));
  const newGroups = [...groups].filter(
    ([group, { orders }]) => !known.has(group) && !orders.some(({ remoteId }) => known.has(remoteId)),
  );
  const candidates = newGroups.map(([, sale]) => sale);
  const stored = await storeNew(
    tx,
    account,
    candidates.flatMap((sale) => sale.orders.map((remote) => ({ remote, sale }))),
  );
  await advance(
    tx,
    stored.map(({ draft }) => draft),
    justRead(stored),
  );
  const done = new Set(candidates);
  return sales.filter((sale) => !done.has(sale));
}

/** The stored sales of this group, locked in id order, including pack siblings. */
async function lockKnown(tx: Tx, account: SaleAccount, orders: MarketplaceOrder[]): Promise<OrderRow[]> {
  const packs = [...new Set(orders.flatMap(({ packId }) => packId ?? []))];
  return tx.db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', account.id)
    .where((eb) =>
      eb.or([
        eb(
          'remote_order_id',
          'in',
          orders.map((order) => order.remoteId),
        ),
        ...(packs.length > 0 ? [eb('pack_id', 'in', packs)] : []),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function updateSale(
  tx: Tx,
  order: OrderRow,
  remote: MarketplaceOrder,
  { buyerDocument }: MarketplaceSale,
): Promise<OrderRow> {
  if (isOlder(order, remote)) return order;
  const facts = { ...remoteFacts(order, remote), ...documentFacts(tx.sealer, order, buyerDocument) };
  const kind = eventOf(order, remote);
  const changed = kind !== null || differs(order, facts);
  const written = changed
    ? await writeFacts(tx, order, facts, {
        actor: 'marketplace',
        kind: kind ?? 'updated',
        detail: kind === null ? { parts: partsChangedBy(order, facts) } : {},
      })
    : order;
  if (remote.phase === 'canceled' || written.canceled_at) return closeIfCanceled(tx, written, remote);
  return followLines(tx, written, remote.lines);
}

/** The kind for the history; null if only details changed. */
function eventOf(order: OrderRow, remote: MarketplaceOrder): OrderEventKind | null {
  if (remote.phase === 'paid' && order.payment === 'pending') return 'paid';
  if (remote.fraudRisk && !order.fraud_risk) return 'fraud-risk';
  return null;
}

function differs(order: OrderRow, facts: FactsColumns): boolean {
  return Object.entries(facts).some(([column, value]) => {
    const before = order[column as keyof OrderRow];
    const [one, other] = [before, value].map((side) => (side instanceof Date ? side.getTime() : side));
    return one !== other;
  });
}

async function closeIfCanceled(tx: Tx, order: OrderRow, remote: MarketplaceOrder): Promise<OrderRow> {
  if (remote.phase !== 'canceled') return order;
  return cancelSale(tx, order, {
    by: 'marketplace',
    userId: null,
    reason: remote.cancel ? remote.cancel.reason || remote.cancel.by : '',
  });
}
