import type { Answer } from '../answer.ts';
import { fieldsOf, isOn, textOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { get, notFound, ok, pageOf, post, refuse } from './endpoint.ts';
import type { Order } from './market.ts';
import { nextId } from './market.ts';
import { viewBillingInfo, viewDiscounts, viewOrder, viewPayment } from './order-views.ts';
import { cancelOrder, expireUnpaid, orderChanged } from './purchase.ts';

const YEAR_MS = 365 * 24 * 3_600_000;
const MAX_MESSAGE = 160;

const cancelReasons = new Set([
  'SELLER_REGRETS',
  'OUT_OF_STOCK',
  'BUYER_REGRETS',
  'BUYER_NOT_ENOUGH_MONEY',
  'THEY_NOT_ANSWERING',
  'OTHER_MY_RESPONSIBILITY',
  'SELLER_OUT_OF_STOCK',
  'OTHER_THEIR_RESPONSIBILITY',
]);

const ownOrder = (call: Call): Order => {
  expireUnpaid(call.world);
  const order = call.world.market.orders[call.params.id ?? ''];
  if (order === undefined) throw refuse(404, 'order_not_found', `Order ${call.params.id} not found`);
  if (order.seller_id !== call.caller.id) {
    throw refuse(
      403,
      'not_owned_order',
      `The caller ${call.caller.id} is not the owner of the order ${order.id}`,
    );
  }
  return order;
};

/** The real filters disregard what is finer than the hour. */
const hourOf = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw refuse(400, 'bad_request', `Invalid date: ${text}`);
  moment.setUTCMinutes(0, 0, 0);
  return moment.toISOString();
};

const endOfHour = (hour: string): string => hour.replace(/:00:00\.000Z$/, ':59:59.999Z');

const within = (call: Call, field: string, value: string | null): boolean => {
  const from = hourOf(call.query[`${field}.from`]);
  const to = hourOf(call.query[`${field}.to`]);
  if (from === null && to === null) return true;
  if (value === null) return false;
  return (from === null || value >= from) && (to === null || value <= endOfHour(to));
};

const sorts: Record<string, (one: Order, other: Order) => number> = {
  date_asc: (one, other) => one.date_created.localeCompare(other.date_created) || one.id - other.id,
  date_desc: (one, other) => other.date_created.localeCompare(one.date_created) || other.id - one.id,
};

const fits = (call: Call, order: Order, oldest: string): boolean => {
  const { query } = call;
  const statuses = query['order.status']?.split(',');
  const tags = query.tags?.split(',') ?? [];
  const text = query.q?.toLowerCase();
  return (
    order.seller_id === call.caller.id &&
    order.date_created > oldest &&
    // Searches of the seller omit canceled orders unless they are requested.
    (statuses === undefined ? order.status !== 'cancelled' : statuses.includes(order.status)) &&
    tags.every((tag) => order.tags.includes(tag)) &&
    (text === undefined ||
      String(order.id) === text ||
      order.title.toLowerCase().includes(text) ||
      order.item_id.toLowerCase() === text) &&
    within(call, 'order.date_created', order.date_created) &&
    within(call, 'order.date_last_updated', order.last_updated) &&
    within(call, 'order.date_closed', order.date_closed)
  );
};

const searchOrders = (call: Call): Answer => {
  const { world, query } = call;
  expireUnpaid(world);
  if (query.seller !== String(call.caller.id))
    throw refuse(403, 'caller.id.invalid', 'The caller.id does not match with the seller');
  const { offset, limit } = pageOf(query, 50, 50);
  const sort = query.sort ?? 'date_asc';
  const order = sorts[sort];
  if (order === undefined) throw refuse(400, 'bad_request', `Invalid sort: ${sort}`);
  const oldest = new Date(world.clock.now().getTime() - YEAR_MS).toISOString();
  const found = Object.values(world.market.orders)
    .filter((candidate) => fits(call, candidate, oldest))
    .toSorted(order);
  return ok({
    query: query.q ?? '',
    results: found.slice(offset, offset + limit).map((candidate) => viewOrder(world, candidate)),
    sort: { id: sort, name: sort === 'date_asc' ? 'Date ascending' : 'Date descending' },
    available_sorts: Object.keys(sorts).map((id) => ({ id })),
    filters: [],
    paging: { total: found.length, offset, limit },
    display: 'complete',
  });
};

const showPack = (call: Call): Answer => {
  const orders = Object.values(call.world.market.orders).filter(
    (order) => String(order.pack_id) === call.params.id,
  );
  const [first] = orders;
  if (first === undefined || first.seller_id !== call.caller.id)
    throw notFound(`Pack ${call.params.id} not found`);
  const cancelled = orders.every((order) => order.status === 'cancelled');
  return ok({
    id: first.pack_id,
    status: cancelled ? 'cancelled' : 'released',
    status_detail: null,
    orders: orders.map(({ id }) => ({ id })),
    shipment: { id: first.shipment_id },
    buyer: { id: first.buyer_id },
    date_created: first.date_created,
    last_updated: first.last_updated,
  });
};

