import { later } from '../../clock.ts';
import type { World } from '../../world.ts';
import type { Order } from '../market.ts';
import { push } from '../push.ts';
import { moveOrder, orderChanged } from './purchase.ts';

/** A tracking number and a label take a moment. */
const MAKING_MS = 1_000;
/** The buyer's time limit to confirm the arrival. */
const CONFIRM_MS = 7 * 24 * 3_600_000;

const soon = (world: World): void => {
  const timer = setTimeout(() => {
    world.timers.delete(timer);
    settleParcels(world);
  }, MAKING_MS + 20);
  timer.unref();
  world.timers.add(timer);
};

export const arrange = (world: World, order: Order, ownTracking: string | null): void => {
  order.tracking_at = later(world.clock.now(), ownTracking === null ? MAKING_MS : 0).toISOString();
  order.tracking_number = ownTracking ?? '';
  moveOrder(world, order, 'PROCESSED', 'LOGISTICS_REQUEST_CREATED');
  soon(world);
};

export const startDocument = (world: World, order: Order, type: string): void => {
  const known = order.document;
  if (known?.type === type && !known.failed) return;
  order.document = {
    type,
    ready_at: later(world.clock.now(), MAKING_MS).toISOString(),
    reported: false,
    failed: false,
  };
  orderChanged(world, order);
  soon(world);
};

export const documentState = (world: World, order: Order): 'READY' | 'FAILED' | 'PROCESSING' | null => {
  if (order.document === null) return null;
  if (order.document.failed) return 'FAILED';
  return order.document.ready_at <= world.clock.now().toISOString() ? 'READY' : 'PROCESSING';
};

const settle = (world: World, order: Order, now: string): void => {
  if (order.tracking_at !== null && order.tracking_at <= now && order.tracking_number === '') {
    order.tracking_number = `BR${order.package_number.slice(-12)}X`;
    orderChanged(world, order);
    push(world, 4, order.shop_id, {
      ordersn: order.order_sn,
      forder_id: order.package_number,
      package_number: order.package_number,
      tracking_no: order.tracking_number,
    });
  }
  const state = documentState(world, order);
  if (order.document !== null && !order.document.reported && (state === 'READY' || state === 'FAILED')) {
    order.document.reported = true;
    push(world, 15, order.shop_id, {
      ordersn: order.order_sn,
      package_number: order.package_number,
      status: state,
    });
  }
};

/** Changes caused by time alone; applied at every read. */
export const settleParcels = (world: World): void => {
  const now = world.clock.now();
  for (const order of Object.values(world.shopee.orders)) {
    settle(world, order, now.toISOString());
    const arrived = order.order_status === 'TO_CONFIRM_RECEIVE';
    if (arrived && later(new Date(order.update_time), CONFIRM_MS) <= now)
      moveOrder(world, order, 'COMPLETED');
  }
};

/** The carrier's and the buyer's next step; false if it waits for the seller. */
export const stepParcel = (world: World, order: Order, step: string | null): boolean => {
  settleParcels(world);
  if (order.order_status === 'PROCESSED' && step === 'pickup-failed') {
    moveOrder(world, order, 'RETRY_SHIP', 'LOGISTICS_PICKUP_RETRY');
    return true;
  }
  // The marketplace packs and sends what is in its own warehouse.
  const leaves = order.by_shopee === true && order.order_status === 'READY_TO_SHIP';
  if (order.order_status === 'PROCESSED' || leaves) {
    order.pickup_done = world.clock.now().toISOString();
    moveOrder(world, order, 'SHIPPED', 'LOGISTICS_PICKUP_DONE');
    return true;
  }
  if (order.order_status === 'SHIPPED') {
    if (step === 'lost') moveOrder(world, order, 'SHIPPED', 'LOGISTICS_LOST');
    else moveOrder(world, order, 'TO_CONFIRM_RECEIVE', 'LOGISTICS_DELIVERY_DONE');
    return true;
  }
  if (order.order_status !== 'TO_CONFIRM_RECEIVE') return false;
  moveOrder(world, order, 'COMPLETED');
  return true;
};
