import type { Answer } from '../answer.ts';
import type { Endpoint, ShopCall } from './endpoint.ts';
import { get, ok, wholeIn } from './endpoint.ts';
import { healthOf, lateOrdersOf, performanceOf } from './health.ts';
import { secondsOf } from './market.ts';
import { look } from './orders/order-endpoints.ts';

/** Pages begin with 1 here. */
const pageIn = <Row>(call: ShopCall, rows: Row[]): Row[] => {
  const page = wholeIn(call, 'page_no', { from: 1, to: 100_000, usual: 1 });
  const size = wholeIn(call, 'page_size', { from: 1, to: 100, usual: 10 });
  return rows.slice((page - 1) * size, page * size);
};

const showPerformance = (call: ShopCall): Answer => {
  look(call);
  return ok(performanceOf(call.world, call.shop.shop_id));
};

const listLateOrders = (call: ShopCall): Answer => {
  look(call);
  const found = lateOrdersOf(call.world, call.shop.shop_id);
  return ok({ total_count: found.length, late_order_list: pageIn(call, found) });
};

/** The newest first. */
const listPenalties = (call: ShopCall): Answer => {
  const found = healthOf(call.world, call.shop.shop_id).penalties.toReversed();
  return ok({
    total_count: found.length,
    penalty_point_list: pageIn(call, found).map((penalty) => ({
      issue_time: secondsOf(penalty.issued),
      latest_point_num: penalty.points,
      reference_id: penalty.reference_id,
      violation_type: penalty.violation_type,
    })),
  });
};

export const healthEndpoints: Endpoint[] = [
  get('/account_health/get_shop_performance', showPerformance),
  get('/account_health/get_late_orders', listLateOrders),
  get('/account_health/get_penalty_point_history', listPenalties),
];
