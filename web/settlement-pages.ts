import type { Pages } from './page-entry.ts';
import { paths } from './paths.ts';

/** Settlement between sellers and suppliers. */
export const settlementPages = {
  [paths.dropshipping.sellerInvoices.pattern]: {
    permission: 'dropinvoices.read',
    business: 'sales',
    area: 'dropshipping',
    reads: ['/overdue-cases?size=100', '/dropinvoices?size=50&sort=-day'],
    load: () => import('./dropshipping/invoices/SellerInvoicesPage.tsx'),
  },
  [paths.dropshipping.supplierInvoices.pattern]: {
    permission: 'dropinvoices.read',
    business: 'supply',
    area: 'dropshipping',
    reads: ['/overdue-cases?size=100', '/dropinvoices?size=50&sort=-day'],
    load: () => import('./dropshipping/invoices/SupplierInvoicesPage.tsx'),
  },
  [paths.dropshipping.balances.pattern]: {
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/balances/BalancesPage.tsx'),
  },
  [paths.dropshipping.balance.pattern]: {
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/balances/BalancePage.tsx'),
  },
  [paths.dropshipping.statements.pattern]: {
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/statements/StatementsPage.tsx'),
  },
  [paths.dropshipping.statement.pattern]: {
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/statements/StatementPage.tsx'),
  },
  [paths.dropshipping.periodStatement.pattern]: {
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/statements/PeriodStatementPage.tsx'),
  },
  [paths.dropshipping.bankStatements.pattern]: {
    permission: 'bank-statements.read',
    area: 'dropshipping',
    partsOf: ['errors'],
    load: () => import('./dropshipping/bank/BankStatementsPage.tsx'),
  },
  [paths.dropshipping.bankStatement.pattern]: {
    permission: 'bank-statements.read',
    area: 'dropshipping',
    partsOf: ['errors'],
    load: () => import('./dropshipping/bank/BankStatementPage.tsx'),
  },
  [paths.orders.payouts.pattern]: {
    permission: 'payouts.read',
    area: 'orders',
    partsOf: ['errors'],
    load: () => import('./orders/payouts/PayoutsPage.tsx'),
  },
  [paths.orders.payoutLines.pattern]: {
    permission: 'payouts.read',
    area: 'orders',
    load: () => import('./orders/payouts/PayoutLinesPage.tsx'),
  },
  [paths.orders.payoutFiles.pattern]: {
    permission: 'payouts.read',
    area: 'orders',
    load: () => import('./orders/payouts/PayoutFilesPage.tsx'),
  },
} satisfies Pages;
