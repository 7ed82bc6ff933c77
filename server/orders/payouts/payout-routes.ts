import type { api } from '#contract/index.ts';
import { fail } from '#server/fault.ts';
import { type Handlers, remote } from '#server/http/route.ts';
import type { Upload } from '#server/http/uploads.ts';
import { acceptFindings, closeMonth, reopenMonth, withdrawAcceptances } from './payout-acts.ts';
import { listPayoutFiles, listPayoutLines } from './payout-file.queries.ts';
import { addPayoutFile, findPayoutColumns, removePayoutFile } from './payout-file.ts';
import { readPayoutMonth } from './payout-month.ts';
import { viewPayoutReading } from './payout-reading.ts';
import { payoutSheetFile, readPayoutSheet } from './payout-sheet.ts';
import { requestPayouts } from './read-payouts.ts';
import { openReport, readReport, shapeReportLook } from './read-report.ts';

export const payoutRoutes: Handlers<typeof api.payouts> = {
  detail: ({ tx, query }) => readPayoutMonth(tx, query.account, query.month),
  file: remote(async ({ actor, query, locale, transact }) => {
    const sheet = await transact((tx) => readPayoutSheet(tx, actor, query, locale));
    return payoutSheetFile(sheet, query, locale);
  }),
  accept: ({ tx, actor, body }) => acceptFindings(tx, actor, body),
  withdraw: ({ tx, actor, body }) => withdrawAcceptances(tx, actor, body),
  close: ({ tx, actor, body }) => closeMonth(tx, actor, body),
  reopen: ({ tx, actor, body }) => reopenMonth(tx, actor, body),
};

const onlyReport = (files: Upload[]): Upload => files[0] ?? fail('file_required');

export const payoutFileRoutes: Handlers<typeof api.payoutFiles> = {
  list: ({ tx, query }) => listPayoutFiles(tx, query),
  look: remote(async ({ body, files, conclude }) => {
    const file = await openReport(onlyReport(files));
    return conclude(async (tx) => shapeReportLook(file, await findPayoutColumns(tx, body.accountId, file)));
  }),
  create: remote(async ({ actor, body, files, transact, conclude }) => {
    const { accountId, columns } = body;
    const file = await openReport(onlyReport(files));
    const kept = await transact((tx) => findPayoutColumns(tx, accountId, file));
    const read = await readReport(file, columns ?? kept);
    return conclude((tx) => addPayoutFile(tx, actor, { accountId, file, read, columns }));
  }),
  remove: ({ tx, actor, params }) => removePayoutFile(tx, actor, params.id),
};

export const payoutLineRoutes: Handlers<typeof api.payoutLines> = {
  list: ({ tx, query }) => listPayoutLines(tx, query),
};

export const payoutReadingRoutes: Handlers<typeof api.payoutReadings> = {
  detail: ({ tx, params, outside }) => viewPayoutReading(tx, params.id, outside),
  read: ({ tx, actor, params, outside }) => requestPayouts(tx, actor, params.id, outside),
};
