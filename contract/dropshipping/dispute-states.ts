import { addDays, type Day, dayOf } from '../dates.ts';
import type { Permission } from '../permissions.ts';
import type { DropinvoiceState } from './dropinvoice-states.ts';

/** Units of a line are not payable while their dispute is `open`; every other state ends it. */
export const disputeStates = ['open', 'refused', 'accepted', 'withdrawn', 'void'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** The supplier decides once; the seller may give up before. */
export const disputeActs = {
  accept: { from: ['open'], to: 'accepted', permission: 'disputes.decide' },
  refuse: { from: ['open'], to: 'refused', permission: 'disputes.decide' },
  withdraw: { from: ['open'], to: 'withdrawn', permission: 'disputes.open' },
} as const satisfies Record<
  string,
  { from: readonly DisputeState[]; to: DisputeState; permission: Permission }
>;
export type DisputeAct = keyof typeof disputeActs;

/** Days after the close in which a line can be disputed. */
export const disputeDays = 7;

/** Days after a refusal until which the units that are due again may be paid. */
export const refusedDueDays = 3;

/** Closed, not complete, and not too long ago. */
export function canDispute(
  { state, closedAt }: { state: DropinvoiceState; closedAt: string | Date | null },
  today: Day,
): boolean {
  return state !== 'complete' && closedAt !== null && isInTime(closedAt, today);
}

export function isInTime(closedAt: string | Date, today: Day): boolean {
  return today <= addDays(dayOf(new Date(closedAt)), disputeDays);
}
