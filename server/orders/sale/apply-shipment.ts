import { type Centavos, splitMoney } from '#contract/money.ts';
import type { OrderEventKind } from '#contract/orders/order-events.ts';
import { stateCodeOf } from '#contract/states-of-brazil.ts';
import { asBusiness, type Tx } from '#server/db/transaction.ts';
import type { JsonObject } from '#server/db/types.ts';
import { dispatchStock } from '#server/orders/checkout/dispatch-stock.ts';
import { leaveBegunList } from '#server/orders/picking/membership.ts';
import { keepSources, parcelSources, type SaleAccount } from '#server/orders/sync/sale-source.ts';
import { isMasked } from '#server/outside/marketplaces/masked.ts';
import type { MarketplaceParcel, MarketplaceSale, Receiver } from '#server/outside/marketplaces/sale.ts';
import { advanceLocked } from './advance.ts';
import { type FactsColumns, leftUnpacked, writeFacts } from './facts.ts';
import type { OrderRow } from './order-row.ts';
import { isOldNews } from './remote-facts.ts';
import { partsChangedBy } from './updated-parts.ts';

/** Applies a report about a parcel to its sales; returns false for a parcel without sales. */
export async function applyShipment(
  tx: Tx,
  account: SaleAccount,
  shipment: MarketplaceParcel,
): Promise<boolean> {
  const orders = await tx.db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('shipment_id', '=', shipment.shipmentId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const shares = freightShares(
    shipment,
    orders.map(({ total_centavos }) => total_centavos),
  );
  for (const [n, order] of orders.entries()) {
    await keepSources(tx, [{ order, sources: parcelSources(shipment, order) }]);
    await advanceLocked(tx, await moveParcel(tx, order, shipment, shares[n] ?? null));
  }
  return orders.length > 0;
}

/** The freight that the seller pays for a parcel, distributed over its sales by their amounts. */
export function freightShares(
  { freight }: Pick<MarketplaceParcel, 'freight'>,
  totals: readonly Centavos[],
): (Centavos | null)[] {
  return freight === null ? totals.map(() => null) : splitMoney(freight, totals);
}

/** The share of one of the sales that were read together. */
export function freightShareOf({ orders, shipment }: MarketplaceSale, remoteId: string): Centavos | null {
  if (!shipment) return null;
  const inside = orders.filter(({ shipmentId }) => shipmentId === shipment.shipmentId);
  const shares = freightShares(
    shipment,
    inside.map(({ total }) => total),
  );
  return shares[inside.findIndex((order) => order.remoteId === remoteId)] ?? null;
}

/**
 * Applies the report about its parcel to a locked sale. Dispatched goods leave the packed bucket of stock; a sale that
 * left without being packed here is removed from picking lists, and waits at the bench with its reservation.
 */
export async function moveParcel(
  tx: Tx,
  order: OrderRow,
  shipment: MarketplaceParcel,
  freight: Centavos | null,
): Promise<OrderRow> {
  const change = shipmentFacts(order, shipment, freight);
  if (!change) return order;
  const { facts, kind, detail } = change;
  const after = await writeFacts(tx, order, facts, { actor: 'marketplace', kind, detail });
  if (after.collected_at && !order.collected_at) await dispatchStock(tx, after, null);
  if (leftUnpacked(after) && after.fulfiller_id !== null)
    await asBusiness(tx, after.fulfiller_id, () => leaveBegunList(tx, after.id));
  return after;
}

type Change = { facts: FactsColumns; kind: OrderEventKind; detail: JsonObject };

/** The facts of a sale that tell whether a report about its parcel is new. */
export const parcelColumns = [
  'shipment_status',
  'shipment_substatus',
  'shipment_progress',
  'shipment_updated_at',
  'logistic_type',
  'marketplace_fulfilled',
  'tracking_code',
  'tracking_url',
  'dispatch_limit',
  'promised_at',
  'label_ready',
  'label_available_at',
  'freight_centavos',
  'document',
  'buyer_name',
  'buyer',
  'buyer_erased_at',
  'needs_arranging',
  'packed_at',
  'collected_at',
  'sent_at',
  'delivered_at',
] as const satisfies (keyof OrderRow)[];
export type KnownParcel = Pick<OrderRow, (typeof parcelColumns)[number]>;

/**
 * The changes of a sale by a report about its parcel and its share of the freight; null if the report is old or the
 * same.
 */
export function shipmentFacts(
  order: KnownParcel,
  shipment: MarketplaceParcel,
  freight: Centavos | null,
): Change | null {
  if (isOldNews(order, shipment)) return null;
  const same = order.shipment_updated_at?.getTime() === shipment.updatedAt.getTime();
  const label = order.label_ready || shipment.hasLabel;
  const facts: FactsColumns = {
    shipment_status: shipment.status,
    shipment_substatus: shipment.substatus,
    shipment_step: shipment.step,
    shipment_progress: shipment.progress,
    shipment_updated_at: shipment.updatedAt,
    logistic_type: shipment.logisticType || order.logistic_type,
    marketplace_fulfilled:
      shipment.logisticType === '' ? order.marketplace_fulfilled : shipment.marketplaceFulfilled,
    shipped_by_seller: shipment.shippedBySeller,
    needs_arranging: shipment.needsArranging,
    tracking_code: shipment.trackingCode || order.tracking_code,
    // The link of another code.
    ...(shipment.trackingCode && shipment.trackingCode !== order.tracking_code && { tracking_url: '' }),
    dispatch_limit: shipment.dispatchLimit ?? order.dispatch_limit,
    promised_at: shipment.promisedAt ?? order.promised_at,
    freight_centavos: freight ?? order.freight_centavos,
    label_ready: label,
    label_available_at: label ? null : (shipment.bufferedUntil ?? order.label_available_at),
    ...documentFacts(order, shipment, label),
    ...(shipment.receiver &&
      order.buyer_erased_at === null && {
        buyer_name: unmasked(shipment.receiver.name) ?? order.buyer_name,
        buyer: JSON.stringify(knownReceiver(shipment.receiver, order.buyer)),
      }),
  };
  const transit = transitFacts(
    { ...order, marketplace_fulfilled: facts.marketplace_fulfilled ?? false },
    shipment,
  );
  const moved = order.shipment_status !== shipment.status || order.shipment_substatus !== shipment.substatus;
  const late = shipment.dispatchLimit && shipment.dispatchLimit.getTime() !== order.dispatch_limit?.getTime();
  const costs = facts.freight_centavos !== order.freight_centavos;
  const arranging = facts.needs_arranging !== order.needs_arranging;
  if (same && !moved && !late && !costs && !arranging && Object.keys(transit).length === 0) return null;
  const { status, substatus } = shipment;
  const written = { ...facts, ...transit };
  return moved
    ? { facts: written, kind: 'shipment-moved', detail: { status, substatus } }
    : { facts: written, kind: 'updated', detail: { parts: partsChangedBy(order, written) } };
}

/** A masked name (`***`) never overwrites a full one. */
function unmasked(name: string): string | null {
  return name === '' || isMasked(name) ? null : name;
}

/**
 * An address is one value: it is replaced completely or kept, because the street of one and the city of another lead
 * nowhere. A partly masked address replaces none that was ever complete. Name and other facts of the buyer are
 * separate.
 */
function knownReceiver({ name, ...address }: Receiver, known: unknown): object {
  const { name: knownName = '', ...before } = (known ?? {}) as Partial<Receiver>;
  const isWhole = address.street !== '' && !Object.values(address).some(isMasked);
  const keeps = !isWhole && Boolean(before.street);
  const reported = Object.fromEntries(
    Object.entries(address).map(([part, text]) => [
      part,
      isMasked(text) ? '' : part === 'state' ? stateCodeOf(text) : text,
    ]),
  );
  return { ...before, ...(keeps ? {} : reported), name: unmasked(name) ?? knownName };
}

function documentFacts(order: KnownParcel, shipment: MarketplaceParcel, label: boolean): FactsColumns {
  if (shipment.needsDocument === false) return { document: 'not_required', document_error: null };
  // If there is a label, the marketplace has its document, from either side.
  return label && order.document !== 'not_required' ? { document: 'accepted', document_error: null } : {};
}

type Parcel = Pick<
  OrderRow,
  'packed_at' | 'collected_at' | 'sent_at' | 'delivered_at' | 'marketplace_fulfilled'
>;

/**
 * The transit facts for the state of a parcel; never reverses one. A parcel that left without being packed here has
 * none: it is shown in the status of the shipment until the bench has packed it.
 */
export function transitFacts(
  order: Parcel,
  { step, updatedAt: at }: Pick<MarketplaceParcel, 'step' | 'updatedAt'>,
): FactsColumns {
  if (!order.packed_at && !order.marketplace_fulfilled) return {};
  if (!step) return {};
  return {
    ...(!order.collected_at && { collected_at: at }),
    ...(step !== 'collected' && !order.sent_at && { sent_at: at }),
    ...(step === 'delivered' && !order.delivered_at && { delivered_at: at }),
  };
}
