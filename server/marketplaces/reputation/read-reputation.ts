import { z } from 'zod';
import type { ReputationView, reputations } from '#contract/marketplaces/reputation.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { type AccountContext, jobAccountContext, withAccount } from '../account-access.ts';
import { enqueueForAccounts } from '../connected-accounts.ts';
import { viewReputation } from './reputation.ts';
import { storeFailure, storeReputation } from './store-reputation.ts';

const payload = z.object({ businessId: z.number(), accountId: z.number() });
type Account = z.output<typeof payload>;

const readOf = (account: Account) => ({
  task: 'reputations.read',
  payload: account,
  key: `reputation:${account.accountId}`,
  maxAttempts: 5,
});

export function enqueueReputation(tx: Pick<Tx, 'enqueue'>, account: Account): void {
  tx.enqueue(readOf(account));
}

/** Task `reputations.sweep`: one job for each connected account, every six hours. */
export async function sweepReputations(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [readOf(account)]);
}

/** Task `reputations.read`. The queue retries up to the last attempt; then the failure is shown. */
export async function readReputationTask(job: JobContext, input: unknown): Promise<void> {
  const account = payload.parse(input);
  const context = jobAccountContext(job, account.businessId);
  try {
    await readOnce(context, account);
  } catch (error) {
    if (error instanceof Fault && error.code === 'account_disconnected') return;
    const failure = failureOf(error);
    if (failure === 'no_answer' && job.attempt < job.maxAttempts) throw error;
    await context.transact((tx) => storeFailure(tx, account, failure));
  }
}

/**
 * Reads the reputation now. A failure is reported and stored, because the figures shown are older than this attempt.
 */
export async function readReputationNow(call: RemoteCall<typeof reputations.read>): Promise<ReputationView> {
  const { params, outside } = call;
  const account = { businessId: call.actor.businessId, accountId: params.id };
  try {
    if (!(await readOnce({ ...call, businessId: account.businessId }, account))) fail('state_conflict');
  } catch (error) {
    if (error instanceof Fault) throw error;
    const failure = failureOf(error);
    await call.transact((tx) => storeFailure(tx, account, failure));
    fail(failure === 'refused' ? 'marketplace_refused' : 'marketplace_unavailable', { cause: error });
  }
  return call.conclude((tx) => viewReputation(tx, params.id, outside));
}

/** False if the marketplace has none. */
function readOnce(context: AccountContext, account: Account): Promise<boolean> {
  return withAccount(context, account.accountId, async (session) => {
    const { reputation } = session.marketplace;
    if (!reputation) return false;
    const readAt = context.clock.now();
    const reported = await reputation.read(session);
    await context.transact((tx) => storeReputation(tx, account, reported, readAt));
    return true;
  });
}

/** Errors that are no answer of the marketplace are rethrown. */
function failureOf(error: unknown): NonNullable<ReputationView['failure']> {
  if (isMarketplaceError(error)) return error.retryable ? 'no_answer' : 'refused';
  if (error instanceof RemoteFailure) return 'no_answer';
  throw error;
}
