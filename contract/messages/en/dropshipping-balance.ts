import type {
  pairBalance as ptBalance,
  pairBalanceFailures as ptFailures,
  pairBalanceSuccesses as ptSuccesses,
} from '../pt/dropshipping-balance.ts';
import type { Translation } from '../translation.ts';

export const pairBalance: Translation<typeof ptBalance> = {
  title: 'Credit balances',
  one: 'Balance with {{partner}}',
  sellerHint:
    'What suppliers owe you for returns, accepted disputes and overpayments. It is set off against invoices to pay, oldest first.',
  supplierHint:
    'What you owe sellers for returns, accepted disputes and overpayments. It is set off against receivable invoices, oldest first.',
  empty: 'No balances yet',
  emptyHint: 'The first one appears with a return, an accepted dispute or an overpayment.',
  balance: 'Balance',
  sent: 'Paid out, to be confirmed',
  lastEntry: 'Last entry',
  entries: 'Balance entries',
  noEntries: 'No entries',
  entry: 'Entry',
  day: 'Date',
  value: 'Amount',
  after: 'Balance after',
  invoice: 'Invoice',
  order: 'Sale',
  kinds: {
    return: 'Return',
    dispute: 'Accepted dispute',
    hand_credit: 'Manual credit',
    overpayment: 'Overpayment',
    set_off: 'Set off against an invoice',
    payout: 'Paid out to the seller',
    payout_refused: 'Payout not received',
    carry: 'Previous balance',
    difference: 'Previous payment difference',
  },
  payouts: 'Payouts',
  payoutStates: { sent: 'To be confirmed', confirmed: 'Received', refused: 'Did not arrive' },
  paidOn: 'Paid on {{day}}',
  payOut: 'Pay out balance',
  payOutTitle: 'Pay out balance to {{seller}}',
  payOutHint:
    'Pay through your bank and attach the proof. The seller then confirms receipt. The amount leaves the balance now.',
  amount: 'Amount paid',
  note: 'Note',
  confirm: 'Confirm receipt',
  confirmSure: 'Has the money arrived?',
  confirmText: 'Confirm {{value}} only after you see the credit on the bank statement.',
  refuse: 'Did not arrive',
  refuseTitle: 'The money did not arrive',
  refuseReason: 'What happened',
  refuseHint: 'The amount goes back to the balance, and the supplier sees the reason.',
  openProof: 'Open proof',
};

export const pairBalanceFailures: Translation<typeof ptFailures> = {
  'pairBalances.list': 'Could not load the balances!',
  'pairBalances.detail': 'Could not load the balance!',
  'pairBalances.entries': 'Could not load the entries!',
  'pairBalances.credit': 'Could not give the credit!',
  'pairBalances.payOut': 'Could not record the payout!',
  'pairBalances.confirmPayout': 'Could not confirm the receipt!',
  'pairBalances.refusePayout': 'Could not record that the money did not arrive!',
};

export const pairBalanceSuccesses: Translation<typeof ptSuccesses> = {
  'pairBalances.credit': 'Credit given',
  'pairBalances.payOut': 'Payout recorded. The seller now has to confirm it.',
  'pairBalances.confirmPayout': 'Receipt confirmed',
  'pairBalances.refusePayout': 'The amount is back in the balance',
};
