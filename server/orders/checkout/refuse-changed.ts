import { fail } from '#server/fault.ts';
import type { OrderRow } from '#server/orders/sale/facts.ts';

/** What is picked, packed or sent of a sale is not what its marketplace says now: nothing goes on before that is settled. */
export function refuseChanged(order: Pick<OrderRow, 'id' | 'changed_lines'>): void {
  if (order.changed_lines !== null) fail('order_changed', { facts: { sale: order.id } });
}
