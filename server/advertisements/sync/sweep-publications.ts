import { sql } from 'kysely';
import { z } from 'zod';
import { enqueueSweepRead } from '#server/advertisements/publication/publication-queue.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { enqueueForAccounts } from '#server/marketplaces/connected-accounts.ts';

/** Task `publications.sweep`, every ten minutes: each connected account. */
export async function sweepPublications(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [
    {
      task: 'publications.sweep-account',
      payload: account,
      key: `sweep-publications:${account.accountId}`,
      priority: 10,
    },
  ]);
}

/** Publications are due this long after their last read; with the ten hours of a round each is read within a day. */
const dueAfterMs = 12 * 60 * 60_000;
/** Runs after which all of an account have been processed. */
const runsOfRound = 60;
const runMs = 10 * 60_000;

const payload = z.object({ businessId: z.number(), accountId: z.number() });

/**
 * Task `publications.sweep-account`: changes at the marketplace without a notification. A run enqueues a sixtieth of
 * the account's publications, those read longest ago first, spread over the time until the next run, which continues
 * with the others.
 */
export async function sweepPublicationsOf(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId } = payload.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const now = tx.now();
    const { rows } = await sql<{ id: number }>`
      with open as (
        select id, greatest(synced_at, swept_at) as read_at from publications
        where account_id = ${accountId} and state in ('active', 'paused', 'under_review')
      ), due as (
        select id from open where read_at is null or read_at <= ${new Date(now.getTime() - dueAfterMs)}
        order by read_at nulls first, id
        limit (select ceil(count(*) / ${runsOfRound}::numeric) from open)
      )
      update publications p set swept_at = ${now} from due where p.id = due.id returning p.id`.execute(tx.db);
    const stepMs = runMs / Math.max(1, rows.length);
    for (const [n, { id }] of rows.entries())
      enqueueSweepRead(tx, businessId, id, new Date(now.getTime() + n * stepMs));
  });
}