const showBillingInfo = (call: Call): Answer => {
  const buyer = call.world.market.buyers.find((candidate) => candidate.billing_id === call.params.id);
  const bought = Object.values(call.world.market.orders).some(
    (order) => order.buyer_id === buyer?.id && order.seller_id === call.caller.id,
  );
  if (buyer === undefined || !bought) throw notFound(`Billing info ${call.params.id} not found`);
  return ok(viewBillingInfo(buyer));
};

const orderOfPayment = (call: Call): Order => {
  const order = Object.values(call.world.market.orders).find((candidate) =>
    candidate.payments.some((payment) => String(payment.id) === call.params.id),
  );
  if (order === undefined || order.seller_id !== call.caller.id)
    throw notFound(`Payment ${call.params.id} not found`);
  return order;
};

const giveFeedback = (call: Call): Answer => {
  const order = ownOrder(call);
  const body = fieldsOf(call.body);
  const message = textOf(body.message) ?? '';
  const reason = textOf(body.reason);
  if (typeof body.fulfilled !== 'boolean') throw refuse(400, 'bad_request', 'fulfilled is required');
  if (message.length >= MAX_MESSAGE)
    throw refuse(400, 'bad_request', `message must have less than ${MAX_MESSAGE} characters`);
  if (!['positive', 'neutral', 'negative'].includes(textOf(body.rating) ?? ''))
    throw refuse(400, 'bad_request', 'rating is invalid');
  if (order.feedback !== null)
    throw refuse(400, 'feedback_already_exists', 'The order already has a feedback');
  if (!body.fulfilled && (reason === null || !cancelReasons.has(reason)))
    throw refuse(400, 'bad_request', 'reason is invalid');
  const shipment = call.world.market.shipments[String(order.shipment_id)];
  if (!body.fulfilled && shipment !== undefined && ['shipped', 'delivered'].includes(shipment.status)) {
    throw refuse(400, 'order_not_cancellable', 'The order was already shipped');
  }
  order.feedback = {
    id: nextId(call.world.market, 'feedback'),
    fulfilled: body.fulfilled,
    rating: textOf(body.rating) ?? 'neutral',
    message,
    reason,
  };
  order.fulfilled = body.fulfilled;
  if (body.fulfilled) orderChanged(call.world, order);
  else
    cancelOrder(call.world, order, {
      by: 'seller',
      reason: reason ?? 'other',
      restock: isOn(body.restock_item),
    });
  return ok([`Feedback created with id ${order.feedback.id}`, { id: order.feedback.id }], 201);
};

const listShipments = (call: Call): Answer => {
  const order = ownOrder(call);
  if (call.headers['x-new-domain'] === 'true') {
    if (order.shipment_id === null) return { status: 204 };
    const back = Object.values(call.world.market.shipments).filter(
      (shipment) => shipment.returning === true && shipment.order_ids.includes(order.id),
    );
    return ok([
      { id: order.shipment_id, type: 'forward' },
      ...back.map(({ id }) => ({ id, type: 'return' })),
    ]);
  }
  if (order.shipment_id === null) throw notFound('Shipment not found');
  return ok({
    id: order.shipment_id,
    status: call.world.market.shipments[String(order.shipment_id)]?.status,
  });
};

export const orderEndpoints: Endpoint[] = [
  get('/orders/search', searchOrders),
  get('/orders/billing-info/MLB/:id', showBillingInfo),
  get('/orders/:id', (call) => ok(viewOrder(call.world, ownOrder(call)))),
  get('/orders/:id/shipments', listShipments),
  get('/orders/:id/discounts', (call) => ok(viewDiscounts(ownOrder(call)))),
  get('/orders/:id/feedback', (call) => {
    const { feedback } = ownOrder(call);
    return ok({ sale: feedback, purchase: null });
  }),
  post('/orders/:id/feedback', giveFeedback),
  get('/packs/:id', showPack),
  get('/payments/:id', (call) => {
    const order = orderOfPayment(call);
    const payment = order.payments.find((candidate) => String(candidate.id) === call.params.id);
    return ok(payment === undefined ? null : viewPayment(order, payment));
  }),
  get('/collections/:id', (call) => {
    const order = orderOfPayment(call);
    const payment = order.payments.find((candidate) => String(candidate.id) === call.params.id);
    return ok(payment === undefined ? null : viewPayment(order, payment));
  }),
];
