import { z } from 'zod';
import { orNull, understood } from '../answers.ts';
import { type MarketplaceParcel, OtherResource, type ParcelStep } from '../sale.ts';
import type { ParcelProgress, Parcels } from '../sales-port.ts';
import type { SellerSession } from '../seller-session.ts';
import { askForOrder } from './ask-order.ts';
import { NuvemshopError, storePath } from './client.ts';
import { type OrderSource, receiverOf } from './order.ts';
import { maybe, numberOf, remoteId, remoteTime } from './values.ts';

const fulfilment = z.looseObject({
  id: remoteId,
  status: z.string(),
  shipping: maybe(
    z.looseObject({ type: maybe(z.string()), carrier: maybe(z.looseObject({ name: maybe(z.string()) })) }),
  ),
  tracking_info: maybe(z.looseObject({ code: maybe(z.string()), url: maybe(z.string()) })),
  updated_at: maybe(remoteTime),
});
type Fulfilment = z.output<typeof fulfilment>;

const pathOf = (session: SellerSession, orderId: string) =>
  `${storePath(session.remoteUserId)}/orders/${encodeURIComponent(orderId)}/fulfillment-orders`;

/** None if the order does not exist; an invalid answer does not count as that. */
async function askForFulfilments(session: SellerSession, orderId: string) {
  const json: unknown = ((await orNull(() => session.call(pathOf(session, orderId)))) ?? { json: [] }).json;
  const parts = understood(() => z.array(fulfilment).parse(json), `fulfilment of order ${orderId}`);
  return { json, parts: parts.filter(isShipped) };
}

/** An order without shipping has no parcel. */
const isShipped = ({ shipping, status }: Fulfilment) =>
  shipping?.type !== 'non-shippable' && !/^cancel/i.test(status);

const walk = ['UNPACKED', 'PACKED', 'DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED'];

/** An unknown state comes first: nothing has certainly happened. */
const placeOf = ({ status }: Pick<Fulfilment, 'status'>) => Math.max(0, walk.indexOf(status.toUpperCase()));

function stepOf(place: number): ParcelStep | null {
  if (place >= walk.indexOf('DELIVERED')) return 'delivered';
  return place >= walk.indexOf('DISPATCHED') ? 'sent' : null;
}

/**
 * A store may split an order over its locations; our stock is one, so everything leaves as one parcel, identified by
 * its order, with the state of the least advanced part. Null if nothing of it is shipped.
 */
export async function readParcelOfOrder(
  session: SellerSession,
  order: OrderSource,
): Promise<MarketplaceParcel | null> {
  const { json, parts } = await askForFulfilments(session, order.id);
  const [first] = parts;
  if (!first) return null;
  const place = Math.min(...parts.map(placeOf));
  const times = [order.updated_at ?? order.created_at, ...parts.map((part) => part.updated_at)];
  return {
    shipmentId: order.id,
    status: (parts.find((part) => placeOf(part) === place) ?? first).status.toLowerCase(),
    substatus: '',
    logisticType: first.shipping?.carrier?.name || first.shipping?.type || 'ship',
    step: stepOf(place),
    progress: place,
    // The seller's own label, at any time.
    hasLabel: true,
    needsDocument: false,
    needsArranging: false,
    marketplaceFulfilled: false,
    shippedBySeller: true,
    updatedAt: new Date(Math.max(...times.map((time) => time?.getTime() ?? 0))),
    trackingCode: parts.find((part) => part.tracking_info?.code)?.tracking_info?.code ?? '',
    dispatchLimit: null,
    promisedAt: null,
    bufferedUntil: null,
    receiver: receiverOf(order),
    freight: order.shipping_cost_owner ?? null,
    raw: json,
    rawSla: null,
  };
}

/** From the place it is at to the one that was reached here, one step at a time. */
function stepsOf(
  part: Fulfilment,
  { step, trackingCode, trackingUrl }: ParcelProgress,
): Record<string, unknown>[] {
  const place = placeOf(part);
  if (step === 'open') return place === 1 ? [{ status: 'UNPACKED' }] : [];
  const packed = place === 0 ? [{ status: 'PACKED' }] : [];
  if (step === 'packed' || place >= walk.indexOf('DISPATCHED')) return packed;
  // All three or none; the url may be empty.
  const info = { code: trackingCode, url: trackingUrl, notify_customer: true };
  return [...packed, { status: 'DISPATCHED', ...(trackingCode && { tracking_info: info }) }];
}

async function report(
  session: SellerSession,
  orderId: string,
  progress: ParcelProgress,
): Promise<string | null> {
  try {
    for (const part of (await askForFulfilments(session, orderId)).parts)
      for (const change of stepsOf(part, progress))
        await session.call(`${pathOf(session, orderId)}/${encodeURIComponent(part.id)}`, {
          method: 'PATCH',
          json: change,
        });
    return null;
  } catch (error) {
    if (!(error instanceof NuvemshopError) || error.retryable || error.kind === 'unauthorized') throw error;
    return `${error.code}: ${error.message}`;
  }
}

const metafields = z.array(z.looseObject({ value: z.string() }));
const place = { namespace: 'nfe', key: 'list' } as const;

/** Whether the order has exactly this NF-e already. */
async function hasDocument(session: SellerSession, orderId: string, value: string): Promise<boolean> {
  const query = new URLSearchParams({ owner_id: orderId, ...place });
  const { json } = await session.call(`${storePath(session.remoteUserId)}/metafields/orders?${query}`);
  const found = understood(() => metafields.parse(json), `NF-e of order ${orderId}`);
  return found.some((one) => one.value === value);
}

/**
 * The key of the NF-e, in the field that the store's screens show. After a refusal it may be there from an earlier try
 * with a lost answer.
 */
async function sendDocument(
  session: SellerSession,
  orderId: string,
  { key }: { key: string },
): Promise<string | null> {
  const value = JSON.stringify([{ key }]);
  try {
    await session.call(`${storePath(session.remoteUserId)}/metafields`, {
      method: 'POST',
      json: { ...place, value, owner_resource: 'Order', owner_id: numberOf(orderId) },
    });
    return null;
  } catch (error) {
    if (!(error instanceof NuvemshopError) || error.retryable || error.kind === 'unauthorized') throw error;
    const isThere = error.kind === 'refused' && (await hasDocument(session, orderId, value));
    return isThere ? null : `${error.code}: ${error.message}`;
  }
}

export const parcels: Parcels = {
  async read(session, parcelId) {
    const answer = await askForOrder(session, parcelId);
    const parcel = answer && (await readParcelOfOrder(session, answer.order));
    if (parcel && parcel.shipmentId !== parcelId)
      throw new OtherResource(`shipment ${parcelId}`, 'other_resource', parcel.shipmentId);
    return parcel && { parcel, missing: [] };
  },
  ordersOf: async (_session, parcelId) => [parcelId],
  sendDocument,
  arrange: null,
  label: null,
  labels: null,
  report,
};
