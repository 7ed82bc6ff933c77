import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { exportOf } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import { centavos, count, idParams, listQuery, page, reference } from '../primitives.ts';
import { itemKinds } from './dropinvoice-states.ts';

/** What moves the balance: lines of closed invoices, and approved payments. A carry leaves one invoice and enters the next. */
export const statementKinds = [...itemKinds, 'payment'] as const;
export type StatementKind = (typeof statementKinds)[number];

export const statementFilter = {
  seller: { kind: 'text' },
  supplier: { kind: 'text' },
} as const satisfies FilterFields;

const figures = z.object({
  /** `yyyy-mm`, in Sao Paulo. */
  month: z.string(),
  /** Invoices that closed in the month. */
  invoiceCount: count,
  openingCentavos: centavos,
  postedCentavos: centavos,
  paidCentavos: centavos,
  /** What closed invoices without an approved payment come to. */
  closingCentavos: centavos,
});

export const statementRow = figures
  .extend({ id: z.number(), seller: reference, supplier: reference })
  .meta({ id: 'StatementRow' });
export type StatementRow = z.output<typeof statementRow>;

const kindSum = z.object({ kind: z.enum(statementKinds), totalCentavos: centavos });

const statementEntry = kindSum.extend({
  day: z.string(),
  invoice: z.object({ id: z.number(), number: z.number() }),
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

/** Resource `statements`: what happened between a seller and a supplier in a month. Both sides read the same. */
export const statements = {
  list: endpoint({
    method: 'GET',
    path: '/statements',
    permission: 'dropinvoices.read',
    summary: 'A statement for each partner and month in which something happened',
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
    summary: 'Opening balance, everything that moved it, closing balance',
    params: idParams,
    response: statementDetail,
  }),
  csv: endpoint({
    method: 'GET',
    path: '/statements/:id/csv',
    permission: 'dropinvoices.read',
    summary: 'The same for a spreadsheet',
    params: idParams,
    binary: 'csv',
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/statements/:id/pdf',
    permission: 'dropinvoices.read',
    summary: 'The same on paper',
    params: idParams,
    binary: 'pdf',
  }),
};
