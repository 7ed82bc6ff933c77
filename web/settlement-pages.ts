import type { PageEntry } from './page-entry.ts';
import { paths } from './paths.ts';

/** What a seller and a supplier settle with each other. */
export const settlementPages: readonly PageEntry[] = [
  {
    screen: paths.dropshipping.sellerInvoices,
    permission: 'dropinvoices.read',
    business: 'sales',
    area: 'dropshipping',
    reads: ['/overdue-cases?size=100'],
    load: () => import('./dropshipping/invoices/SellerInvoicesPage.tsx'),
  },
  {
    screen: paths.dropshipping.supplierInvoices,
    permission: 'dropinvoices.read',
    business: 'supply',
    area: 'dropshipping',
    reads: ['/overdue-cases?size=100'],
    load: () => import('./dropshipping/invoices/SupplierInvoicesPage.tsx'),
  },
  {
    screen: paths.dropshipping.balances,
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/balances/BalancesPage.tsx'),
  },
  {
    screen: paths.dropshipping.balance,
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/balances/BalancePage.tsx'),
  },
  {
    screen: paths.dropshipping.statements,
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/statements/StatementsPage.tsx'),
  },
  {
    screen: paths.dropshipping.statement,
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/statements/StatementPage.tsx'),
  },
  {
    screen: paths.dropshipping.periodStatement,
    permission: 'dropinvoices.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/statements/PeriodStatementPage.tsx'),
  },
  {
    screen: paths.dropshipping.bankStatements,
    permission: 'bank-statements.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/bank/BankStatementsPage.tsx'),
  },
  {
    screen: paths.dropshipping.bankStatement,
    permission: 'bank-statements.read',
    area: 'dropshipping',
    load: () => import('./dropshipping/bank/BankStatementPage.tsx'),
  },
];
