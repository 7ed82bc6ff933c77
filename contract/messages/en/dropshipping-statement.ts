import type {
  statementFailures as ptFailures,
  statements as ptStatements,
} from '../pt/dropshipping-statement.ts';
import type { Translation } from '../translation.ts';

export const statements: Translation<typeof ptStatements> = {
  title: 'Statements',
  one: 'Statement',
  of: 'Statement of {{month}}',
  hint: 'One per partner and month. You and the partner read the same figures.',
  empty: 'No statements yet',
  emptyHint: 'The first appears when the first invoice closes.',
  month: 'Month',
  invoices: 'Invoices closed',
  opening: 'Opening balance',
  posted: 'Posted',
  paid: 'Paid',
  closing: 'Closing balance',
  closingHint: 'Closed invoices that are not settled, less the credit balance',
  invoicesLeft: 'Unsettled invoices',
  balanceLeft: 'Credit balance of the seller',
  balance: 'Balance',
  entry: 'Entry',
  entries: 'Entries',
  sums: 'The month in short',
  year: 'Last 12 months',
  pdf: 'Download PDF',
  csv: 'Download CSV',
  kinds: {
    sale: 'Packed sales',
    reversal: 'Reversals',
    credit: 'Credits',
    carry: 'Carried to the next invoice',
    dispute: 'Disputes',
    hand_credit: 'Credits by hand',
    difference: 'Payment difference, carried to the next invoice',
    payment: 'Payments',
    write_off: 'Written off by the supplier',
    return: 'Credits of returns',
    overpayment: 'Overpaid',
    set_off: 'Balance used',
    payout: 'Balance paid out to the seller',
    payout_refused: 'Payout that did not arrive',
  },
};

export const statementFailures: Translation<typeof ptFailures> = {
  'statements.list': 'The statements could not be loaded!',
  'statements.detail': 'The statement could not be loaded!',
  'statements.period': 'The statement could not be loaded!',
  'statements.csv': 'The statement could not be downloaded!',
  'statements.pdf': 'The statement could not be downloaded!',
};
