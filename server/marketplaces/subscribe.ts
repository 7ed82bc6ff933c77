import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from './account-access.ts';
import type { NotificationEvent } from './notification-event.ts';

const payload = z.object({ businessId: z.number(), accountId: z.number() });

export function enqueueSubscribe(tx: Tx, account: z.output<typeof payload>): void {
  tx.enqueue({ task: 'account.subscribe', payload: account, key: `subscribe:${account.accountId}` });
}

/** Task `account.subscribe`: asks the marketplace to tell of this seller. */
export async function subscribeAccount(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId } = payload.parse(input);
  await withAccount(jobAccountContext(job, businessId), accountId, (session) =>
    Promise.resolve(session.marketplace.inbox.subscribe?.(session)),
  );
}

/** A notification says that the grant may be over. The next call tells, and disconnects the account where it is. */
export async function processGrant(job: JobContext, event: NotificationEvent): Promise<void> {
  try {
    await withAccount(jobAccountContext(job, event.businessId), event.accountId, (session) =>
      session.marketplace.listings.readTags(session),
    );
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'account_disconnected')) throw error;
  }
}
