import type { Gate, gateNames, OrderStatus } from '#contract/orders/order-states.ts';
import type { OrderRow } from './order-row.ts';

/** The facts of a sale are columns of its row, each with one writer. This is the only function that computes its status. */
export function statusOf(order: OrderRow): OrderStatus {
  if (order.canceled_at) return 'canceled';
  if (order.delivered_at) return 'complete';
  if (order.sent_at) return 'sent';
  if (order.collected_at) return 'collected';
  if (order.packed_at) return 'waiting_collect';
  if (order.picking_by) return 'picking';
  if (order.payment === 'pending') return 'waiting_payment';
  if (order.approval_reason) return 'waiting_approval';
  if (order.released_at && !order.refused_at) return 'pending';
  return 'waiting_separation';
}

/** Its fulfiller refused it: the fulfiller sees it as canceled. */
export const isGivenBack = ({ refused_at, packed_at }: Pick<OrderRow, 'refused_at' | 'packed_at'>): boolean =>
  refused_at !== null && packed_at === null;

/**
 * The status that the fulfiller sees. Queries read it from the generated column `orders.bench_status`; `status.test.ts`
 * compares the two.
 */
export const benchStatusOf = (order: OrderRow): OrderStatus =>
  isGivenBack(order) ? 'canceled' : order.status;

type GateFacts = Pick<
  OrderRow,
  | 'payment'
  | 'fraud_risk'
  | 'linked'
  | 'reserve'
  | 'approval_reason'
  | 'refused_at'
  | 'document'
  | 'label_ready'
>;

/** The checklist of a sale. A sale is released to the bench when all gates are open that hold it. */
export function gatesOf(order: GateFacts): Gate[] {
  return [
    { name: 'payment', open: order.payment === 'approved' && !order.fraud_risk },
    { name: 'linked', open: order.linked },
    { name: 'stock', open: order.reserve === 'firm' || order.reserve === 'consumed' },
    { name: 'approval', open: order.approval_reason === null && order.refused_at === null },
    { name: 'document', open: order.document === 'accepted' || order.document === 'not_required' },
    { name: 'label', open: order.label_ready },
  ];
}

/** Gates that do not hold the release: the bench may start without them, and prints a label only with them. */
const gatesOfLabel: readonly (typeof gateNames)[number][] = ['document', 'label'];

/** A buffered parcel waits for its date, and a sale of an incomplete pack for the rest of the pack. */
export function isReady(order: OrderRow, now: Date): boolean {
  if (order.pack_pending) return false;
  if (order.label_available_at !== null && order.label_available_at > now) return false;
  return gatesOf(order).every(({ name, open }) => open || gatesOfLabel.includes(name));
}
