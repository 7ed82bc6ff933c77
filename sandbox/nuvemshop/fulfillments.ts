import { fieldsOf, isFields, textOf } from '../reading.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { endpointsOf, notFound, ok, refuse } from './endpoint.ts';
import {
  addTrackingEvent,
  isFulfillmentStatus,
  mayMove,
  moveFulfillment,
  trackingStatuses,
} from './fulfillment-state.ts';
import type { FulfillmentOrder, Order, TrackingEvent } from './market.ts';
import { notifyFulfillment } from './notify.ts';
import { viewFulfillment, viewTrackingEvent } from './order-views.ts';
import { orderAt } from './orders.ts';

const MOST_EVENTS = 100;
const SAME_WITHIN_MS = 60_000;

const fulfillmentAt = (call: Call): { order: Order; fulfillment: FulfillmentOrder } => {
  const order = orderAt(call);
  const fulfillment = order.fulfillment_orders.find(({ id }) => id === call.params.fulfillment);
  if (fulfillment === undefined) throw notFound('Fulfillment Order');
  return { order, fulfillment };
};

const started = (fulfillment: FulfillmentOrder): boolean =>
  ['DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED'].includes(fulfillment.status);

const trackingIn = (sent: unknown): FulfillmentOrder['tracking'] | null => {
  if (sent === undefined) return null;
  const tracking = fieldsOf(sent);
  const complete = ['code', 'url', 'notify_customer'].every((name) => tracking[name] !== undefined);
  if (!isFields(sent) || !complete || typeof tracking.notify_customer !== 'boolean') {
    throw refuse(400, 'Bad Request', {
      messages: { tracking_info: ['code, url and notify_customer are required'] },
    });
  }
  return { code: textOf(tracking.code), url: textOf(tracking.url) };
};

/** Address and recipient are hidden once it has left. */
const closedAfterDispatch = ['destination', 'shipping', 'recipient', 'assigned_location'];

const update = (call: Call) => {
  const { order, fulfillment } = fulfillmentAt(call);
  if (order.status === 'cancelled') throw refuse(400, 'The order is cancelled');
  const body = fieldsOf(call.body);
  if (started(fulfillment) && closedAfterDispatch.some((name) => body[name] !== undefined)) {
    throw refuse(400, 'The fulfillment order was already dispatched');
  }
  const tracking = trackingIn(body.tracking_info);
  if (body.status !== undefined) {
    if (!isFulfillmentStatus(body.status)) throw refuse(400, 'status must be a valid enum value');
    if (!mayMove(fulfillment.status, body.status)) {
      throw refuse(400, `The status cannot change from ${fulfillment.status} to ${body.status}`);
    }
  }
  if (tracking !== null) fulfillment.tracking = tracking;
  if (isFulfillmentStatus(body.status)) moveFulfillment(call.world, order, fulfillment, body.status);
  fulfillment.updated_at = call.world.clock.now().toISOString();
  call.world.changed();
  return ok(viewFulfillment(call.world, order, fulfillment));
};

type About = Parameters<typeof addTrackingEvent>[3];

const dateIn = (call: Call, value: unknown): string => {
  const text = textOf(value);
  if (text === null) return call.world.clock.now().toISOString();
  if (Number.isNaN(Date.parse(text))) throw refuse(400, 'happened_at must be a valid date');
  return new Date(text).toISOString();
};

const aboutEvent = (call: Call): About => {
  const body = fieldsOf(call.body);
  const status = textOf(body.status) ?? '';
  const description = textOf(body.description) ?? '';
  if (!trackingStatuses.includes(status)) throw refuse(400, 'status must be a valid enum value');
  if (description === '') throw refuse(400, 'description should not be empty');
  return {
    status,
    description,
    address: textOf(body.address),
    happened_at: dateIn(call, body.happened_at),
    estimated_delivery_at:
      textOf(body.estimated_delivery_at) === null ? null : dateIn(call, body.estimated_delivery_at),
  };
};

/** The same note within a minute; without a time, the same note at all. */
const isSame = (event: TrackingEvent, about: About, timed: boolean): boolean =>
  event.status === about.status &&
  event.description === about.description &&
  event.address === about.address &&
  event.estimated_delivery_at === about.estimated_delivery_at &&
  (!timed || Math.abs(Date.parse(event.happened_at) - Date.parse(about.happened_at)) <= SAME_WITHIN_MS);

const createEvent = (call: Call) => {
  const { order, fulfillment } = fulfillmentAt(call);
  if (!started(fulfillment)) throw refuse(400, 'The fulfillment order must be dispatched');
  if (fulfillment.status === 'DELIVERED') throw refuse(400, 'The fulfillment order was already delivered');
  const about = aboutEvent(call);
  if (fulfillment.events.length >= MOST_EVENTS && about.status !== 'delivered') {
    throw refuse(400, 'Tracking events has reached the limit');
  }
  const timed = textOf(fieldsOf(call.body).happened_at) !== null;
  if (fulfillment.events.some((event) => isSame(event, about, timed))) {
    throw refuse(400, 'The tracking event must not be identical to an existing tracking event');
  }
  return ok(viewTrackingEvent(addTrackingEvent(call.world, order, fulfillment, about)), 201);
};

const eventAt = (call: Call) => {
  const found = fulfillmentAt(call);
  const event = found.fulfillment.events.find(({ id }) => id === call.params.event);
  if (event === undefined) throw notFound('Fulfillment Order Tracking Event');
  return { ...found, event };
};

const removeEvent = (call: Call) => {
  const { order, fulfillment, event } = eventAt(call);
  if (fulfillment.status === 'DELIVERED') throw refuse(400, 'The fulfillment order was already delivered');
  fulfillment.events = fulfillment.events.filter(({ id }) => id !== event.id);
  notifyFulfillment(call.world, order.store_id, 'fulfillment_order/tracking_event_deleted', {
    order_id: order.id,
    fulfillment_id: fulfillment.id,
    tracking_event_id: event.id,
    status: event.status,
  });
  call.world.changed();
  return { status: 204 };
};

const endpoint = endpointsOf('fulfillment_orders');
const ALL = '/orders/:order/fulfillment-orders';
const ONE = `${ALL}/:fulfillment`;

export const fulfillmentEndpoints: Endpoint[] = [
  endpoint('GET', ALL, (call) => {
    const order = orderAt(call);
    return ok(order.fulfillment_orders.map((entry) => viewFulfillment(call.world, order, entry)));
  }),
  endpoint('GET', ONE, (call) => {
    const { order, fulfillment } = fulfillmentAt(call);
    return ok(viewFulfillment(call.world, order, fulfillment));
  }),
  endpoint('PATCH', ONE, update),
  endpoint('GET', `${ONE}/tracking-events`, (call) =>
    ok(fulfillmentAt(call).fulfillment.events.map(viewTrackingEvent)),
  ),
  endpoint('POST', `${ONE}/tracking-events`, createEvent),
  endpoint('GET', `${ONE}/tracking-events/:event`, (call) => ok(viewTrackingEvent(eventAt(call).event))),
  endpoint('DELETE', `${ONE}/tracking-events/:event`, removeEvent),
];
