import { z } from 'zod';
import type { Clock } from '#contract/dates.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { RemoteFailure } from '../../http.ts';
import { beside, namedRow, orNull, readRows, understood } from '../answers.ts';
import { documentOf } from '../masked.ts';
import { type MarketplaceOrder, type MissingPart, OtherResource, type SeenOrder } from '../sale.ts';
import type { Orders } from '../sales-port.ts';
import { type BillingSource, billingInfo, viewBilling } from './billing.ts';
import { MercadoLivreError } from './client.ts';
import {
  type Coupons,
  hasDiscounts,
  noCoupons,
  readCoupons,
  readFound,
  readFoundPage,
  readOrder,
  remoteId,
} from './order.ts';
import { readParcelOf } from './parcels.ts';

const pageSize = 50;
/** A search beyond this number is split by time. The filter uses hours; one hour is read to its end. */
const mostFound = 1000;
const mostInOneHour = 10_000;
const hourMs = 3_600_000;
const maxMessage = 159;

export const createOrders = (clock: Clock): Orders => ({
  async read(session, orderId, { acceptPartial }) {
    const missing: MissingPart[] = [];
    const first = await readOneOrder(session, orderId, { acceptPartial, missing });
    if (!first) return null;
    const [siblings, parcel, billing] = await Promise.all([
      beside('pack', missing, () => readSiblings(session, first, { acceptPartial, missing })),
      first.shipmentId
        ? beside('parcel', missing, () => readParcelOf(session, first.shipmentId ?? ''))
        : null,
      first.phase === 'paid' ? beside('billing', missing, () => readBilling(session, first)) : null,
    ]);
    if (parcel) missing.push(...parcel.missing);
    return {
      orders: [{ ...first, packPending: siblings === undefined }, ...(siblings ?? [])],
      shipment: parcel?.parcel ?? null,
      ...(billing && { billing: viewBilling(billing) }),
      buyerDocument: documentOf(billing?.buyer.billing_info.identification?.number),
      missing,
    };
  },
  async search(session, from) {
    // Canceled orders are missing in the seller's search unless they are requested.
    const seen: SeenOrder[] = [];
    const failures: unknown[] = [];
    for (const status of [undefined, 'cancelled'])
      await searchOrders(session, { from, to: clock.now(), isOpen: true, status }, seen).catch((error) =>
        failures.push(error),
      );
    return { seen, failures };
  },
  async cancel(session, orderId, { reason, outOfStock }) {
    try {
      await session.call(`/orders/${orderId}/feedback`, {
        method: 'POST',
        json: {
          fulfilled: false,
          rating: 'neutral',
          message: reason.slice(0, maxMessage),
          reason: outOfStock ? 'OUT_OF_STOCK' : 'OTHER_MY_RESPONSIBILITY',
          restock_item: true,
        },
      });
      return null;
    } catch (error) {
      if (!(error instanceof MercadoLivreError) || error.retryable) throw error;
      return error.code === 'feedback_already_exists' ? null : `${error.code}: ${error.message}`;
    }
  },
});

/** Open-ended: later changes are included. */
type Window = { from: Date; to: Date; isOpen: boolean; status: string | undefined };

async function searchOrders(session: SellerSession, window: Window, all: SeenOrder[]): Promise<void> {
  const { from, to, isOpen, status } = window;
  for (let offset = 0; ; offset += pageSize) {
    const query = new URLSearchParams({
      seller: session.remoteUserId,
      'order.date_last_updated.from': from.toISOString(),
      ...(!isOpen && { 'order.date_last_updated.to': to.toISOString() }),
      sort: 'date_desc',
      offset: String(offset),
      limit: String(pageSize),
      ...(status && { 'order.status': status }),
    });
    const { json } = await session.call(`/orders/search?${query}`);
    const { rows, total } = understood(() => readFoundPage(json), 'order search');
    if (total > mostFound && to.getTime() - from.getTime() > hourMs) return halve(session, window, all);
    if (total > mostInOneHour) throw new RemoteFailure('more orders in one hour than can be searched');
    all.push(...readRows(session, rows, readFound, namedRow('order')));
    if (rows.length < pageSize || offset + pageSize >= total) return;
  }
}

async function halve(session: SellerSession, window: Window, all: SeenOrder[]): Promise<void> {
  const middle = new Date((window.from.getTime() + window.to.getTime()) / 2);
  await searchOrders(session, { ...window, to: middle, isOpen: false }, all);
  await searchOrders(session, { ...window, from: middle }, all);
}

/** `missing`: parts of an order that could not be read are added to it. */
type Reading = { acceptPartial: boolean; missing: MissingPart[] };

async function askForCoupons(session: SellerSession, id: string): Promise<Coupons | null> {
  const answer = await orNull(() => session.call(`/orders/${id}/discounts`));
  return answer && understood(() => readCoupons(answer.json), `discounts of order ${id}`);
}

async function readOneOrder(
  session: SellerSession,
  id: string,
  { acceptPartial, missing }: Reading,
): Promise<MarketplaceOrder | null> {
  const answer = await orNull(() => session.call(`/orders/${id}`));
  if (!answer) return null;
  // 206: parts are missing, and missing is not empty.
  if (answer.status === 206 && !acceptPartial) throw new RemoteFailure(`order ${id} is incomplete`);
  const coupons = hasDiscounts(answer.json)
    ? await beside('money', missing, () => askForCoupons(session, id))
    : noCoupons;
  const order = understood(() => readOrder(answer.json, coupons ?? null), `order ${id}`);
  if (order.remoteId !== id) throw new OtherResource(`order ${id}`, 'other_resource', order.remoteId);
  if (order.sellerId !== session.remoteUserId)
    throw new OtherResource(`order ${id}`, 'other_seller', order.sellerId);
  return order;
}

const pack = z.looseObject({ id: remoteId.optional(), orders: z.array(z.looseObject({ id: remoteId })) });

/** The other orders of a cart: all are stored together, so that none is released before the pack is known. */
async function readSiblings(
  session: SellerSession,
  first: MarketplaceOrder,
  reading: Reading,
): Promise<MarketplaceOrder[]> {
  if (!first.packId) return [];
  const answer = await orNull(() => session.call(`/packs/${first.packId}`));
  if (!answer) return [];
  const { id: got = first.packId, orders } = understood(
    () => pack.parse(answer.json),
    `pack ${first.packId}`,
  );
  if (got !== first.packId) throw new OtherResource(`pack ${first.packId}`, 'other_resource', got);
  const siblings: MarketplaceOrder[] = [];
  for (const { id } of orders.filter((other) => other.id !== first.remoteId)) {
    const sibling = await readOneOrder(session, id, reading);
    if (sibling) siblings.push(sibling);
  }
  return siblings;
}

async function readBilling(
  session: SellerSession,
  order: MarketplaceOrder,
): Promise<BillingSource | undefined> {
  if (!order.buyer.billingId) return undefined;
  const path = `/orders/billing-info/${session.siteId}/${order.buyer.billingId}`;
  const answer = await orNull(() => session.call(path));
  if (!answer) return undefined;
  const reported = understood(() => billingInfo.parse(answer.json), `billing of order ${order.remoteId}`);
  const got = reported.buyer.cust_id ?? order.buyer.id;
  if (got !== order.buyer.id)
    throw new OtherResource(`billing of order ${order.remoteId}`, 'other_resource', `${got}`);
  return reported;
}
