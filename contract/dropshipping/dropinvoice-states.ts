import { canAct } from '../acts.ts';
import type { Permission } from '../permissions.ts';

/** `pending` is open while its day lasts and closed after it (`closedAt`). */
export const dropinvoiceStates = ['pending', 'waiting_approval', 'complete'] as const;
export type DropinvoiceState = (typeof dropinvoiceStates)[number];

/**
 * Kinds of lines: a sale, or its reversal before the close. The other kinds are on invoices of the earlier release that
 * carried amounts from one invoice to the next; since then these are entries of the pair's balance.
 */
export const itemKinds = [
  'sale',
  'reversal',
  'credit',
  'carry',
  'dispute',
  'hand_credit',
  'difference',
] as const;

type Facts = { state: DropinvoiceState; closedAt: string | Date | null };

export const dropinvoiceActs = {
  pay: { from: ['pending'], closed: true, to: 'waiting_approval', permission: 'dropinvoices.pay' },
  editProof: {
    from: ['waiting_approval'],
    closed: true,
    to: 'waiting_approval',
    permission: 'dropinvoices.pay',
  },
  approve: { from: ['waiting_approval'], closed: true, to: 'complete', permission: 'dropinvoices.decide' },
  reject: { from: ['waiting_approval'], closed: true, to: 'pending', permission: 'dropinvoices.decide' },
  receive: {
    from: ['pending', 'waiting_approval'],
    closed: true,
    to: 'complete',
    permission: 'dropinvoices.decide',
  },
  writeOff: { from: ['pending'], closed: true, to: 'complete', permission: 'dropinvoices.write-off' },
} as const satisfies Record<
  string,
  { from: readonly DropinvoiceState[]; closed: boolean; to: DropinvoiceState; permission: Permission }
>;

/** Settlements of an invoice besides the balance; the last three are of the earlier release. */
export const settlementKinds = ['payment', 'write_off', 'carry', 'difference', 'dispute'] as const;

/** How the supplier learned of a payment. */
export const paymentSources = ['proof', 'by_hand', 'bank_row'] as const;

export type DropinvoiceAct = keyof typeof dropinvoiceActs;

/** A closed invoice with money to pay has no due day until its supplier enters bank data. */
export const isWithoutBank = (invoice: Facts & { payableCentavos: number; dueOn: string | null }): boolean =>
  canDropinvoice('pay', invoice) && invoice.payableCentavos > 0 && invoice.dueOn === null;

export function canDropinvoice(act: DropinvoiceAct, invoice: Facts): boolean {
  return (
    canAct(dropinvoiceActs, act, invoice.state) && (invoice.closedAt !== null) === dropinvoiceActs[act].closed
  );
}
