import { sql } from 'kysely';
import { type BulkOutcome, type BulkSelection, outcomeOf } from '#contract/bulk.ts';
import { asCode } from '#contract/codes.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { labelOf } from '#contract/orders/parcel-label.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { carrierColumns } from '#server/orders/carriers/carrier.ts';
import { isLabelledWith } from '#server/orders/labelled-with.ts';
import { readPiles } from '#server/orders/manifests/manifest.queries.ts';
import { addToManifests } from '#server/orders/manifests/manifest.ts';
import {
  isReportedByMarketplace,
  lockOrders,
  waitsForLabel,
  writeFacts,
  writeFactsOfMany,
} from '#server/orders/sale/facts.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';
import { enqueueParcelReport } from '#server/orders/sync/report-parcel.ts';
import { findSelectedCheckout } from './checkout.queries.ts';
import { dispatchOwnStock, dispatchStock } from './dispatch-stock.ts';
import { lockAtBench } from './lock-at-bench.ts';
import { benchSale, findObstacle, refuseObstacles } from './obstacles.ts';

/** The carrier takes the parcel that the scanned label identifies. The cancel window closes. */
export async function collectOrder(tx: Tx, actor: Actor, id: number, code: string): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'collect');
  if (labelScanned(code, order) === null) fail('label_mismatch');
  const refusal = refusalOfLabel(order, code);
  if (refusal) fail(refusal, { facts: { sale: id } });
  await refuseUnreadyParcel(tx, order);
  await markCollected(tx, actor, [order], { code });
}

const labelScanned = (code: string, { id, shipment_id: shipmentId, tracking_code: trackingCode }: OrderRow) =>
  labelOf(code, { id, shipmentId, trackingCode });

/**
 * Why no carrier takes the parcel with its current label: the channel has no label yet, or our substitute is still on
 * it. A scan of the channel's label proves that the parcel carries it, wherever it was printed.
 */
function refusalOfLabel(order: OrderRow, code: string | null): ErrorCode | null {
  if (!isReportedByMarketplace(order)) return null;
  const scanned = code === null ? null : labelScanned(code, order);
  if (scanned === 'own') return 'channel_label_required';
  if (!order.label_ready) return 'label_not_ready';
  return scanned === null && waitsForLabel(order) ? 'channel_label_required' : null;
}

/** The same without a scan, for a label that cannot be read, or that somebody else printed. */
export async function collectByHand(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'collectByHand');
  if (waitsForLabel(order)) fail('channel_label_required', { facts: { sale: id } });
  await refuseUnreadyParcel(tx, order);
  await markCollected(tx, actor, [order], { reason });
}

/** The sales are with the carrier now, and on the manifest that its driver signs. */
async function markCollected(
  tx: Tx,
  actor: Actor,
  orders: readonly OrderRow[],
  detail: Record<string, string | number>,
): Promise<void> {
  await dispatchOwnStock(tx, orders, actor.userId);
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'collected', detail } as const;
  await writeFactsOfMany(tx, orders, { collected_at: tx.now() }, cause);
  await addToManifests(tx, actor, orders);
}

/**
 * The same for many sales: the history of each has the reason, and each that does not wait for the carrier is named.
 */
export async function collectOrders(
  tx: Tx,
  actor: Actor,
  { reason, ...selection }: BulkSelection & { reason: string },
): Promise<BulkOutcome> {
  const found = await findSelectedCheckout(tx, actor, selection);
  const orders = await lockOrders(tx, found);
  const refusals = new Map<number, ErrorCode | null>();
  for (const order of orders) refusals.set(order.id, await refusalOf(tx, actor, order));
  const waiting = orders.filter((order) => refusals.get(order.id) === null);
  if (waiting.length > 0) await markCollected(tx, actor, waiting, { reason, together: waiting.length });
  const failed = orders.flatMap(({ id }) => {
    const code = refusals.get(id);
    return code ? [{ id, code }] : [];
  });
  return outcomeOf(
    selection.ids ?? found,
    waiting.map((order) => order.id),
    failed,
  );
}

/** Why the carrier cannot take the sale; null if it can. */
async function refusalOf(tx: Tx, actor: Actor, order: OrderRow): Promise<ErrorCode | null> {
  const obstacle = await findObstacle(tx, actor, benchSale(tx, order), 'collectByHand');
  if (obstacle) return obstacle.code;
  const refusal = refusalOfLabel(order, null);
  if (refusal) return refusal;
  return (await findRefusalOfMate(tx, order)) ? 'parcel_not_ready' : null;
}

/**
 * Hands over label after label of a pile, of any sale. A parcel of several sales goes as a whole, after all of it is
 * packed. A parcel that the marketplace saw leave a moment before is on the truck, so it is scanned onto the manifest
 * too.
 */
