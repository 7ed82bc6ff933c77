import { z } from 'zod';
import { canAct } from '../acts.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import {
  centavos,
  id,
  idParams,
  instant,
  listQuery,
  page,
  reference,
  text,
  typedDay,
} from '../primitives.ts';

/**
 * Kinds of entries: credits of a return, of an accepted dispute, manual ones and of an overpayment; `set_off` against
 * an invoice, `payout` to the seller and `payout_refused` back. `carry` and `difference` are from the release before
 * the balance.
 */
export const pairEntryKinds = [
  'return',
  'dispute',
  'hand_credit',
  'overpayment',
  'set_off',
  'payout',
  'payout_refused',
  'carry',
  'difference',
] as const;
export type PairEntryKind = (typeof pairEntryKinds)[number];

export const payoutStates = ['sent', 'confirmed', 'refused'] as const;
export type PayoutState = (typeof payoutStates)[number];

export const payoutActs = {
  confirm: { from: ['sent'], to: 'confirmed', permission: 'dropinvoices.pay' },
  refuse: { from: ['sent'], to: 'refused', permission: 'dropinvoices.pay' },
} as const;

export const canDecidePayout = (act: keyof typeof payoutActs, state: PayoutState): boolean =>
  canAct(payoutActs, act, state);

export const pairBalanceFilter = {
  balance: { kind: 'money' },
  seller: { kind: 'text' },
  supplier: { kind: 'text' },
} as const satisfies FilterFields;
export const pairEntrySorts = ['id', 'amount'] as const;
export const pairBalanceSorts = ['balance', 'last'] as const;

export const pairBalanceRow = z
  .object({
    id: z.number(),
    seller: reference,
    supplier: reference,
    /** The amount that the supplier owes the seller. */
    balanceCentavos: centavos,
    /** Paid out, and not confirmed by the seller yet. */
    sentCentavos: centavos,
    lastEntryAt: instant,
  })
  .meta({ id: 'PairBalanceRow' });
export type PairBalanceRow = z.output<typeof pairBalanceRow>;

const payout = z.object({
  id: z.number(),
  state: z.enum(payoutStates),
  amountCentavos: centavos,
  paidOn: z.string(),
  note: z.string(),
  /** Why the seller refused it. */
  reason: z.string(),
  sentAt: instant,
  decidedAt: instant.nullable(),
});
export type Payout = z.output<typeof payout>;

export const pairBalanceDetail = pairBalanceRow
  .extend({ payouts: z.array(payout) })
  .meta({ id: 'PairBalance' });
export type PairBalance = z.output<typeof pairBalanceDetail>;

export const pairEntry = z
  .object({
    id: z.number(),
    kind: z.enum(pairEntryKinds),
    /** Positive in favour of the seller; used amounts are negative. */
    amountCentavos: centavos,
    invoice: z.object({ id: z.number(), number: z.number() }).nullable(),
    order: z.number().nullable(),
    product: z.string(),
    /** Units that are credited. */
    quantity: z.number(),
    reason: z.string(),
    /** After this entry. */
    balanceCentavos: centavos,
    at: instant,
  })
  .meta({ id: 'PairEntry' });
export type PairEntry = z.output<typeof pairEntry>;

const amountCentavos = z.int('not_whole').min(1, 'too_small').max(1_000_000_000, 'too_big');
const answered = { response: pairBalanceDetail, touches: ['dropinvoices', 'statements'] };

/** Resource `pair-balances`: credits that a supplier owes a seller. Both sides read the same. */
export const pairBalances = entity('pairBalances', {
  list: endpoint({
    method: 'GET',
    path: '/pair-balances',
    permission: 'dropinvoices.read',
    summary: 'The balances of all pairs with entries',
    query: listQuery,
    response: page(pairBalanceRow),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/pair-balances/:id',
    permission: 'dropinvoices.read',
    summary: 'The balance with one partner, with its payouts',
    params: idParams,
    response: pairBalanceDetail,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/pair-balances/:id/entries',
    permission: 'dropinvoices.read',
    summary: 'Entries of the balance, newest first',
    params: idParams,
    query: listQuery,
    response: page(pairEntry),
  }),
  credit: endpoint({
    method: 'POST',
    path: '/pair-balances/credits',
    permission: 'dropinvoices.credit',
    summary: 'Give a seller a manual credit, with a reason that both sides read',
    body: z.strictObject({ sellerId: id, amountCentavos, reason: text(300, 1) }),
    ...answered,
  }),
  payOut: endpoint({
    method: 'POST',
    path: '/pair-balances/:id/payouts',
    permission: 'dropinvoices.credit',
    summary:
      'Record a payout of the balance, or part of it, to the seller with its proof; the seller confirms it',
    params: idParams,
    body: z.strictObject({ amountCentavos, paidOn: typedDay, note: text(300) }),
    files: { max: 1, maxBytes: 5 * 1024 * 1024, accept: 'document' },
    errors: ['balance_short', 'proof_required'],
    ...answered,
  }),
  confirmPayout: endpoint({
    method: 'POST',
    path: '/payouts/:id/confirm',
    permission: payoutActs.confirm.permission,
    summary: 'Confirm that a payout arrived',
    params: idParams,
    errors: ['state_conflict'],
    ...answered,
  }),
  refusePayout: endpoint({
    method: 'POST',
    path: '/payouts/:id/refuse',
    permission: payoutActs.refuse.permission,
    summary: 'Refuse a payout that did not arrive: its amount returns to the balance',
    params: idParams,
    body: z.strictObject({ reason: text(300, 1) }),
    errors: ['state_conflict'],
    ...answered,
  }),
  payoutProof: endpoint({
    method: 'GET',
    path: '/payouts/:id/proof',
    permission: 'dropinvoices.read',
    summary: 'The proof of a payout, for both sides',
    params: idParams,
    binary: 'file',
  }),
});
