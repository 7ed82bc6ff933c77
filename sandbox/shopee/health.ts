import { later } from '../clock.ts';
import type { Fields } from '../reading.ts';
import type { World } from '../world.ts';
import type { LateOrder, MetricSetting, Order, ShopHealth } from './market.ts';
import { secondsOf } from './market.ts';

const DAY = 24 * 3_600_000;
/** How long a period is; nowhere published. */
const PERIOD_MS = 30 * DAY;

const FULFILMENT = 1;
const LISTING = 2;
const SERVICE = 3;
const NUMBER = 1;
const PERCENT = 2;
const DAYS = 4;

type Span = { from: string; to: string; isCurrent: boolean };
type Seen = { world: World; shopId: number; span: Span; orders: Order[] };

type Metric = {
  id: number;
  type: number;
  name: string;
  unit: number;
  target: { value: number; comparator: string };
  /** Null: there is nothing to measure. */
  measure: (seen: Seen) => number | null;
};

const rounded = (value: number): number => Math.round(value * 100) / 100;

const share = (part: number, all: number): number | null => (all === 0 ? null : rounded((part * 100) / all));

const mean = (values: number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);

const waiting: Order['order_status'][] = ['READY_TO_SHIP', 'PROCESSED', 'RETRY_SHIP'];

/** Paid, with the seller, and its day to leave is over. */
const isOverdue = (order: Order, now: string): boolean =>
  waiting.includes(order.order_status) &&
  order.pickup_done === null &&
  order.ship_by !== null &&
  order.ship_by < now;

const leftLate = ({ ship_by: due, pickup_done: left }: Order): boolean =>
  due !== null && left !== null && left > due;

const cancelledBySeller = ({ cancel, order_status: status }: Order): boolean =>
  status === 'CANCELLED' && cancel?.by === 'seller';

const wentBack =
  ({ world }: Seen) =>
  ({ order_sn: sn }: Order): boolean =>
    Object.values(world.shopee.returns).some(
      (found) => found.order_sn === sn && found.status !== 'CANCELLED',
    );

/** Listings removed by the marketplace; an earlier period is unknown. */
const takenDown =
  (status: string) =>
  ({ world, shopId, span }: Seen): number | null =>
    span.isCurrent
      ? Object.values(world.shopee.items).filter(
          (item) => item.shop_id === shopId && item.item_status === status,
        ).length
      : null;

const upTo = (value: number) => ({ value, comparator: '<=' });

/** Which metrics there are is published, their targets are ours. */
const metrics: Metric[] = [
  {
    id: 1,
    type: FULFILMENT,
    name: 'late_shipment_rate',
    unit: PERCENT,
    target: { value: 10, comparator: '<' },
    measure: ({ world, orders }) => {
      const now = world.clock.now().toISOString();
      const due = orders.filter((order) => order.pickup_done !== null || isOverdue(order, now));
      return share(due.filter((order) => leftLate(order) || isOverdue(order, now)).length, due.length);
    },
  },
  {
    id: 3,
    type: FULFILMENT,
    name: 'non_fulfillment_rate',
    unit: PERCENT,
    target: { value: 10, comparator: '<' },
    measure: (seen) => {
      const isBack = wentBack(seen);
      const failed = seen.orders.filter((order) => cancelledBySeller(order) || isBack(order));
      return share(failed.length, seen.orders.length);
    },
  },
  {
    id: 4,
    type: FULFILMENT,
    name: 'preparation_time',
    unit: DAYS,
    target: upTo(2),
    measure: ({ orders }) =>
      mean(
        orders.flatMap(({ pay_time: paid, pickup_done: left }) =>
          paid === null || left === null ? [] : [(Date.parse(left) - Date.parse(paid)) / DAY],
        ),
      ),
  },
  {
    id: 42,
    type: FULFILMENT,
    name: 'cancellation_rate',
    unit: PERCENT,
    target: upTo(5),
    measure: ({ orders }) => share(orders.filter(cancelledBySeller).length, orders.length),
  },
  {
    id: 43,
    type: FULFILMENT,
    name: 'return_refund_rate',
    unit: PERCENT,
    target: upTo(5),
    measure: (seen) => share(seen.orders.filter(wentBack(seen)).length, seen.orders.length),
  },
  {
    id: 52,
    type: LISTING,
    name: 'severe_listing_violations',
    unit: NUMBER,
    target: { value: 0, comparator: '=' },
    measure: takenDown('BANNED'),
  },
  {
    id: 53,
    type: LISTING,
    name: 'other_listing_violations',
    unit: NUMBER,
    target: upTo(3),
    measure: takenDown('SHOPEE_DELETE'),
  },
  {
    id: 11,
    type: SERVICE,
    name: 'response_rate',
    unit: PERCENT,
    target: { value: 70, comparator: '>=' },
    // There is no chat here.
    measure: () => null,
  },
  {
    id: 22,
    type: SERVICE,
    name: 'shop_rating',
    unit: NUMBER,
    target: { value: 4, comparator: '>=' },
    measure: ({ world, shopId, span }) =>
      mean(
        world.shopee.comments
          .filter(({ shop_id: id, create_time: at }) => id === shopId && at > span.from && at <= span.to)
          .map(({ rating_star: stars }) => stars),
      ),
  },
];

