import type { Permission } from '../permissions.ts';

export const balanceStates = [
  'open',
  /** The difference was too large: another person counts. */
  'recount',
  'waiting_approval',
  'checked',
  'corrected',
  'canceled',
] as const;
export type BalanceState = (typeof balanceStates)[number];

/** A suspect volume is not sold until it is counted; one in a routine count is. */
export const balanceKinds = ['routine', 'suspect'] as const;
export type BalanceKind = (typeof balanceKinds)[number];

/**
 * The start of a count: a person, by volume, position, product or plan; the schedule; a 'no' to the zero check; a
 * product missing at a pick.
 */
export const balanceOrigins = [
  'volume',
  'position',
  'product',
  'plan',
  'schedule',
  'zero_check',
  'short',
] as const;
export type BalanceOrigin = (typeof balanceOrigins)[number];

/** Why the stock differed from the ledger. */
export const balanceCauses = [
  'miscounted',
  'missing_movement',
  'found',
  'lost',
  'damaged',
  'expired',
] as const;
export type BalanceCause = (typeof balanceCauses)[number];

/** `outdated`: the volume moved since the count began, so the count does not apply. */
export const countOutcomes = ['equal', 'differs', 'outdated'] as const;
export type CountOutcome = (typeof countOutcomes)[number];

/**
 * Verbs of a count: the states from which they start, the one to which they lead (absent: the numbers decide), and
 * their permission.
 */
export const balanceActs = {
  count: { from: ['open', 'recount'], permission: 'balances.count' },
  approve: { from: ['waiting_approval'], to: 'corrected', permission: 'balances.approve' },
  recount: { from: ['waiting_approval'], to: 'recount', permission: 'balances.approve' },
  cancel: { from: ['open', 'recount', 'waiting_approval'], to: 'canceled', permission: 'balances.start' },
} as const satisfies Record<
  string,
  { from: readonly BalanceState[]; to?: BalanceState; permission: Permission }
>;
export type BalanceAct = keyof typeof balanceActs;
