import type { Answer } from '../../answer.ts';
import { isFields, listOf, numberOf, textOf } from '../../reading.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, idsIn, invalid, ok, post, refuse, wholeIn } from '../endpoint.ts';
import type { Order } from '../market.ts';
import { secondsOf } from '../market.ts';
import { viewOrder } from './order-views.ts';
import { settleParcels } from './parcels.ts';
import { cancelOrder, expireUnpaid, moveOrder, orderChanged, waitsForInvoice } from './purchase.ts';

const WINDOW_SECONDS = 15 * 24 * 3_600;

export const look = ({ world }: ShopCall): void => {
  expireUnpaid(world);
  settleParcels(world);
};

export const orderOf = (call: ShopCall, sn: unknown): Order => {
  look(call);
  const order = call.market.orders[textOf(sn) ?? ''];
  if (textOf(sn) === null) throw invalid('order_sn is a required field.');
  if (order === undefined || order.shop_id !== call.shop.shop_id)
    throw refuse('error_not_found', 'Wrong parameters, detail: the order is not found.');
  return order;
};

const filters = [
  'UNPAID',
  'READY_TO_SHIP',
  'PROCESSED',
  'RETRY_SHIP',
  'SHIPPED',
  'TO_CONFIRM_RECEIVE',
  'IN_CANCEL',
  'CANCELLED',
  'TO_RETURN',
  'COMPLETED',
  'INVOICE_PENDING',
];

/** The name in the list; the detail has no pending invoice. */
const listStatus = (call: ShopCall, order: Order): string =>
  waitsForInvoice(call.world, order) ? 'INVOICE_PENDING' : order.order_status;

const windowIn = (call: ShopCall): { from: number; to: number } => {
  const from = Number(call.query.time_from);
  const to = Number(call.query.time_to);
  if (!Number.isInteger(from) || !Number.isInteger(to) || from > to)
    throw invalid('time_from and time_to are invalid.');
  if (to - from > WINDOW_SECONDS)
    throw refuse(
      'order.order_list_invalid_time',
      'Start time must be earlier than end time and diff in 15days.',
    );
  return { from, to };
};

/** Opaque to the caller: the end of the former page. */
const cursorOf = (order: Order, field: 'create_time' | 'update_time'): string =>
  Buffer.from(`${order[field]} ${order.order_sn}`).toString('base64url');

const listOrders = (call: ShopCall): Answer => {
  look(call);
  const field = call.query.time_range_field;
  if (field !== 'create_time' && field !== 'update_time') throw invalid('time_range_field is invalid.');
  const { from, to } = windowIn(call);
  const size = wholeIn(call, 'page_size', { from: 1, to: 100 });
  const status = call.query.order_status;
  if (status !== undefined && !filters.includes(status)) throw invalid('order_status is invalid.');
  const after = Buffer.from(call.query.cursor ?? '', 'base64url').toString();
  const found = Object.values(call.market.orders)
    .filter(
      (order) =>
        order.shop_id === call.shop.shop_id &&
        secondsOf(order[field]) >= from &&
        secondsOf(order[field]) <= to &&
        (status === undefined || listStatus(call, order) === status),
    )
    .map((order) => ({ order, key: `${order[field]} ${order.order_sn}` }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .filter(({ key }) => key > after);
  const page = found.slice(0, size).map(({ order }) => order);
  const last = page.at(-1);
  const more = found.length > size;
  const withStatus = call.query.response_optional_fields === 'order_status';
  return ok({
    more,
    next_cursor: more && last !== undefined ? cursorOf(last, field) : '',
    order_list: page.map((order) => ({
      order_sn: order.order_sn,
      ...(withStatus && { order_status: listStatus(call, order) }),
    })),
  });
};

const showOrders = (call: ShopCall): Answer => {
  look(call);
  const wanted = (call.query.response_optional_fields ?? '').split(',').map((name) => name.trim());
  const found = idsIn(call, 'order_sn_list', 50).flatMap((sn) => {
    const order = call.market.orders[sn];
    return order?.shop_id === call.shop.shop_id ? [order] : [];
  });
  if (found.length === 0)
    throw refuse('error_not_found', 'Wrong parameters, detail: the order is not found.');
  return ok({ order_list: found.map((order) => viewOrder(call.world, call.shop, order, wanted)) });
};

const reasons = ['OUT_OF_STOCK', 'CUSTOMER_REQUEST', 'UNDELIVERABLE_AREA', 'COD_NOT_SUPPORTED'];

const cancel = (call: ShopCall): Answer => {
  const order = orderOf(call, call.body.order_sn);
  const reason = textOf(call.body.cancel_reason) ?? '';
  if (!reasons.includes(reason)) throw invalid('cancel_reason is invalid.');
  const named = listOf(call.body.item_list).filter(isFields);
  const known = named.every((entry) =>
    order.lines.some(
      ({ item_id: item, model_id: model }) =>
        item === numberOf(entry.item_id) && model === (numberOf(entry.model_id) ?? 0),
    ),
  );
  if (reason === 'OUT_OF_STOCK' && (named.length === 0 || !known)) throw invalid('item_list is invalid.');
  if (order.by_shopee === true) throw refuse('order. error_param', 'You can not cancel warehouse order.');
  // Not once there is a number to follow it by.
  if (!['UNPAID', 'READY_TO_SHIP'].includes(order.order_status) || order.tracking_number !== '')
    throw refuse('order.error_status', 'The order status does not allow cancellation.');
  cancelOrder(call.world, order, { by: 'seller', reason });
  return ok({ update_time: secondsOf(order.update_time) });
};

const answerCancellation = (call: ShopCall): Answer => {
  const order = orderOf(call, call.body.order_sn);
  const { operation } = call.body;
  if (operation !== 'ACCEPT' && operation !== 'REJECT') throw invalid('operation is invalid.');
  if (order.order_status !== 'IN_CANCEL')
    throw refuse('order.error_status', 'The order has no cancellation to answer.');
  const wish = order.cancel?.buyer_reason ?? '';
  if (operation === 'ACCEPT')
    cancelOrder(call.world, order, { by: 'buyer', reason: 'Buyer requested', buyerReason: wish });
  else {
    order.cancel = null;
    moveOrder(call.world, order, order.status_before ?? 'READY_TO_SHIP');
  }
  return ok({ update_time: secondsOf(order.update_time) });
};

const setNote = (call: ShopCall): Answer => {
  const order = orderOf(call, call.body.order_sn);
  order.note = textOf(call.body.note) ?? '';
  orderChanged(call.world, order);
  return ok({});
};

export const orderEndpoints: Endpoint[] = [
  get('/order/get_order_list', listOrders),
  get('/order/get_order_detail', showOrders),
  post('/order/cancel_order', cancel),
  post('/order/handle_buyer_cancellation', answerCancellation),
  post('/order/set_note', setNote),
];
