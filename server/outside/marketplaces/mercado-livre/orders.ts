import { z } from 'zod';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { RemoteFailure } from '../../http.ts';
import { beside, orNull, understood } from '../answers.ts';
import { type MarketplaceOrder, type MissingPart, OtherResource, type SeenOrder } from '../sale.ts';
import type { Orders } from '../sales-port.ts';
import { MercadoLivreError } from './client.ts';
import { readFound, readOrder, remoteId } from './order.ts';
import { readParcelOf } from './parcels.ts';

const pageSize = 50;
const maxPages = 40;
const maxMessage = 159;

export const orders: Orders = {
  async read(session, orderId, { acceptPartial }) {
    const first = await readOneOrder(session, orderId, acceptPartial);
    if (!first) return null;
    const missing: MissingPart[] = [];
    const [siblings, parcel, billing] = await Promise.all([
      beside('pack', missing, () => readSiblings(session, first, acceptPartial)),
      first.shipmentId
        ? beside('parcel', missing, () => readParcelOf(session, first.shipmentId ?? ''))
        : null,
      first.phase === 'paid' ? beside('billing', missing, () => readBilling(session, first)) : null,
    ]);
    if (parcel) missing.push(...parcel.missing);
    return {
      orders: [{ ...first, packPending: siblings === undefined }, ...(siblings ?? [])],
      shipment: parcel?.parcel ?? null,
      billing: billing ?? undefined,
      missing,
    };
  },
  async search(session, from) {
    // Canceled orders are left out of the seller's search unless they are asked for.
    const seen: SeenOrder[] = [];
    const failures: unknown[] = [];
    for (const status of [undefined, 'cancelled'])
      await searchOrders(session, from, status, seen).catch((error) => failures.push(error));
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
};

async function searchOrders(
  session: SellerSession,
  from: Date,
  status: string | undefined,
  all: SeenOrder[],
): Promise<void> {
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({
      seller: session.remoteUserId,
      'order.date_last_updated.from': from.toISOString(),
      sort: 'date_desc',
      offset: String(page * pageSize),
      limit: String(pageSize),
      ...(status && { 'order.status': status }),
    });
    const { json } = await session.call(`/orders/search?${query}`);
    const { seen, total } = understood(() => readFound(json), 'order search');
    all.push(...seen);
    if (seen.length < pageSize || (page + 1) * pageSize >= total) break;
  }
}

async function readOneOrder(
  session: SellerSession,
  id: string,
  acceptPartial: boolean,
): Promise<MarketplaceOrder | null> {
  const answer = await orNull(() => session.call(`/orders/${id}`));
  if (!answer) return null;
  // 206: parts are missing, and missing is not empty.
  if (answer.status === 206 && !acceptPartial) throw new RemoteFailure(`order ${id} is incomplete`);
  const order = understood(() => readOrder(answer.json), `order ${id}`);
  if (order.remoteId !== id) throw new OtherResource(`order ${id}`, 'other_resource', order.remoteId);
  if (order.sellerId !== session.remoteUserId)
    throw new OtherResource(`order ${id}`, 'other_seller', order.sellerId);
  return order;
}

const pack = z.looseObject({ orders: z.array(z.looseObject({ id: remoteId })) });

/** The other orders of a cart: all are stored together, so that none is released before the pack is known. */
async function readSiblings(
  session: SellerSession,
  first: MarketplaceOrder,
  acceptPartial: boolean,
): Promise<MarketplaceOrder[]> {
  if (!first.packId) return [];
  const answer = await orNull(() => session.call(`/packs/${first.packId}`));
  if (!answer) return [];
  const { orders } = understood(() => pack.parse(answer.json), `pack ${first.packId}`);
  const siblings: MarketplaceOrder[] = [];
  for (const { id } of orders.filter((other) => other.id !== first.remoteId)) {
    const sibling = await readOneOrder(session, id, acceptPartial);
    if (sibling) siblings.push(sibling);
  }
  return siblings;
}

async function readBilling(session: SellerSession, order: MarketplaceOrder): Promise<unknown> {
  if (!order.buyer.billingId) return undefined;
  const path = `/orders/billing-info/${session.siteId}/${order.buyer.billingId}`;
  return (await orNull(() => session.call(path)))?.json;
}
