import { z } from 'zod';
import type { Clock } from '#contract/dates.ts';
import type { Centavos } from '#contract/money.ts';
import { RemoteFailure } from '../../http.ts';
import { beside, namedRow, orNull, readRows, understood } from '../answers.ts';
import { documentOf } from '../masked.ts';
import type { MarketplaceSale, MissingPart, SeenOrder } from '../sale.ts';
import type { Orders } from '../sales-port.ts';
import type { SellerSession } from '../seller-session.ts';
import { askForOrder } from './ask-order.ts';
import { NuvemshopError, storePath } from './client.ts';
import {
  identificationOf,
  isFromElsewhere,
  readFound,
  readRefunded,
  viewBilling,
  viewOrder,
} from './order.ts';
import { askPage } from './pages.ts';
import { readParcelOfOrder } from './parcels.ts';

const pageSize = 200;
/** A search that finds more is refused: it is cut by time. */
const mostFound = 10_000;
const shortestMs = 60_000;

async function askForRefunds(session: SellerSession, orderId: string): Promise<Centavos | null> {
  const path = `${storePath(session.remoteUserId)}/orders/${encodeURIComponent(orderId)}/transactions`;
  const answer = await orNull(() => session.call(path));
  return answer && understood(() => readRefunded(answer.json), `transactions of order ${orderId}`);
}

export const createOrders = (clock: Clock): Orders => ({
  async read(session, orderId): Promise<MarketplaceSale | null> {
    const answer = await askForOrder(session, orderId);
    if (!answer || isFromElsewhere(answer.order)) return null;
    const { order, json } = answer;
    const missing: MissingPart[] = [];
    const [parcel, refunded] = await Promise.all([
      beside('parcel', missing, () => readParcelOfOrder(session, order)),
      order.payment_status === 'partially_refunded'
        ? beside('money', missing, () => askForRefunds(session, orderId))
        : 0,
    ]);
    return {
      // Unreadable parts are requested again; until then the sale keeps its parcel.
      orders: [viewOrder(order, json, parcel === null ? null : order.id, refunded ?? null)],
      shipment: parcel ?? null,
      billing: viewBilling(order),
      buyerDocument: documentOf(identificationOf(order)),
      missing,
    };
  },
  async search(session, from) {
    const seen: SeenOrder[] = [];
    const failures: unknown[] = [];
    await searchWindow(session, { from, to: clock.now(), isOpen: true }, seen).catch((error: unknown) =>
      failures.push(error),
    );
    return { seen, failures };
  },
  async cancel(session, orderId, { outOfStock }) {
    try {
      // Both happen unless they are disabled. We set the quantity there ourselves.
      await session.call(`${storePath(session.remoteUserId)}/orders/${orderId}/cancel`, {
        method: 'POST',
        json: { reason: outOfStock ? 'inventory' : 'other', email: true, restock: false },
      });
      return null;
    } catch (error) {
      if (!(error instanceof NuvemshopError) || error.retryable || error.kind === 'unauthorized') throw error;
      const now = await askForOrder(session, orderId);
      return now?.order.status === 'cancelled' ? null : `${error.code}: ${error.message}`;
    }
  },
});

const foundPage = z.array(z.unknown());

/** Open-ended: later changes are included. */
type Window = { from: Date; to: Date; isOpen: boolean };

/** Page after page; a window with too many is halved, so that no order is left out. */
async function searchWindow(session: SellerSession, window: Window, all: SeenOrder[]): Promise<void> {
  const { from, to, isOpen } = window;
  for (let page = 1; page * pageSize <= mostFound; page++) {
    const query = new URLSearchParams({
      status: 'any',
      updated_at_min: from.toISOString(),
      ...(!isOpen && { updated_at_max: to.toISOString() }),
      page: String(page),
      per_page: String(pageSize),
    });
    const path = `${storePath(session.remoteUserId)}/orders?${query}`;
    const answer = await askPage(session, path, page);
    if (!answer) return;
    if (Number(answer.headers['x-total-count'] ?? 0) > mostFound) return halve(session, window, all);
    const rows = understood(() => foundPage.parse(answer.json), 'order search');
    const found = readRows(session, rows, readFound, namedRow('order'));
    all.push(...found.filter(({ isOurs }) => isOurs));
    if (rows.length < pageSize) return;
  }
  return halve(session, window, all);
}

async function halve(session: SellerSession, { from, to, isOpen }: Window, all: SeenOrder[]): Promise<void> {
  const middle = new Date((from.getTime() + to.getTime()) / 2);
  if (middle.getTime() - from.getTime() < shortestMs)
    throw new RemoteFailure('too many orders in one minute');
  await searchWindow(session, { from, to: middle, isOpen: false }, all);
  await searchWindow(session, { from: middle, to, isOpen }, all);
}