export async function handOver(tx: Tx, actor: Actor, scanned: string) {
  const orders = await lockOrders(tx, await findLabelled(tx, actor, scanned));
  if (orders.length === 0) fail('code_unknown', { facts: { code: asCode(scanned) } });
  const listed = await findListed(tx, orders);
  const canceled = orders.find(isCanceledInside);
  if (canceled) fail('order_canceled', { facts: { sale: canceled.id, putBack: true } });
  const leaving = orders.filter((order) => !listed.has(order.id) && isLeaving(order));
  const [first] = leaving;
  if (!first) return refuseLeft(orders, listed);
  for (const order of leaving) {
    if (order.status === 'waiting_collect') await refuseObstacles(tx, actor, benchSale(tx, order), 'collect');
    const refusal = refusalOfLabel(order, scanned);
    if (refusal) fail(refusal, { facts: { sale: order.id } });
  }
  const refusal = await findRefusalOfMate(tx, first);
  if (refusal) throw refusal;
  const waiting = leaving.filter((order) => order.status === 'waiting_collect');
  const gone = leaving.filter((order) => order.status !== 'waiting_collect');
  if (waiting.length > 0) await markCollected(tx, actor, waiting, { code: scanned });
  if (gone.length > 0) await addToManifests(tx, actor, gone);
  const [pile] = await readPiles(tx, actor, first.id);
  return {
    sales: leaving.map((order) => ({ id: order.id, name: order.buyer_name })),
    pile: pile ?? fail('state_conflict'),
  };
}

const isLeaving = (order: OrderRow) =>
  order.status === 'waiting_collect' || (order.status === 'collected' && !order.return_expected);

/** Nothing of this parcel is left to hand over: it is on a manifest, was canceled and opened again, or left before. */
function refuseLeft(orders: readonly OrderRow[], listed: ReadonlyMap<number, number | null>): never {
  for (const { id } of orders) {
    const number = listed.get(id);
    if (number !== undefined)
      fail('order_already_collected', {
        facts: { sale: id, ...(number === null ? { open: true } : { number }) },
      });
  }
  const [sale] = orders;
  const facts = { sale: sale?.id ?? 0 };
  return fail(sale?.canceled_at ? 'order_canceled' : 'order_already_collected', { facts });
}

/** Packed sales in reach that have this label. */
async function findLabelled(tx: Tx, actor: Actor, scanned: string): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.fulfiller_id', '=', actor.businessId)
    .where('o.packed_at', 'is not', null)
    .where(withinWarehouses(actor, sql`o.warehouse_id`))
    .where(isLabelledWith(scanned))
    .execute();
  return rows.map((row) => row.id);
}

/** The manifests of sales, by sale: the number, or null for an open one. */
async function findListed(tx: Tx, orders: readonly OrderRow[]): Promise<Map<number, number | null>> {
  const rows = await tx.db
    .selectFrom('manifest_sales as s')
    .innerJoin('manifests as m', 'm.id', 's.manifest_id')
    .select(['s.order_id', 'm.number'])
    .where(sql<boolean>`s.order_id = any(${orders.map(({ id }) => id)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.order_id, row.number]));
}

type Mate = Pick<OrderRow, 'id' | 'canceled_at' | 'put_back' | 'packed_at' | 'changed_lines'>;

/** Its goods are still in the parcel. */
const isCanceledInside = ({ canceled_at, put_back }: Mate) => canceled_at !== null && put_back;

/** Why a parcel cannot leave because of this sale in it; null if it can. */
function refusalOfMate(mate: Mate): Fault | null {
  const { id: sale } = mate;
  if (isCanceledInside(mate)) return new Fault('order_canceled', { facts: { sale, putBack: true } });
  if (mate.canceled_at) return null;
  if (!mate.packed_at) return new Fault('not_packed', { facts: { sale } });
  return mate.changed_lines === null ? null : new Fault('order_changed', { facts: { sale } });
}

/** Another sale of the same parcel that was canceled with its goods inside, is not packed yet, or was changed. */
async function findRefusalOfMate(tx: Tx, order: OrderRow): Promise<Fault | null> {
  if (order.account_id === null || order.pack_id === null) return null;
  const mates = await tx.db
    .selectFrom('orders')
    .select(['id', 'canceled_at', 'put_back', 'packed_at', 'changed_lines'])
    .where('account_id', '=', order.account_id)
    .where('pack_id', '=', order.pack_id)
    .where('shipment_id', '=', order.shipment_id)
    .where('fulfiller_id', '=', order.fulfiller_id)
    .where('id', '<>', order.id)
    .orderBy('id')
    .execute();
  return mates.map(refusalOfMate).find((refusal) => refusal !== null) ?? null;
}

/** The same for one sale of it: a parcel leaves as a whole, however it is collected. */
async function refuseUnreadyParcel(tx: Tx, order: OrderRow): Promise<void> {
  const refusal = await findRefusalOfMate(tx, order);
  if (refusal) fail('parcel_not_ready', refusal.facts ? { facts: refusal.facts } : {});
}

type Sending = { trackingCode: string; carrierId?: number | null | undefined };

export async function sendOrder(
  tx: Tx,
  actor: Actor,
  id: number,
  { trackingCode, carrierId }: Sending,
): Promise<void> {
  const { order } = await lockAtBench(tx, actor, id, 'send');
  if (isReportedByMarketplace(order)) fail('marketplace_reports_shipping');
  const tracking = trackingCode || order.tracking_code;
  if (tracking === '') fail('tracking_required', { fields: { trackingCode: 'required' } });
  const carrier = await carrierColumns(tx, actor, {
    ...{ logisticType: order.logistic_type, code: tracking, carrierId },
  });
  await dispatchStock(tx, order, actor.userId);
  const sent = { sent_at: tx.now(), collected_at: order.collected_at ?? tx.now(), tracking_code: tracking };
  const facts = { ...sent, ...carrier };
  const detail = { trackingCode: tracking };
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'sent', detail } as const;
  enqueueParcelReport(tx, await writeFacts(tx, order, facts, cause));
}
