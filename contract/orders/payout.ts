import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import { exportFormats } from '../export.ts';
import type { FilterFields } from '../filter.ts';
import {
  centavos,
  count,
  id,
  idParams,
  instant,
  listQuery,
  oneLine,
  page,
  reference,
} from '../primitives.ts';

/**
 * Kinds of payout reports: released money, all transactions of the account, the income statement by sale, and tables
 * whose columns a person assigns. Two kinds list the same money, so an account has reports of one kind only.
 */
export const payoutReports = ['release', 'settlement', 'income', 'mapped'] as const;
export type PayoutReport = (typeof payoutReports)[number];

export const payoutLineKinds = ['sale', 'refund', 'fee', 'freight', 'transfer', 'other'] as const;
export type PayoutLineKind = (typeof payoutLineKinds)[number];

/** Columns that a person may assign. */
export const payoutColumns = [
  'day',
  'saleNumber',
  'amount',
  'credit',
  'debit',
  'reference',
  'text',
  'feeAmount',
  'freightAmount',
] as const;
export type PayoutColumn = (typeof payoutColumns)[number];
export type PayoutColumns = Partial<Record<PayoutColumn, number>>;

/** A line needs its day, its amount and the number of its sale. */
export const isMapped = (columns: PayoutColumns): boolean =>
  columns.day !== undefined &&
  columns.saleNumber !== undefined &&
  (columns.amount !== undefined || columns.credit !== undefined);

/** A difference up to this amount is rounding and not a finding. */
export const payoutTolerance = 5;

/** Days after its delivery until which the payout of a sale may arrive. */
export const payoutTermDays = 30;

/**
 * Why money differs: the fee, the freight or a refund explains it, nothing does, the line has no sale, or the sale has
 * no line after its term.
 */
export const payoutCauses = ['fee', 'freight', 'refund', 'unknown', 'no_sale', 'missing'] as const;
export type PayoutCause = (typeof payoutCauses)[number];

/** `yyyy-mm` */
export const payoutMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'date_invalid');

const payoutFinding = z
  .object({
    /** `sale-12` or `line-34`. */
    key: z.string(),
    day: z.string(),
    cause: z.enum(payoutCauses),
    /** The number that the marketplace writes. */
    number: z.string(),
    orderId: z.number().nullable(),
    /** The text of a line without a sale. */
    text: z.string(),
    /** Null for a line without a sale. */
    expectedCentavos: centavos.nullable(),
    releasedCentavos: centavos,
    /** Released minus expected. */
    differenceCentavos: centavos,
    accepted: z.object({ note: z.string(), by: z.string(), at: instant }).nullable(),
  })
  .meta({ id: 'PayoutFinding' });
export type PayoutFinding = z.output<typeof payoutFinding>;

const payoutDay = z
  .object({
    day: z.string(),
    expectedCentavos: centavos,
    releasedCentavos: centavos,
    /** Moved to a bank account, which is no income. */
    transferredCentavos: centavos,
    openCount: count,
  })
  .meta({ id: 'PayoutDay' });
export type PayoutDay = z.output<typeof payoutDay>;

export const payoutMonthDetail = z
  .object({
    account: reference,
    month: z.string(),
    /** Months with lines, newest first. */
    months: z.array(z.object({ month: z.string(), isClosed: z.boolean() })),
    expectedCentavos: centavos,
    releasedCentavos: centavos,
    transferredCentavos: centavos,
    days: z.array(payoutDay),
    openCount: count,
    acceptedCount: count,
    /** Open ones first, at most `maxFindings`. */
    findings: z.array(payoutFinding),
    /** The month is over. */
    isOver: z.boolean(),
    closed: z.object({ at: instant, by: z.string() }).nullable(),
  })
  .meta({ id: 'PayoutMonth' });
export type PayoutMonth = z.output<typeof payoutMonthDetail>;

export const maxFindings = 500;

const ofMonth = z.strictObject({ accountId: id, month: payoutMonth });
const changedMonth = z.object({ month: z.string() });
const keys = z
  .array(z.string().regex(/^(sale|line)-\d{1,15}$/, 'invalid'))
  .min(1, 'required')
  .max(maxFindings, 'too_big');

