import { sql } from 'kysely';
import type { Job } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';

/** The number of accounts that are swept at once; more are spread over this period. */
const accountsAtOnce = 50;
const spreadMs = 4 * 60_000;

type ConnectedAccount = { accountId: number; businessId: number };

/** Enqueues these jobs for each connected account. */
export async function enqueueForAccounts(
  job: JobContext,
  jobsOf: (account: ConnectedAccount) => Job[],
): Promise<void> {
  await job.unscoped(async (tx) => {
    const { rows } = await sql<{ account_id: number; business_id: number }>`
      select account_id, business_id from connected_accounts() order by account_id`.execute(tx.db);
    const stepMs = rows.length > accountsAtOnce ? spreadMs / rows.length : 0;
    for (const [n, row] of rows.entries()) {
      const runAt = stepMs > 0 ? { runAt: new Date(tx.now().getTime() + n * stepMs) } : {};
      for (const one of jobsOf({ accountId: row.account_id, businessId: row.business_id }))
        tx.enqueue({ ...one, ...runAt });
    }
  });
}
