import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { centavos, count, day, idParams, listQuery, page, reference } from '../primitives.ts';
import { itemKinds, settlementKinds } from './dropinvoice-states.ts';
import { pairEntryKinds } from './pair-balance.ts';

/**
 * Movements of a statement: lines of closed invoices, their settlements, and entries of the pair's balance. A set-off
 * and an overpayment are not movements, because they only move an amount between invoices and balance.
 */
export const statementKinds = [...new Set([...itemKinds, ...settlementKinds, ...pairEntryKinds])] as const;
export type StatementKind = (typeof statementKinds)[number];

export const statementFilter = {
  seller: { kind: 'text' },
  supplier: { kind: 'text' },
} as const satisfies FilterFields;
export const statementSorts = ['month', 'closing'] as const;

const figures = z.object({
  /** `yyyy-mm`, in Sao Paulo. */
  month: z.string(),
  /** Invoices that closed in the month. */
  invoiceCount: count,
  openingCentavos: centavos,
  postedCentavos: centavos,
  paidCentavos: centavos,
  /** The debt of the seller: closed unsettled invoices, minus the balance in the seller's favor. */
  closingCentavos: centavos,
  /** Of that, the total of closed invoices at the end. */
  invoicesCentavos: centavos,
  /** The credits that the supplier owed the seller. */
  balanceCentavos: centavos,
});

export const statementRow = figures
  .extend({ id: z.number(), seller: reference, supplier: reference })
  .meta({ id: 'StatementRow' });
export type StatementRow = z.output<typeof statementRow>;

const kindSum = z.object({ kind: z.enum(statementKinds), totalCentavos: centavos });

const statementEntry = kindSum.extend({
  day: z.string(),
  /** None of a credit that is of no invoice. */
  invoice: z.object({ id: z.number(), number: z.number() }).nullable(),
  /** After this entry. */
  balanceCentavos: centavos,
});
export type StatementEntry = z.output<typeof statementEntry>;

export const statementDetail = statementRow
  .extend({
    sums: z.array(kindSum),
    entries: z.array(statementEntry),
    /** Of the year that ends with this month, those in which something happened. */
    months: z.array(figures),
  })
  .meta({ id: 'Statement' });
export type Statement = z.output<typeof statementDetail>;

const idText = z.string('required').regex(/^\d{1,15}$/, 'invalid');
const periodQuery = z.strictObject({ seller: idText, supplier: idText, from: day, to: day });

/** From one day to another, both included. */
export const periodStatement = z
  .object({
    from: z.string(),
    to: z.string(),
    seller: reference,
    supplier: reference,
    openingCentavos: centavos,
    closingCentavos: centavos,
    invoicesCentavos: centavos,
    balanceCentavos: centavos,
    entries: z.array(statementEntry),
  })
  .meta({ id: 'PeriodStatement' });
export type PeriodStatement = z.output<typeof periodStatement>;

/** Resource `statements`: the movements between a seller and a supplier in a month. Both sides read the same. */
export const statements = entity('statements', {
  list: endpoint({
    method: 'GET',
    path: '/statements',
    permission: 'dropinvoices.read',
    summary: 'Statements by partner and month with entries',
    query: listQuery,
    response: page(statementRow),
  }),
  export: exportOf('/statements/export', 'dropinvoices.read', [
    'month',
    'seller',
    'supplier',
    'invoices',
    'opening',
    'posted',
    'paid',
    'closing',
  ]),
  detail: endpoint({
    method: 'GET',
    path: '/statements/:id',
    permission: 'dropinvoices.read',
    summary: 'One statement: opening balance, entries, closing balance',
    params: idParams,
    response: statementDetail,
  }),
  period: endpoint({
    method: 'GET',
    path: '/statements/period',
    permission: 'dropinvoices.read',
    summary: 'The statement of a pair for a period; both sides read the same',
    query: periodQuery,
    response: periodStatement,
    errors: ['not_found'],
  }),
  periodCsv: endpoint({
    method: 'GET',
    path: '/statements/period/csv',
    permission: 'dropinvoices.read',
    summary: 'The statement of a period as CSV',
    query: periodQuery,
    binary: 'csv',
    errors: ['not_found'],
  }),
  periodPdf: endpoint({
    method: 'GET',
    path: '/statements/period/pdf',
    permission: 'dropinvoices.read',
    summary: 'The statement of a period as PDF',
    query: periodQuery,
    binary: 'pdf',
    errors: ['not_found'],
  }),
  csv: endpoint({
    method: 'GET',
    path: '/statements/:id/csv',
    permission: 'dropinvoices.read',
    summary: 'A monthly statement as CSV',
    params: idParams,
    binary: 'csv',
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/statements/:id/pdf',
    permission: 'dropinvoices.read',
    summary: 'A monthly statement as PDF',
    params: idParams,
    binary: 'pdf',
  }),
});