/** Resource `payouts`: the money that a marketplace released, beside what it should have. */
export const payouts = entity('payouts', {
  detail: endpoint({
    method: 'GET',
    path: '/payouts',
    permission: 'payouts.read',
    summary: 'Expected and released money of an account in a month, by day, with the differences to check',
    query: z.strictObject({ account: idParams.shape.id, month: payoutMonth.optional() }),
    response: payoutMonthDetail,
    errors: ['not_found'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/payouts/file',
    permission: 'payouts.read',
    summary: 'A month of an account for the accountant: a row for each sale and part, as XLSX or CSV',
    query: z.strictObject({
      account: idParams.shape.id,
      month: payoutMonth,
      format: z.enum(exportFormats).default('xlsx'),
    }),
    binary: 'csv',
    errors: ['not_found'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/payouts/accept',
    permission: 'payouts.manage',
    summary: 'Accept differences with a note; one that changes afterwards is open again',
    body: ofMonth.extend({ keys, note: oneLine(500, 1) }),
    response: changedMonth,
    errors: ['not_found', 'state_conflict'],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/payouts/withdraw',
    permission: 'payouts.manage',
    summary: 'Withdraw the acceptance of differences',
    body: ofMonth.extend({ keys }),
    response: changedMonth,
    errors: ['not_found', 'state_conflict'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/payouts/close',
    permission: 'payouts.manage',
    summary: 'Close a month that is over and has no open difference',
    body: ofMonth,
    response: changedMonth,
    errors: ['not_found', 'state_conflict', 'payout_findings_open'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/payouts/reopen',
    permission: 'payouts.manage',
    summary: 'Reopen a closed month',
    body: ofMonth,
    response: changedMonth,
    errors: ['not_found', 'state_conflict'],
  }),
});

export const payoutFileFilter = {
  account: { kind: 'id' },
  at: { kind: 'day' },
} as const satisfies FilterFields;
export const payoutFileSorts = ['at'] as const;

export const payoutFileRow = z
  .object({
    id: z.number(),
    account: reference,
    report: z.enum(payoutReports),
    firstDay: z.string(),
    lastDay: z.string(),
    /** Lines that no earlier file had. */
    lineCount: count,
    knownCount: count,
    sumCentavos: centavos,
    at: instant,
    /** Null if it was read from the marketplace. */
    by: z.string().nullable(),
  })
  .meta({ id: 'PayoutFileRow' });
export type PayoutFileRow = z.output<typeof payoutFileRow>;

const column = z.int().min(0).max(500).optional();
const columns = z.strictObject({
  day: column,
  saleNumber: column,
  amount: column,
  credit: column,
  debit: column,
  reference: column,
  text: column,
  feeAmount: column,
  freightAmount: column,
} satisfies Record<PayoutColumn, typeof column>);

const look = z
  .object({
    report: z.enum(payoutReports),
    titles: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    columns,
    /** Nothing has to be assigned by a person. */
    isComplete: z.boolean(),
  })
  .meta({ id: 'PayoutFileLook' });
export type PayoutFileLook = z.output<typeof look>;

export const payoutFile = { max: 1, maxBytes: 20 * 1024 * 1024, accept: 'sheet' } as const;
const unreadable = [
  'file_required',
  'not_found',
  'payout_unreadable',
  'sheet_old_format',
  'sheet_too_wide',
  'sheet_too_big',
] as const;

/** Resource `payout-files`: reports of released money, as the marketplace exports them. */
export const payoutFiles = entity('payoutFiles', {
  list: endpoint({
    method: 'GET',
    path: '/payout-files',
    permission: 'payouts.read',
    summary: 'Imported payout reports, newest first',
    query: listQuery,
    response: page(payoutFileRow),
  }),
  look: endpoint({
    method: 'POST',
    path: '/payout-files/look',
    permission: 'payouts.manage',
    summary: 'Detect the kind and the columns of a payout report; nothing is stored',
    body: z.strictObject({ accountId: id }),
    files: payoutFile,
    response: look,
    errors: unreadable,
  }),
  create: endpoint({
    method: 'POST',
    path: '/payout-files',
    permission: 'payouts.manage',
    summary: 'Import a payout report (CSV or XLSX); lines of earlier files are skipped',
    body: z.strictObject({ accountId: id, columns: columns.optional() }),
    files: payoutFile,
    response: payoutFileRow,
    errors: [
      ...unreadable,
      'payout_columns_needed',
      'payout_too_long',
      'payout_line_unreadable',
      'payout_total_differs',
      'payout_report_differs',
      'payout_month_closed',
    ],
    touches: ['payouts', 'payoutLines'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/payout-files/:id',
    permission: 'payouts.manage',
    summary: 'Remove a payout report with its lines, if none is in a closed month',
    params: idParams,
    errors: ['payout_month_closed'],
    touches: ['payouts', 'payoutLines'],
  }),
});

export const payoutLineFilter = {
  account: { kind: 'id' },
  kind: { kind: 'choice', values: payoutLineKinds },
  matched: { kind: 'flag' },
  number: { kind: 'text' },
  day: { kind: 'day' },
} as const satisfies FilterFields;
export const payoutLineSorts = ['day'] as const;

export const payoutLineRow = z
  .object({
    id: z.number(),
    account: reference,
    day: z.string(),
    kind: z.enum(payoutLineKinds),
    number: z.string(),
    reference: z.string(),
    text: z.string(),
    amountCentavos: centavos,
    orderId: z.number().nullable(),
  })
  .meta({ id: 'PayoutLineRow' });
export type PayoutLineRow = z.output<typeof payoutLineRow>;

/** Resource `payout-lines`: movements of payout reports. */
export const payoutLines = entity('payoutLines', {
  list: endpoint({
    method: 'GET',
    path: '/payout-lines',
    permission: 'payouts.read',
    summary: 'Lines of payout reports with their sales, newest first',
    query: listQuery,
    response: page(payoutLineRow),
  }),
});
