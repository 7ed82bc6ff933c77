import type { Order } from './market.ts';

export const goodsOf = (order: Order): number =>
  order.lines.reduce((sum, line) => sum + Number(line.price) * line.quantity, 0);

export const totalOf = (order: Order): number => goodsOf(order) + Number(order.shipping_cost);

export const refundedOf = (order: Order): number =>
  (order.refunds ?? []).reduce((sum, { amount }) => sum + Number(amount), 0);
