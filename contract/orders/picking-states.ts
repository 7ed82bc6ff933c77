import type { Permission } from '../permissions.ts';

export const pickingStates = ['open', 'in_progress', 'finished', 'canceled'] as const;
export type PickingState = (typeof pickingStates)[number];

/** Why a sale is no longer on its list. */
export const leftReasons = [
  /** It was no longer waiting when picking began. */
  'not_pending',
  'insufficient_stock',
  'upstream_unknown',
  'canceled',
  /** The marketplace has its parcel on the way: it was packed elsewhere. */
  'left_unpacked',
  /** A unit was not in its place, and no other volume has it. */
  'short',
  'taken_off',
  'list_canceled',
] as const;
export type LeftReason = (typeof leftReasons)[number];

/** Reasons from outside, in the middle of a walk: the walk stops until the picker has seen it. */
export const stoppingReasons = ['canceled', 'left_unpacked'] as const satisfies readonly LeftReason[];

/**
 * Verbs of a picking list: the states from which they start, the one to which they lead (absent: the state stays), and
 * their permission.
 */
export const pickingActs = {
  assign: { from: ['open', 'in_progress'], permission: 'picking.assign' },
  start: { from: ['open'], to: 'in_progress', permission: 'picking.pick' },
  /** The cart on which its units are put. */
  takeCart: { from: ['open', 'in_progress'], permission: 'picking.pick' },
  beep: { from: ['in_progress'], permission: 'picking.pick' },
  /** Requires a setting of the business. */
  takeByHand: { from: ['in_progress'], permission: 'checkout.override' },
  declareShort: { from: ['in_progress'], permission: 'picking.pick' },
  finish: { from: ['in_progress'], to: 'finished', permission: 'picking.pick' },
  cancel: { from: ['open', 'in_progress'], to: 'canceled', permission: 'picking.cancel' },
  /** A sale that left from outside: the picker has seen it. */
  acknowledge: { from: ['in_progress', 'finished', 'canceled'], permission: 'picking.pick' },
  /** Of what lies in its totes for no sale any more. */
  putBack: { from: ['in_progress', 'finished', 'canceled'], permission: 'picking.put-back' },
} as const satisfies Record<
  string,
  { from: readonly PickingState[]; to?: PickingState; permission: Permission }
>;
export type PickingAct = keyof typeof pickingActs;
