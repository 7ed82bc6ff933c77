import type { Permission } from '../permissions.ts';

/**
 * `noticed`: the seller was notified; `asked`: the supplier decides; `held`: the seller's ads are set to 0; `extended`:
 * more time.
 */
export const overdueStates = ['noticed', 'asked', 'held', 'extended', 'ended'] as const;
export type OverdueState = (typeof overdueStates)[number];

/** Goods are held only after the question; time may be given while the case is open. */
export const overdueActs = {
  hold: { from: ['asked'], to: 'held', permission: 'companies.update' },
  extend: { from: ['noticed', 'asked', 'held', 'extended'], to: 'extended', permission: 'companies.update' },
} as const satisfies Record<
  string,
  { from: readonly OverdueState[]; to: OverdueState; permission: Permission }
>;
export type OverdueAct = keyof typeof overdueActs;
