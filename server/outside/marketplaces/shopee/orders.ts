import { z } from 'zod';
import type { Clock } from '#contract/dates.ts';
import { beside, namedRow, readRows } from '../answers.ts';
import { documentOf } from '../masked.ts';
import type { MissingPart, SeenOrder } from '../sale.ts';
import type { Orders } from '../sales-port.ts';
import type { SellerSession } from '../seller-session.ts';
import { askForOrder, askForOrders, mostOrdersAtOnce } from './ask-order.ts';
import { readIncome } from './income.ts';
import { type OrderSource, readSeen, viewBilling, viewOrder } from './order.ts';
import { viewParcel } from './parcel.ts';
import { ShopeeError } from './shopee-error.ts';
import { readTracking } from './tracking.ts';
import { numberOf, remoteId, responseOf, secondsOf, shopPath } from './values.ts';

const dayMs = 24 * 60 * 60_000;
/** A window may not be longer. */
const windowMs = 15 * dayMs;
const pageSize = 100;

export const createOrders = (clock: Clock): Orders => ({
  async read(session, orderId) {
    const answer = await askForOrder(session, orderId);
    if (!answer) return null;
    const { order, json } = answer;
    const missing: MissingPart[] = [];
    const isPaid = order.order_status !== 'UNPAID';
    const [income, tracking] = await Promise.all([
      isPaid ? beside('freight', missing, () => readIncome(session, orderId)) : null,
      beside('tracking', missing, () => readTracking(session, order)),
    ]);
    return {
      orders: [viewOrder(order, json, session.remoteUserId, income ?? null)],
      shipment: isPaid ? viewParcel(session, order, json, tracking ?? '', income?.freight ?? null) : null,
      billing: viewBilling(order),
      buyerDocument: documentOf(order.buyer_cpf_id),
      missing,
    };
  },
  async search(session, from) {
    const seen = new Map<string, SeenOrder>();
    const failures: unknown[] = [];
    const now = clock.now();
    try {
      for (let at = from.getTime(); at <= now.getTime(); at += windowMs) {
        const window = { from: new Date(at), to: new Date(Math.min(at + windowMs, now.getTime())) };
        // Those that wait for their NF-e are found by that name alone.
        for (const status of ['', 'INVOICE_PENDING'])
          for await (const ids of findOrders(session, window, status)) await look(session, window, ids, seen);
      }
    } catch (error) {
      failures.push(error);
    }
    return { seen: [...seen.values()], failures };
  },
  cancel,
});

const listed = z.object({ order_sn: remoteId });
const page = z.object({
  more: z.boolean().catch(false),
  next_cursor: z.string().catch(''),
  order_list: z
    .array(z.unknown())
    .nullish()
    .transform((rows) => rows ?? []),
});

type Window = { from: Date; to: Date };

/** Numbers of the orders that changed in a window, page after page, however many there are. */
export async function* findOrders(session: SellerSession, { from, to }: Window, status: string) {
  for (let cursor = ''; ; ) {
    const path = shopPath(session, 'order/get_order_list', {
      ...{ time_range_field: 'update_time', time_from: secondsOf(from), time_to: secondsOf(to) },
      ...{ page_size: pageSize, cursor, response_optional_fields: 'order_status' },
      ...(status && { order_status: status }),
    });
    const found: z.output<typeof page> = responseOf(page, await session.call(path), 'order search');
    yield readRows(
      session,
      found.order_list,
      (row) => listed.parse(row).order_sn,
      namedRow('order', 'order_sn'),
    );
    if (!found.more || found.next_cursor === '' || found.next_cursor === cursor) return;
    cursor = found.next_cursor;
  }
}

/**
 * The list has no times: times of change are read from the orders themselves. An order without one is read separately,
 * as changed.
 */
async function look(
  session: SellerSession,
  { to }: Window,
  ids: readonly string[],
  seen: Map<string, SeenOrder>,
): Promise<void> {
  const unknown = ids.filter((id) => !seen.has(id));
  for (let at = 0; at < unknown.length; at += mostOrdersAtOnce)
    for (const one of readRows(
      session,
      await askForOrders(session, unknown.slice(at, at + mostOrdersAtOnce), ''),
      readSeen,
      namedRow('order', 'order_sn'),
    ))
      seen.set(one.remoteId, one);
  for (const remoteId of unknown)
    if (!seen.has(remoteId)) seen.set(remoteId, { remoteId, updatedAt: to, phase: 'paid' });
}

/** A buyer's request is accepted; otherwise the shop cancels, with one of its few reasons. */
async function cancel(
  session: SellerSession,
  orderId: string,
  { outOfStock }: { outOfStock: boolean },
): Promise<string | null> {
  const before = await askForOrder(session, orderId);
  if (!before || before.order.order_status === 'CANCELLED') return null;
  try {
    await session.call(...cancelCall(session, before.order, outOfStock));
    return null;
  } catch (error) {
    if (!(error instanceof ShopeeError) || error.retryable || error.kind === 'unauthorized') throw error;
    const now = await askForOrder(session, orderId);
    return now?.order.order_status === 'CANCELLED' ? null : `${error.code}: ${error.message}`;
  }
}

function cancelCall(session: SellerSession, order: OrderSource, outOfStock: boolean) {
  const isAsked = order.order_status === 'IN_CANCEL';
  const items = order.item_list.map(({ item_id, model_id }) => ({
    item_id: numberOf(item_id),
    model_id: numberOf(model_id ?? '0'),
  }));
  const json = isAsked
    ? { order_sn: order.order_sn, operation: 'ACCEPT' }
    : {
        order_sn: order.order_sn,
        cancel_reason: outOfStock ? 'OUT_OF_STOCK' : 'CUSTOMER_REQUEST',
        ...(outOfStock && { item_list: items }),
      };
  const method = isAsked ? 'order/handle_buyer_cancellation' : 'order/cancel_order';
  return [shopPath(session, method), { method: 'POST', json }] as const;
}
