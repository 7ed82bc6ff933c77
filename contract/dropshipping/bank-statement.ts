import { z } from 'zod';
import { bulkOutcome } from '../bulk.ts';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { centavos, count, id, idParams, instant, listQuery, page, reference } from '../primitives.ts';

/** Columns that a bank's table may have. */
export const statementColumns = [
  'day',
  'memo',
  'payer',
  'payerDocument',
  'reference',
  'amount',
  'credit',
  'debit',
  'direction',
] as const;
export type StatementColumn = (typeof statementColumns)[number];
export type StatementColumns = Partial<Record<StatementColumn, number>>;

export const bankRowStates = ['new', 'received', 'ignored'] as const;

/**
 * Why a row matches its target: by our txid, by payer and amount, by the amount alone, one of several, another amount
 * of a known payer, the amount of an invoice that was closed after the payment, possibly a repeated payment, or no
 * match.
 */
export const matchReasons = [
  'txid',
  'payer',
  'amount',
  'several',
  'difference',
  'early',
  'repeated',
  'nothing',
] as const;
export type MatchReason = (typeof matchReasons)[number];

export const bankStatementFilter = {
  file: { kind: 'text' },
  at: { kind: 'day' },
} as const satisfies FilterFields;
export const bankStatementSorts = ['at'] as const;

export const bankStatementRow = z
  .object({
    id: z.number(),
    fileName: z.string(),
    format: z.enum(['ofx', 'sheet']),
    /** Of the movements; null if the file has no incoming money. */
    firstDay: z.string().nullable(),
    lastDay: z.string().nullable(),
    /** Credits of this file, with their result. */
    creditCount: count,
    receivedCount: count,
    ignoredCount: count,
    at: instant,
    by: z.string(),
  })
  .meta({ id: 'BankStatementRow' });
export type BankStatementRow = z.output<typeof bankStatementRow>;

const matchedInvoice = z.object({
  id: z.number(),
  number: z.number(),
  partner: reference,
  day: z.string(),
  payableCentavos: centavos,
});

/** Targets of a row: invoices, or a payout of a balance. */
const target = z.object({
  invoices: z.array(matchedInvoice),
  payout: z
    .object({ id: z.number(), partner: reference, paidOn: z.string(), amountCentavos: centavos })
    .nullable(),
});
export type BankTarget = z.output<typeof target>;

const bankRow = z
  .object({
    id: z.number(),
    day: z.string(),
    amountCentavos: centavos,
    /** The bank's text. */
    text: z.string(),
    state: z.enum(bankRowStates),
    certainty: z.enum(['sure', 'ask', 'none']),
    reason: z.enum(matchReasons),
    targets: z.array(target),
    /** The target for which it was received. */
    received: z.array(
      z.object({ id: z.number(), number: z.number(), partner: reference, amountCentavos: centavos }),
    ),
  })
  .meta({ id: 'BankRow' });
export type BankRow = z.output<typeof bankRow>;

export const bankStatementDetail = bankStatementRow
  .extend({
    /** Bank, branch and account in the file. */
    accounts: z.array(z.string()),
    /** Credits that an earlier file had already. */
    knownCount: count,
    debitCount: count,
    balanceCount: count,
    unreadable: z.array(z.object({ line: z.number(), text: z.string() })),
    rows: z.array(bankRow),
    /** Closed and not paid, for a row whose target is none of those proposed. */
    open: z.array(matchedInvoice),
  })
  .meta({ id: 'BankStatement' });
export type BankStatement = z.output<typeof bankStatementDetail>;

const column = z.int().min(0).max(500).optional();
const columns = z.strictObject({
  day: column,
  memo: column,
  payer: column,
  payerDocument: column,
  reference: column,
  amount: column,
  credit: column,
  debit: column,
  direction: column,
} satisfies Record<StatementColumn, typeof column>);

const look = z
  .object({
    format: z.enum(['ofx', 'sheet']),
    /** Of a table: its titles, the first rows, and the columns, as far as titles or an earlier file identify them. */
    titles: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    columns,
    /** Nothing has to be assigned by a person. */
    isComplete: z.boolean(),
  })
  .meta({ id: 'BankStatementLook' });
export type BankStatementLook = z.output<typeof look>;

export const statementFile = { max: 1, maxBytes: 5 * 1024 * 1024, accept: 'sheet' } as const;
const unreadable = [
  'file_required',
  'statement_unreadable',
  'statement_of_card',
  'statement_other_currency',
  'statement_too_long',
  'columns_needed',
  'sheet_old_format',
  'sheet_too_wide',
  'sheet_too_big',
] as const;
const rowIds = z.array(id).min(1, 'required').max(500, 'too_big');

/** Resource `bank-statements`: incoming money of the bank, and its targets. */
export const bankStatements = entity('bankStatements', {
  list: endpoint({
    method: 'GET',
    path: '/bank-statements',
    permission: 'bank-statements.read',
    summary: 'Imported bank statements, newest first',
    query: listQuery,
    response: page(bankStatementRow),
  }),
  look: endpoint({
    method: 'POST',
    path: '/bank-statements/look',
    permission: 'bank-statements.receive',
    summary: 'Detect the format and the columns of a bank file; nothing is stored',
    body: z.strictObject({}),
    files: statementFile,
    response: look,
    errors: unreadable,
  }),
  create: endpoint({
    method: 'POST',
    path: '/bank-statements',
    permission: 'bank-statements.receive',
    summary: 'Import an OFX, CSV or XLSX file of a bank; credits of earlier files are skipped',
    body: z.strictObject({ columns: columns.optional() }),
    files: statementFile,
    response: bankStatementDetail,
    errors: unreadable,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/bank-statements/:id',
    permission: 'bank-statements.read',
    summary: 'The credits of a bank statement, each with its matching invoices or payout',
    params: idParams,
    response: bankStatementDetail,
  }),
  receive: endpoint({
    method: 'POST',
    path: '/bank-statements/:id/receive',
    permission: 'bank-statements.receive',
    summary: 'Record the payments of rows as received, for invoices of one seller or a payout',
    params: idParams,
    body: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            id,
            invoiceIds: z.array(id).max(100, 'too_big').optional(),
            payoutId: id.optional(),
          }),
        )
        .min(1, 'required')
        .max(500, 'too_big'),
    }),
    response: bulkOutcome,
    touches: ['dropinvoices', 'pairBalances', 'statements'],
  }),
  ignore: endpoint({
    method: 'POST',
    path: '/bank-statements/:id/ignore',
    permission: 'bank-statements.receive',
    summary: 'Ignore rows that are no payment of an invoice',
    params: idParams,
    body: z.strictObject({ ids: rowIds }),
    response: bulkOutcome,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/bank-statements/:id/restore',
    permission: 'bank-statements.receive',
    summary: 'Restore ignored rows',
    params: idParams,
    body: z.strictObject({ ids: rowIds }),
    response: bulkOutcome,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/bank-statements/:id',
    permission: 'bank-statements.receive',
    summary: 'Remove a bank statement with its rows, if none was received',
    params: idParams,
    errors: ['state_conflict'],
  }),
});
