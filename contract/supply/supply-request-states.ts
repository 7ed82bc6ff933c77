import type { Permission } from '../permissions.ts';

export const supplyRequestStates = [
  'pending',
  'in_transport',
  'check_volumes',
  'register_volumes',
  'tag_volumes',
  'stock_up',
  'attended',
  'canceled',
] as const;
export type SupplyRequestState = (typeof supplyRequestStates)[number];

/**
 * Acts of a supply request: the states from which they start, the one to which they lead (absent: the state stays), and
 * their permission.
 */
export const supplyRequestActs = {
  update: { from: ['pending'], permission: 'supply-requests.update' },
  approve: { from: ['pending'], to: 'in_transport', permission: 'supply-requests.approve' },
  cancelPending: { from: ['pending'], to: 'canceled', permission: 'supply-requests.update' },
  cancel: {
    from: ['pending', 'in_transport', 'check_volumes', 'register_volumes', 'tag_volumes', 'stock_up'],
    to: 'canceled',
    permission: 'supply-requests.approve',
  },
  remove: { from: ['pending', 'canceled'], permission: 'supply-requests.update' },
} as const satisfies Record<
  string,
  { from: readonly SupplyRequestState[]; to?: SupplyRequestState; permission: Permission }
>;

/** In transit or in the warehouse, and not yet in stock. */
export const ongoingStates = [
  'in_transport',
  'check_volumes',
  'register_volumes',
  'tag_volumes',
  'stock_up',
] as const satisfies readonly SupplyRequestState[];

export const supplyRequestEventKinds = [
  'created',
  'changed',
  'approved',
  'canceled',
  'advanced',
  'returned',
  'split',
  'rest',
  'link_renewed',
  'link_revoked',
  'answered',
  'answers_taken',
  'answers_declined',
  'invoiced',
] as const;
export type SupplyRequestEventKind = (typeof supplyRequestEventKinds)[number];
