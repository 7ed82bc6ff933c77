import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { type AccountSession, jobAccountContext, withAccount } from '../account-access.ts';
import { enqueueForAccounts } from '../connected-accounts.ts';

/** Searches lag: every sweep looks back further than the last one. */
const overlapMinutes = 120;
/** How far back closed threads are read when an account is connected. */
const firstLookMinutes = 60 * 24 * 90;

const payload = z.object({ businessId: z.number(), accountId: z.number() });
export type SweptAccount = z.output<typeof payload>;

export type SweepContext = {
  job: JobContext;
  account: SweptAccount;
  session: AccountSession;
  /** Older changes were seen by an earlier sweep. */
  since: Date;
  started: Date;
};

type Part = (context: SweepContext) => Promise<void>;

/**
 * Finds what notifications missed. Each part is read independently: one that fails is tried again with the job and does
 * not affect the others; one that this application may not use is left out.
 */
export function conversationSweep(name: 'chats' | 'questions', parts: readonly Part[]) {
  const column = `${name}_swept_at` as const;
  const sweepOf = (account: SweptAccount) => ({
    task: `${name}.sweep-account`,
    payload: account,
    key: `${name}:${account.accountId}`,
    queue: `${name}:${account.accountId}`,
    maxAttempts: 8,
  });

  async function sweepOne(job: JobContext, input: unknown): Promise<void> {
    const account = payload.parse(input);
    const { businessId, accountId } = account;
    const started = job.clock.now();
    const row = await job.inBusiness(businessId, (tx) =>
      tx.db
        .selectFrom('marketplace_accounts')
        .select((eb) => ['state', eb.ref(column).as('swept_at')])
        .where('id', '=', accountId)
        .executeTakeFirst(),
    );
    if (row?.state !== 'connected') return;
    const since = row.swept_at
      ? addMinutes(row.swept_at, -overlapMinutes)
      : addMinutes(started, -firstLookMinutes);
    const failures: unknown[] = [];
    await withAccount(jobAccountContext(job, businessId), accountId, async (session) => {
      for (const part of parts) {
        const failure = await failureOf(() => part({ job, account, session, since, started }));
        if (failure !== null) failures.push(failure);
      }
    });
    if (failures.length > 0) throw failures[0];
    await job.inBusiness(businessId, (tx) =>
      tx.db.updateTable('marketplace_accounts').set(column, started).where('id', '=', accountId).execute(),
    );
  }

  return {
    enqueue: (tx: Pick<Tx, 'enqueue'>, account: SweptAccount) => tx.enqueue(sweepOf(account)),
    /** One job for each connected account. */
    sweepAll: (job: JobContext) => enqueueForAccounts(job, (account) => [sweepOf(account)]),
    sweepOne,
  };
}

async function failureOf(part: () => Promise<void>): Promise<unknown> {
  try {
    await part();
    return null;
  } catch (error) {
    return isMarketplaceError(error, 'forbidden') ? null : error;
  }
}
