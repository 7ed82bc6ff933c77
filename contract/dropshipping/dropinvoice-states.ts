import type { Permission } from '../permissions.ts';

/** `pending` is open while its day lasts and closed after it (`closedAt`). */
export const dropinvoiceStates = ['pending', 'waiting_approval', 'complete'] as const;
export type DropinvoiceState = (typeof dropinvoiceStates)[number];

type Facts = { state: DropinvoiceState; closedAt: string | Date | null };

export const dropinvoiceVerbs = {
  pay: { from: ['pending'], closed: true, to: 'waiting_approval', permission: 'dropinvoices.pay' },
  editProof: {
    from: ['waiting_approval'],
    closed: true,
    to: 'waiting_approval',
    permission: 'dropinvoices.pay',
  },
  approve: { from: ['waiting_approval'], closed: true, to: 'complete', permission: 'dropinvoices.decide' },
  reject: { from: ['waiting_approval'], closed: true, to: 'pending', permission: 'dropinvoices.decide' },
} as const satisfies Record<
  string,
  { from: readonly DropinvoiceState[]; closed: boolean; to: DropinvoiceState; permission: Permission }
>;

export type DropinvoiceVerb = keyof typeof dropinvoiceVerbs;

export function canDropinvoice(verb: DropinvoiceVerb, invoice: Facts): boolean {
  const rule = dropinvoiceVerbs[verb];
  const from: readonly DropinvoiceState[] = rule.from;
  return from.includes(invoice.state) && (invoice.closedAt !== null) === rule.closed;
}
