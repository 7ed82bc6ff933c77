import { pairBalance, pairBalanceFailures, pairBalanceSuccesses } from './dropshipping-balance.ts';
import { catalogue, offerFailures, offerSuccesses, offers } from './dropshipping-offers.ts';
import { overdue, overdueFailures, overdueMails, overdueSuccesses } from './dropshipping-overdue.ts';
import {
  settlement,
  settlementFailures,
  settlementMails,
  settlementSuccesses,
} from './dropshipping-settlement.ts';
import { statementFailures, statements } from './dropshipping-statement.ts';

export const dropshipping = {
  failures: {
    ...offerFailures,
    ...settlementFailures,
    ...overdueFailures,
    ...statementFailures,
    ...pairBalanceFailures,
  },
  successes: { ...offerSuccesses, ...settlementSuccesses, ...overdueSuccesses, ...pairBalanceSuccesses },
  offers,
  catalogue,
  settlement,
  overdue,
  statements,
  pairBalance,
  mails: { ...settlementMails, ...overdueMails },
};
