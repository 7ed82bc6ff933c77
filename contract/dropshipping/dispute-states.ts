import { addDays, type Day, dayOf } from '../dates.ts';
import type { Permission } from '../permissions.ts';
import type { DropinvoiceState } from './dropinvoice-states.ts';

/** A line of an invoice is left out of what is to be paid while its dispute is `open` or `refused`. */
export const disputeStates = ['open', 'refused', 'accepted', 'withdrawn', 'void'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** The supplier may still give in after a refusal; the seller gives up before or after it. */
export const disputeActs = {
  accept: { from: ['open', 'refused'], to: 'accepted', permission: 'disputes.decide' },
  refuse: { from: ['open'], to: 'refused', permission: 'disputes.decide' },
  withdraw: { from: ['open', 'refused'], to: 'withdrawn', permission: 'disputes.open' },
} as const satisfies Record<
  string,
  { from: readonly DisputeState[]; to: DisputeState; permission: Permission }
>;
export type DisputeAct = keyof typeof disputeActs;

/** Days after the close in which a line can be disputed. */
export const disputeDays = 7;

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
