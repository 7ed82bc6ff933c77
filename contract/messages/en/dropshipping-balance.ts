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
    'What suppliers owe you for returns, accepted disputes and overpayments. It is set against invoices to pay, the oldest first.',
  supplierHint:
    'What you owe sellers for returns, accepted disputes and overpayments. It is set against receivable invoices, the oldest first.',
  empty: 'No balances yet',
  emptyHint: 'The first appears when a return, an accepted dispute or an overpayment makes a credit.',
  balance: 'Balance',
  sent: 'Paid out, to be confirmed',
  lastEntry: 'Last entry',
  entries: 'Entries of the balance',
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
    hand_credit: 'Credit by hand',
    overpayment: 'Overpayment',
    set_off: 'Set against an invoice',
    payout: 'Paid out to the seller',
    payout_refused: 'Payout that did not arrive',
    carry: 'Earlier balance',
    difference: 'Earlier payment difference',
  },
  payouts: 'Payouts of the balance',
  payoutStates: { sent: 'To be confirmed', confirmed: 'Received', refused: 'Did not arrive' },
  paidOn: 'Paid on {{day}}',
  payOut: 'Pay out the balance',
  payOutTitle: 'Pay out the balance to {{seller}}',
  payOutHint:
    'Pay through the bank and attach the proof; the seller confirms that the money arrived. The amount leaves the balance now.',
  amount: 'Amount paid',
  note: 'Note',
  confirm: 'Confirm receipt',
  confirmSure: 'Has the money arrived?',
  confirmText: 'Confirm the {{value}} only after you have seen the credit on the bank statement.',
  refuse: 'Did not arrive',
  refuseTitle: 'The money did not arrive',
  refuseReason: 'What happened',
  refuseHint: 'The amount goes back into the balance, and the supplier reads the reason.',
  openProof: 'Open the proof',
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
  'pairBalances.payOut': 'Payout recorded: the seller has to confirm it',
  'pairBalances.confirmPayout': 'Receipt confirmed',
  'pairBalances.refusePayout': 'The amount is in the balance again',
};