export const isMetric = (id: string): boolean => metrics.some((metric) => String(metric.id) === id);

const seenIn = (world: World, shopId: number, span: Span): Seen => ({
  world,
  shopId,
  span,
  orders: Object.values(world.shopee.orders).filter(
    ({ shop_id: id, pay_time: paid }) =>
      id === shopId && paid !== null && paid > span.from && paid <= span.to,
  ),
});

const comparisons: Record<string, (value: number, target: number) => boolean> = {
  '<': (value, target) => value < target,
  '<=': (value, target) => value <= target,
  '>': (value, target) => value > target,
  '>=': (value, target) => value >= target,
  '=': (value, target) => value === target,
};

const holds = (value: number | null, target: { value: number; comparator: string }): boolean =>
  value === null || comparisons[target.comparator]?.(value, target.value) !== false;

export const emptyHealth = (): ShopHealth => ({
  rating: null,
  metrics: {},
  late_orders: null,
  penalties: [],
});

export const healthOf = (world: World, shopId: number): ShopHealth =>
  world.shopee.health[String(shopId)] ?? emptyHealth();

const viewMetric = (metric: Metric, now: Seen, before: Seen, setting: MetricSetting = {}) => ({
  metric_type: metric.type,
  metric_id: metric.id,
  metric_name: metric.name,
  current_period: setting.current === undefined ? metric.measure(now) : setting.current,
  last_period: setting.last === undefined ? metric.measure(before) : setting.last,
  unit: metric.unit,
  target: {
    value: setting.target ?? metric.target.value,
    comparator: setting.comparator ?? metric.target.comparator,
  },
});

/** 4 excellent, 3 good, 2 improvement needed, 1 poor: one less for each metric that misses its target (ours). */
const ratingFor = (failed: number): number => Math.max(1, 4 - failed);

export const performanceOf = (world: World, shopId: number): Fields => {
  const { rating, metrics: settings } = healthOf(world, shopId);
  const moment = world.clock.now();
  const [start, middle, end] = [-2 * PERIOD_MS, -PERIOD_MS, 0].map((ms) => later(moment, ms).toISOString());
  const now = seenIn(world, shopId, { from: middle ?? '', to: end ?? '', isCurrent: true });
  const before = seenIn(world, shopId, { from: start ?? '', to: middle ?? '', isCurrent: false });
  const list = metrics.map((metric) => viewMetric(metric, now, before, settings[String(metric.id)]));
  const failed = (type: number): number =>
    list.filter((entry) => entry.metric_type === type && !holds(entry.current_period, entry.target)).length;
  const [fulfilment, listing, service] = [failed(FULFILMENT), failed(LISTING), failed(SERVICE)];
  return {
    overall_performance: {
      rating: rating ?? ratingFor(fulfilment + listing + service),
      fulfillment_failed: fulfilment,
      listing_failed: listing,
      custom_service_failed: service,
    },
    metric_list: list,
  };
};

/** The oldest deadline first. */
export const lateOrdersOf = (world: World, shopId: number): LateOrder[] => {
  const now = world.clock.now();
  return (
    healthOf(world, shopId).late_orders ??
    Object.values(world.shopee.orders)
      .filter((order) => order.shop_id === shopId && isOverdue(order, now.toISOString()))
      .map(({ order_sn, ship_by }) => ({
        order_sn,
        shipping_deadline: secondsOf(ship_by),
        late_by_days: Math.max(1, Math.floor((now.getTime() - Date.parse(ship_by ?? '')) / DAY)),
      }))
      .toSorted((one, other) => one.shipping_deadline - other.shipping_deadline)
  );
};
