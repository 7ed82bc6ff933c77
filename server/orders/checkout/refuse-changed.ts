import { fail } from '#server/fault.ts';
import type { OrderRow } from '#server/orders/sale/facts.ts';

/**
 * The units picked, packed or sent for a sale differ from its current lines at the marketplace: no act continues before
 * that is settled.
 */
export function refuseChanged(order: Pick<OrderRow, 'id' | 'changed_lines'>): void {
  if (order.changed_lines !== null) fail('order_changed', { facts: { sale: order.id } });
}
