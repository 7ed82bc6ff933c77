import { pairBalance, pairBalanceFailures, pairBalanceSuccesses } from './dropshipping-balance.ts';
import { bank, bankFailures, bankSuccesses } from './dropshipping-bank.ts';
import { catalogue, offerFailures, offerSuccesses, offers, openingStock } from './dropshipping-offers.ts';
import { overdue, overdueFailures, overdueSuccesses } from './dropshipping-overdue.ts';
import { settlement, settlementFailures, settlementSuccesses } from './dropshipping-settlement.ts';
import { statementFailures, statements } from './dropshipping-statement.ts';

export const dropshipping = {
  saleNumber: 'Venda {{number}}',
  failures: {
    ...offerFailures,
    ...settlementFailures,
    ...overdueFailures,
    ...statementFailures,
    ...pairBalanceFailures,
    ...bankFailures,
  },
  successes: {
    ...offerSuccesses,
    ...settlementSuccesses,
    ...overdueSuccesses,
    ...pairBalanceSuccesses,
    ...bankSuccesses,
  },
  offers,
  openingStock,
  catalogue,
  settlement,
  overdue,
  statements,
  pairBalance,
  bank,
};
