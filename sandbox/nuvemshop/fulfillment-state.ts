import { later } from '../clock.ts';
import type { World } from '../world.ts';
import type { FulfillmentOrder, FulfillmentStatus, Order, TrackingEvent } from './market.ts';
import { nextUlid } from './market.ts';
import { notify, notifyFulfillment } from './notify.ts';

type Taken = { lineId: number; places: Map<string, number> };

/** One for each location with taken stock. */
export const fulfillmentsFor = (world: World, taken: Taken[]): FulfillmentOrder[] => {
  const now = world.clock.now();
  const places = [...new Set(taken.flatMap((line) => [...line.places.keys()]))];
  return places.map((locationId) => ({
    id: nextUlid(world.nuvemshop, now),
    status: 'UNPACKED',
    location_id: locationId,
    lines: taken.flatMap(({ lineId, places: from }) => {
      const quantity = from.get(locationId);
      return quantity === undefined
        ? []
        : [{ id: nextUlid(world.nuvemshop, now), order_line_id: lineId, quantity }];
    }),
    tracking: { code: null, url: null },
    events: [],
    fulfilled_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }));
};

const next: Record<FulfillmentStatus, FulfillmentStatus[]> = {
  UNPACKED: ['PACKED', 'DISPATCHED'],
  // Only a packed order can be undone.
  PACKED: ['UNPACKED', 'DISPATCHED'],
  DISPATCHED: ['READY_FOR_PICKUP', 'DELIVERED'],
  READY_FOR_PICKUP: ['DELIVERED'],
  DELIVERED: [],
};

export const fulfillmentStatuses = Object.keys(next);

export const isFulfillmentStatus = (value: unknown): value is FulfillmentStatus =>
  typeof value === 'string' && fulfillmentStatuses.includes(value);

export const mayMove = (from: FulfillmentStatus, to: FulfillmentStatus): boolean => next[from].includes(to);

const orderEvents: Partial<Record<FulfillmentStatus, string>> = {
  UNPACKED: 'order/unpacked',
  PACKED: 'order/packed',
  DISPATCHED: 'order/fulfilled',
};

export const moveFulfillment = (
  world: World,
  order: Order,
  fulfillment: FulfillmentOrder,
  status: FulfillmentStatus,
): void => {
  const now = world.clock.now().toISOString();
  fulfillment.status = status;
  fulfillment.updated_at = now;
  order.updated_at = now;
  if (status === 'DISPATCHED' || status === 'DELIVERED') fulfillment.fulfilled_at ??= now;
  notifyFulfillment(world, order.store_id, 'fulfillment_order/status_updated', {
    order_id: order.id,
    fulfillment_id: fulfillment.id,
    status,
  });
  const event = orderEvents[status];
  for (const name of [...(event === undefined ? [] : [event]), 'order/updated']) {
    notify(world, order.store_id, name, { id: order.id });
  }
  world.changed();
};

export const trackingStatuses = [
  'dispatched',
  'received_by_post_office',
  'in_transit',
  'out_for_delivery',
  'delivery_attempt_failed',
  'delayed',
  'ready_for_pickup',
  'delivered',
  'returned_to_sender',
  'lost',
  'failure',
];

export const addTrackingEvent = (
  world: World,
  order: Order,
  fulfillment: FulfillmentOrder,
  about: Pick<TrackingEvent, 'status' | 'description' | 'address' | 'happened_at' | 'estimated_delivery_at'>,
): TrackingEvent => {
  const now = world.clock.now();
  const event: TrackingEvent = {
    id: nextUlid(world.nuvemshop, now),
    ...about,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  fulfillment.events.push(event);
  notifyFulfillment(world, order.store_id, 'fulfillment_order/tracking_event_created', {
    order_id: order.id,
    fulfillment_id: fulfillment.id,
    tracking_event_id: event.id,
    status: event.status,
  });
  if (event.status === 'delivered') moveFulfillment(world, order, fulfillment, 'DELIVERED');
  world.changed();
  return event;
};

const DELIVERY_DAYS = 6;
const DAY_MS = 24 * 3_600_000;

export const promisedBy = (fulfillment: FulfillmentOrder): string =>
  later(new Date(fulfillment.created_at), DELIVERY_DAYS * DAY_MS).toISOString();

/** The state in the order's own word; the filters use other words. */
export const shippingStatusOf = (order: Order): string => {
  const states = order.fulfillment_orders.map(({ status }) => status);
  const every = (...wanted: FulfillmentStatus[]) => states.every((status) => wanted.includes(status));
  const some = (...wanted: FulfillmentStatus[]) => states.some((status) => wanted.includes(status));
  if (every('DELIVERED')) return 'delivered';
  if (every('DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED')) return 'shipped';
  if (some('DISPATCHED', 'READY_FOR_PICKUP', 'DELIVERED')) return 'partially_fulfilled';
  if (every('PACKED')) return 'unshipped';
  return some('PACKED') ? 'partially_packed' : 'unpacked';
};
