import type { Answer } from '../answer.ts';
import { fieldsOf, isFields, textOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { endpointsOf, notFound, ok, paginate, pick, refuse, validationError, within } from './endpoint.ts';
import { mayMove, moveFulfillment, shippingStatusOf } from './fulfillment-state.ts';
import type { FulfillmentStatus, Order } from './market.ts';
import { allowed } from './oauth.ts';
import { viewFulfillment, viewOrder, viewTransactions } from './order-views.ts';
import { cancelOrder, orderChanged } from './purchase.ts';

/** A search does not reach further; it is cut by dates. */
const MOST_RESULTS = 10_000;

const view = (call: Call) => (order: Order) => ({
  ...viewOrder(order, { customer: allowed(call.grant, 'read_customers') }),
  ...((call.query.aggregates ?? '').split(',').includes('fulfillment_orders') && {
    fulfillment_orders: order.fulfillment_orders.map((entry) => viewFulfillment(call.world, order, entry)),
  }),
});

export const orderAt = (call: Call): Order => {
  const order = call.market.orders[call.params.order ?? ''];
  if (order === undefined || order.store_id !== call.store.id) throw notFound('Order');
  return order;
};

/** The filters' words for what a body calls otherwise. */
const asFiltered: Record<string, string> = { unshipped: 'unfulfilled', shipped: 'fulfilled' };

const matches = (call: Call) => {
  const {
    status,
    payment_status: payment,
    shipping_status: shipping,
    q,
    customer_ids: customers,
  } = call.query;
  const isAny = (asked: string | undefined) => asked === undefined || asked === '' || asked === 'any';
  const words = (q ?? '').toLowerCase();
  return (order: Order): boolean => {
    const sent = shippingStatusOf(order);
    return (
      (isAny(status) || order.status === status) &&
      (isAny(payment) || order.payment_status === payment) &&
      (isAny(shipping) || (asFiltered[sent] ?? sent) === shipping) &&
      (customers === undefined || customers.split(',').includes(String(order.customer_id))) &&
      (words === '' ||
        String(order.number) === words ||
        order.customer.name.toLowerCase().includes(words) ||
        order.customer.email.toLowerCase().includes(words))
    );
  };
};

const list = (call: Call): Answer => {
  const own = Object.values(call.market.orders).filter((order) => order.store_id === call.store.id);
  const found = within(call, own).filter(matches(call));
  const sorted = call.query.since_id === undefined ? found.toReversed() : found;
  return paginate(call, sorted, view(call), MOST_RESULTS);
};

const answer = (call: Call, order: Order): Answer => ok(view(call)(order));

/** The note, and closing or reopening; other fields are ignored. */
const update = (call: Call) => {
  const order = orderAt(call);
  if (!isFields(call.body)) throw refuse(400, 'Invalid input format');
  if (call.body.owner_note !== undefined) order.owner_note = textOf(call.body.owner_note);
  orderChanged(call.world, order);
  return answer(call, order);
};

const close = (call: Call) => {
  const order = orderAt(call);
  if (order.status === 'cancelled') throw refuse(422, 'The order is cancelled');
  order.status = 'closed';
  order.closed_at = call.world.clock.now().toISOString();
  orderChanged(call.world, order);
  return answer(call, order);
};

const reopen = (call: Call) => {
  const order = orderAt(call);
  if (order.status !== 'closed') throw refuse(422, 'Only a closed order can be opened');
  order.status = 'open';
  order.closed_at = null;
  orderChanged(call.world, order);
  return answer(call, order);
};

const reasons = ['customer', 'inventory', 'fraud', 'other'];

/** Mail to the customer and putting back to stock happen unless they are refused in words. */
const cancel = (call: Call) => {
  const order = orderAt(call);
  const body = fieldsOf(call.body);
  const reason = textOf(body.reason) ?? 'other';
  if (!reasons.includes(reason)) throw validationError({ reason: ['The selected reason is invalid.'] });
  const done = cancelOrder(call.world, order, { reason, restock: body.restock !== false });
  if (!done) throw refuse(422, 'The order is already cancelled');
  return answer(call, order);
};

/** Of the old version: the first fulfilment order, whichever it is. */
const moveFirst = (status: FulfillmentStatus) => (call: Call) => {
  if (call.version !== 'v1') throw notFound('Resource');
  const order = orderAt(call);
  const [first] = order.fulfillment_orders;
  const body = fieldsOf(call.body);
  if (first === undefined || !mayMove(first.status, status))
    throw refuse(422, 'The order cannot change to this status');
  if (status === 'DISPATCHED') {
    first.tracking = { code: textOf(body.shipping_tracking_number), url: textOf(body.shipping_tracking_url) };
  }
  moveFulfillment(call.world, order, first, status);
  return answer(call, order);
};

const endpoint = endpointsOf('orders');

export const orderEndpoints: Endpoint[] = [
  endpoint('GET', '/orders', list),
  endpoint('GET', '/orders/:order', (call) => ok(pick(view(call)(orderAt(call)), call.query.fields))),
  endpoint('GET', '/orders/:order/transactions', (call) => ok(viewTransactions(orderAt(call)))),
  endpoint('PUT', '/orders/:order', update),
  endpoint('POST', '/orders/:order/close', close),
  endpoint('POST', '/orders/:order/open', reopen),
  endpoint('POST', '/orders/:order/cancel', cancel),
  endpoint('POST', '/orders/:order/pack', moveFirst('PACKED')),
  endpoint('POST', '/orders/:order/fulfill', moveFirst('DISPATCHED')),
];
