import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from './account-access.ts';

const payload = z.object({ businessId: z.number(), accountId: z.number() });

export function enqueueSubscribe(tx: Tx, account: z.output<typeof payload>): void {
  tx.enqueue({ task: 'account.subscribe', payload: account, key: `subscribe:${account.accountId}` });
}

/** Task `account.subscribe`: subscribes to the marketplace's notifications for this seller. */
export async function subscribeAccount(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId } = payload.parse(input);
  await withAccount(jobAccountContext(job, businessId), accountId, (session) =>
    Promise.resolve(session.marketplace.inbox.subscribe?.(session)),
  );
}
