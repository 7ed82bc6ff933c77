import { canAct } from '../acts.ts';
import type { Permission } from '../permissions.ts';

/** `pending` is open while its day lasts and closed after it (`closedAt`). */
export const dropinvoiceStates = ['pending', 'waiting_approval', 'complete'] as const;
export type DropinvoiceState = (typeof dropinvoiceStates)[number];

/**
 * What a line is: `dispute` takes a disputed one out and puts it back, `carry` is what the day before owed the seller,
 * `difference` what an approved payment lacked or was too much.
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
export type ItemKind = (typeof itemKinds)[number];

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
} as const satisfies Record<
  string,
  { from: readonly DropinvoiceState[]; closed: boolean; to: DropinvoiceState; permission: Permission }
>;

export type DropinvoiceAct = keyof typeof dropinvoiceActs;

export function canDropinvoice(act: DropinvoiceAct, invoice: Facts): boolean {
  return (
    canAct(dropinvoiceActs, act, invoice.state) && (invoice.closedAt !== null) === dropinvoiceActs[act].closed
  );
}
