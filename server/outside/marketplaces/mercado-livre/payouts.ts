import { z } from 'zod';
import { addDays, startOfDay } from '#contract/dates.ts';
import { RemoteFailure, understand } from '../../http.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import type { Payouts } from '../payouts.ts';
import type { SellerSession } from '../seller-session.ts';
import { remoteId, remoteTime } from './order.ts';

/** Paths of the payment service, which has the money of the sales and takes the same tokens. */
export const reportPath = '/v1/account/release_report';

const report = z.looseObject({
  user_id: remoteId.nullish(),
  begin_date: remoteTime,
  end_date: remoteTime,
  /** Missing while it is prepared. */
  file_name: z.string().min(1).nullish(),
  status: z.string().nullish(),
});
type Report = z.output<typeof report>;

/** `enabled` and `processed` are both used for a finished report; a deleted one keeps its name. */
const gone = new Set(['deleted', 'failed', 'error', 'canceled', 'cancelled', 'rejected']);

/** The columns that identify the sale; without a configuration a report has none of them. */
const columns = [
  ...['DATE', 'SOURCE_ID', 'EXTERNAL_REFERENCE', 'RECORD_TYPE', 'DESCRIPTION'],
  ...['NET_CREDIT_AMOUNT', 'NET_DEBIT_AMOUNT', 'GROSS_AMOUNT', 'MP_FEE_AMOUNT', 'FINANCING_FEE_AMOUNT'],
  ...['SHIPPING_FEE_AMOUNT', 'TAXES_AMOUNT', 'ORDER_ID', 'PACK_ID', 'SHIPPING_ID'],
];

const configuration = {
  file_name_prefix: 'release-report',
  columns: columns.map((key) => ({ key })),
  frequency: { hour: 0, type: 'monthly', value: 1 },
  display_timezone: 'GMT-03',
  report_translation: 'en',
  separator: ',',
};

export const payouts: Payouts = {
  report: 'release',
  async read(session, days, isAsked) {
    const begin = startOfDay(days.from);
    const end = new Date(startOfDay(addDays(days.through, 1)).getTime() - 1000);
    const { json } = await session.call(`${reportPath}/list`);
    const all = understand(z.array(report), json, 'reports of released money');
    if (all.some(({ user_id: user }) => user && user !== session.remoteUserId))
      throw new RemoteFailure('reports of another seller');
    const fitting = all
      .filter((one) => one.begin_date <= begin && one.end_date >= end && !gone.has(one.status ?? ''))
      .toSorted((one, other) => lengthOf(one) - lengthOf(other));
    const name = fitting.find(({ file_name: ready }) => ready)?.file_name;
    if (name) {
      const { bytes } = await session.download(`${reportPath}/${encodeURIComponent(name)}`);
      return { kind: 'file', bytes };
    }
    // The id of a request is not that of its report: they have the days in common.
    if (!isAsked && fitting.length === 0) await request(session, begin, end);
    return null;
  },
};

const lengthOf = ({ begin_date: begin, end_date: end }: Report) => end.getTime() - begin.getTime();

/** A configuration of the seller is never changed. */
async function request(session: SellerSession, begin: Date, end: Date): Promise<void> {
  try {
    await session.call(`${reportPath}/config`);
  } catch (error) {
    if (!isMarketplaceError(error, 'not_found')) throw error;
    await session.call(`${reportPath}/config`, { method: 'POST', json: configuration });
  }
  const seconds = (at: Date) => at.toISOString().replace(/\.\d+Z$/, 'Z');
  const { status } = await session.call(reportPath, {
    method: 'POST',
    json: { begin_date: seconds(begin), end_date: seconds(end) },
  });
  // Received, and no report is made.
  if (status === 203) throw new RemoteFailure('a report of released money was not accepted');
}
