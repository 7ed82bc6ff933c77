import { z } from 'zod';
import { canAct } from '#contract/acts.ts';
import { accountActs } from '#contract/marketplaces/marketplace-account-states.ts';
import {
  enqueuePublish,
  enqueuePush,
  enqueueRead,
} from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Task } from '#server/jobs/task.ts';
import { findAccount } from '#server/marketplaces/marketplace-account.queries.ts';

/**
 * Every open publication of an account is read and pushed again, and created if that is still pending. Returns how
 * many.
 */
export async function resyncAccount(tx: Tx, businessId: number, accountId: number): Promise<number> {
  const account = (await findAccount(tx, accountId)) ?? fail('not_found');
  if (!canAct(accountActs, 'sync', account.state === 'connected' ? 'connected' : 'disconnected'))
    fail('account_disconnected');
  const rows = await tx.db
    .selectFrom('publications')
    .select(['id', 'state'])
    .where('account_id', '=', accountId)
    .where('state', 'not in', ['closed', 'failed'])
    .execute();
  for (const { id, state } of rows) {
    if (state === 'publishing') enqueuePublish(tx, businessId, id);
    else {
      enqueueRead(tx, businessId, id);
      enqueuePush(tx, businessId, id);
    }
  }
  return rows.length;
}

export function enqueueResync(tx: Tx, account: { businessId: number; accountId: number }): void {
  tx.enqueue({ task: 'account.resync', payload: account, key: `resync:${account.accountId}` });
}

const payload = z.object({ businessId: z.number(), accountId: z.number() });

export const resyncTask: Task = async (job, input) => {
  const { businessId, accountId } = payload.parse(input);
  await job.inBusiness(businessId, (tx) => resyncAccount(tx, businessId, accountId));
};
