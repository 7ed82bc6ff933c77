import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import type { PayoutFailure, PayoutReading } from '#contract/orders/payout-reading.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountContext, jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import { enqueueForAccounts } from '#server/marketplaces/connected-accounts.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import type { PayoutDays, ReleasedMoney } from '#server/outside/marketplaces/payouts.ts';
import type { Outside } from '#server/outside/outside.ts';
import { matchSales } from './match-sales.ts';
import { addReading, requireSameReport } from './payout-file.ts';
import {
  endRequest,
  findPayoutAccount,
  noteAsked,
  noteFailure,
  noteRead,
  planReading,
  type ReadAccount,
  type ReadingPlan,
  setRequested,
  viewPayoutReading,
} from './payout-reading.ts';
import { openBytes, type ReadReport, readReport } from './read-report.ts';

const payload = z.object({ businessId: z.number(), accountId: z.number() });

/** The next look at a report that the marketplace prepares. */
const minutesBetween = 5;

const readOf = (account: ReadAccount) => ({
  task: 'payouts.read',
  payload: account,
  key: `payouts:${account.accountId}`,
  queue: `payouts:${account.accountId}`,
  maxAttempts: 5,
});

/** Task `payouts.sweep`, every night: one job for each connected account. */
export async function sweepPayouts(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [readOf(account)]);
}

/** A person reads the payouts of the last thirty days. */
export async function requestPayouts(
  tx: Tx,
  actor: Actor,
  accountId: number,
  outside: Outside,
): Promise<PayoutReading> {
  const account = await findPayoutAccount(tx, accountId);
  if (account.state !== 'connected') fail('account_disconnected');
  if (!capabilitiesOf(outside, account).tellsPayouts) fail('state_conflict');
  const read = { businessId: actor.businessId, accountId };
  await setRequested(tx, read);
  tx.enqueue(readOf(read));
  return viewPayoutReading(tx, accountId, outside);
}

/** Task `payouts.read`. The queue retries up to the last attempt; then the failure is shown. */
export async function readPayoutsTask(job: JobContext, input: unknown): Promise<void> {
  const account = payload.parse(input);
  const context = jobAccountContext(job, account.businessId);
  try {
    await readOnce(context, account);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === 'no_answer' && job.attempt < job.maxAttempts) throw error;
    await context.transact((tx) => noteFailure(tx, account, failure));
  }
}

async function readOnce(context: AccountContext, account: ReadAccount): Promise<void> {
  const readAt = context.clock.now();
  await withAccount(context, account.accountId, async (session) => {
    const { payouts } = session.marketplace;
    const plan = await context.transact((tx) => planReading(tx, account.accountId));
    if (!payouts || !plan) {
      await context.transact(async (tx) => {
        // Also without a new line: a sale may have arrived after its line.
        await matchSales(tx, account.accountId);
        await endRequest(tx, account);
      });
      return;
    }
    // Before a report is requested that could not be stored.
    await context.transact((tx) => requireSameReport(tx, account.accountId, payouts.report));
    const found = await payouts.read(session, plan.days, plan.isAsked);
    if (!found) {
      await context.transact((tx) => waitForReport(tx, account, plan));
      return;
    }
    const read = await linesOf(found, plan.days);
    await context.transact(async (tx) => {
      await addReading(tx, account, read);
      await noteRead(tx, account, plan, readAt);
      if (plan.hasMore) tx.enqueue({ ...readOf(account), key: `more-payouts:${account.accountId}` });
    });
  });
}

async function waitForReport(tx: Tx, account: ReadAccount, plan: ReadingPlan): Promise<void> {
  if (!(await noteAsked(tx, account, plan))) return noteFailure(tx, account, 'not_ready');
  const runAt = addMinutes(tx.now(), minutesBetween);
  tx.enqueue({ ...readOf(account), key: `payout-report:${account.accountId}`, runAt });
}

/** A file is read as one that a person uploads. Lines of other days are left to their own reading. */
async function linesOf(found: ReleasedMoney, { from, through }: PayoutDays): Promise<ReadReport> {
  const read = found.kind === 'file' ? await readFile(found.bytes) : incomeOf(found);
  return { ...read, lines: read.lines.filter(({ day }) => day >= from && day <= through) };
}

const readFile = async (bytes: Buffer) => readReport(await openBytes(bytes), null, { mayBeEmpty: true });

const incomeOf = ({ sales }: Extract<ReleasedMoney, { kind: 'sales' }>): ReadReport => ({
  ...{ report: 'income', totalCount: 0 },
  lines: sales
    .filter(({ amount }) => amount !== 0)
    .map(({ orderId, day, amount }) => ({
      ...{
        day,
        happened: day,
        kind: 'sale',
        amountCentavos: amount,
        feeCentavos: null,
        freightCentavos: null,
      },
      ...{ reference: '', numbers: [orderId], text: '' },
    })),
});

const faults: Partial<Record<string, PayoutFailure>> = {
  account_disconnected: 'disconnected',
  payout_report_differs: 'report_differs',
  payout_month_closed: 'month_closed',
};

/** Errors that are neither an answer nor a report of the marketplace are rethrown. */
function failureOf(error: unknown): PayoutFailure {
  if (isMarketplaceError(error, 'forbidden', 'unauthorized')) return 'not_allowed';
  if (isMarketplaceError(error)) return error.retryable ? 'no_answer' : 'refused';
  if (error instanceof RemoteFailure) return 'no_answer';
  if (!(error instanceof Fault)) throw error;
  const failure = faults[error.code] ?? (/^(payout|sheet)_/.test(error.code) ? 'unreadable' : null);
  if (!failure) throw error;
  return failure;
}
