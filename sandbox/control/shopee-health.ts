import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, isOn, listOf, numberOf, textOf } from '../reading.ts';
import { emptyHealth, healthOf, isMetric, lateOrdersOf, performanceOf } from '../shopee/health.ts';
import type { LateOrder, MetricSetting, Penalty, ShopHealth } from '../shopee/market.ts';
import { nextId, shopById } from '../shopee/market.ts';
import type { World } from '../world.ts';

/** Late shipments: the default violation that points are given for. */
const LATE_SHIPMENTS = 5;

/** Null means not measured; a missing figure stays as it is. */
const figureIn = (given: unknown): number | null | undefined =>
  given === null ? null : (numberOf(given) ?? undefined);

const metricIn = (given: unknown): MetricSetting => {
  const fields: Fields = isFields(given) ? given : { current: given };
  const current = figureIn(fields.current);
  const last = figureIn(fields.last);
  const target = numberOf(fields.target);
  const comparator = textOf(fields.comparator);
  return {
    ...(current !== undefined && { current }),
    ...(last !== undefined && { last }),
    ...(target !== null && { target }),
    ...(comparator !== null && { comparator }),
  };
};

const lateOrdersIn = (given: unknown): LateOrder[] =>
  listOf(given)
    .map(fieldsOf)
    .map((entry) => ({
      order_sn: textOf(entry.orderSn) ?? '',
      shipping_deadline: numberOf(entry.deadline) ?? 0,
      late_by_days: numberOf(entry.lateByDays) ?? 1,
    }));

const penaltyIn = (world: World, given: Fields): Penalty => ({
  issued: world.clock.now().toISOString(),
  points: numberOf(given.points) ?? 1,
  violation_type: numberOf(given.violation) ?? LATE_SHIPMENTS,
  reference_id: numberOf(given.reference) ?? nextId(world.shopee, 'penalty'),
});

const isEmpty = (health: ShopHealth): boolean =>
  health.rating === null &&
  Object.keys(health.metrics).length === 0 &&
  health.late_orders === null &&
  health.penalties.length === 0;

/**
 * Body: `{ shop, rating?, metrics?: { [id]: figure | { current?, last?, target?, comparator? } }, lateOrders?,
 * penalty?, clear? }`; earlier values stay unless `clear`. Returns what the marketplace shows now; null if the shop
 * does not exist.
 */
export const setHealth = (world: World, body: Fields): Fields | null => {
  const shop = shopById(world.shopee, numberOf(body.shop));
  if (shop === null) return null;
  const health = isOn(body.clear) ? emptyHealth() : healthOf(world, shop.shop_id);
  health.rating = numberOf(body.rating) ?? health.rating;
  for (const [id, given] of Object.entries(fieldsOf(body.metrics))) {
    if (isMetric(id)) health.metrics[id] = { ...health.metrics[id], ...metricIn(given) };
  }
  if (body.lateOrders === null) health.late_orders = null;
  if (Array.isArray(body.lateOrders)) health.late_orders = lateOrdersIn(body.lateOrders);
  if (isFields(body.penalty)) health.penalties.push(penaltyIn(world, body.penalty));
  const key = String(shop.shop_id);
  if (isEmpty(health)) delete world.shopee.health[key];
  else world.shopee.health[key] = health;
  world.changed();
  return {
    ...performanceOf(world, shop.shop_id),
    late_order_list: lateOrdersOf(world, shop.shop_id),
    penalties: health.penalties,
  };
};
