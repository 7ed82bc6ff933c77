import type { Permission } from '../permissions.ts';
import type { BlockCause } from './volume-states.ts';

export const vendorReturnStates = ['open', 'ready', 'handed_over', 'credited', 'canceled'] as const;
export type VendorReturnState = (typeof vendorReturnStates)[number];

/** States in which a return keeps its volumes: nothing else is done with them. */
export const heldStates = ['open', 'ready'] as const satisfies readonly VendorReturnState[];

/** Acts of a return to a vendor: the states from which they start, and the one to which they lead. */
export const vendorReturnActs = {
  changeLines: { from: ['open'], permission: 'volumes.update' },
  change: { from: ['open', 'ready', 'handed_over'], permission: 'volumes.update' },
  pack: { from: ['open'], to: 'ready', permission: 'volumes.update' },
  reopen: { from: ['ready'], to: 'open', permission: 'volumes.update' },
  handOver: { from: ['ready'], to: 'handed_over', permission: 'volumes.update' },
  cancel: { from: ['open', 'ready'], to: 'canceled', permission: 'volumes.update' },
  credit: { from: ['handed_over'], to: 'credited', permission: 'suppliers.update' },
} as const satisfies Record<
  string,
  { from: readonly VendorReturnState[]; to?: VendorReturnState; permission: Permission }
>;
export type VendorReturnAct = keyof typeof vendorReturnActs;

/** Why goods of a line go back. */
export const vendorReturnReasons = [
  'damaged',
  'defective',
  'expired',
  'not_ordered',
  'surplus',
  'other',
] as const;
export type VendorReturnReason = (typeof vendorReturnReasons)[number];

/** The reason that a line begins with: why its volume was blocked, or that its lot has expired. */
export function reasonOfBlock(blockedAs: BlockCause | null, expired: boolean): VendorReturnReason {
  if (expired) return 'expired';
  if (blockedAs === 'damaged') return 'damaged';
  return blockedAs === 'failed_test' ? 'defective' : 'other';
}
