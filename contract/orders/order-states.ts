import type { Permission } from '../permissions.ts';

export const orderStatuses = [
  'waiting_payment',
  'waiting_separation',
  'waiting_approval',
  'pending',
  'picking',
  'waiting_collect',
  'collected',
  'sent',
  'complete',
  'canceled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Statuses that the fulfiller sees: the first two are not shown to them yet. `late` is computed, never stored. */
export const supplierStatuses = orderStatuses.filter(
  (status) => status !== 'waiting_payment' && status !== 'waiting_separation',
);

export const approvalReasons = [
  'manual-accept',
  'stock-short',
  'cost-changed',
  'credit-limit',
  'mixed-warehouse',
] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

/** Reasons that the supplier's side clears; the others are the seller's. */
export const fulfillerReasons: readonly ApprovalReason[] = ['manual-accept', 'stock-short', 'credit-limit'];

/** The checklist between a sale and the bench. `server/orders/sale/status.ts` says when each gate is open. */
export const gateNames = ['payment', 'linked', 'stock', 'approval', 'document', 'label'] as const;
export type Gate = { name: (typeof gateNames)[number]; open: boolean };

/** Verbs of both sides: the statuses from which they start, and their permission. */
export const orderActs = {
  cancel: {
    from: [
      'waiting_payment',
      'waiting_separation',
      'waiting_approval',
      'pending',
      'picking',
      'waiting_collect',
    ],
    permission: 'orders.cancel',
  },
  approvePayment: { from: ['waiting_payment'], permission: 'orders.update' },
  approveCost: { from: ['waiting_approval'], permission: 'orders.update' },
  /** Of a sale that its supplier refused or was short of. */
  substitute: { from: ['waiting_separation', 'waiting_approval'], permission: 'orders.update' },
  accept: { from: ['waiting_approval'], permission: 'checkout.decide' },
  refuse: { from: ['waiting_approval', 'pending'], permission: 'checkout.decide' },
  startPicking: { from: ['pending'], permission: 'checkout.pack' },
  beep: { from: ['picking'], permission: 'checkout.pack' },
  /** Requires a setting of the business. */
  countByHand: { from: ['picking'], permission: 'checkout.override' },
  resetBeeping: { from: ['picking', 'waiting_collect'], permission: 'checkout.reset' },
  cancelPicking: { from: ['picking'], permission: 'checkout.cancel' },
  confirmPacking: { from: ['picking'], permission: 'checkout.pack' },
  /** A parcel with everything in it. */
  weigh: { from: ['picking', 'waiting_collect'], permission: 'checkout.pack' },
  photograph: { from: ['picking', 'waiting_collect'], permission: 'checkout.pack' },
  /** Of a sale that is being picked, once everything is in the parcel. */
  printLabel: { from: ['picking', 'waiting_collect', 'collected'], permission: 'checkout.label' },
  /** Only while the marketplace label is not available. */
  printParcelLabel: { from: ['picking', 'waiting_collect'], permission: 'checkout.label' },
  collect: { from: ['waiting_collect'], permission: 'checkout.dispatch' },
  collectByHand: { from: ['waiting_collect'], permission: 'checkout.override' },
  send: { from: ['waiting_collect', 'collected'], permission: 'checkout.dispatch' },
  complete: { from: ['sent'], permission: 'orders.update' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; permission: Permission }>;

export type OrderAct = keyof typeof orderActs;

/** Work that the shipping side still has to dispatch. */
export const statusesToShip = [
  'waiting_approval',
  'pending',
  'picking',
  'waiting_collect',
] as const satisfies OrderStatus[];

/** Statuses of a sale whose goods have not left: those with a dispatch limit. */
export const statusesBeforeDispatch = [
  'waiting_separation',
  'waiting_approval',
  'pending',
  'picking',
  'waiting_collect',
] as const satisfies OrderStatus[];

/** Statuses of a sale that is paid and for which its marketplace has still to pay. */
export const statusesBeforePayout = [
  ...statusesBeforeDispatch,
  'collected',
  'sent',
] as const satisfies OrderStatus[];

/** The goods have not left, so that the dispatch limit of the sale applies. */
export const isBeforeDispatch = (status: OrderStatus): boolean =>
  statusesBeforeDispatch.some((one) => one === status);

/** The time until which a sale is due: its dispatch limit while the goods are here, its promise while they travel. */
export function dueAt<T>(order: { status: OrderStatus; dispatchLimit: T; promisedAt: T }): T | null {
  if (isBeforeDispatch(order.status)) return order.dispatchLimit;
  return order.status === 'sent' ? order.promisedAt : null;
}

/** The one comparison of a due time with a clock; without a due time nothing is late. */
export const isPast = (due: Date | string | null, now: Date): boolean =>
  due !== null && now.getTime() > new Date(due).getTime();

/** The one definition of late. */
export const isLate = (
  order: { status: OrderStatus; dispatchLimit: Date | null; promisedAt: Date | null },
  now: Date,
): boolean => isPast(dueAt(order), now);
