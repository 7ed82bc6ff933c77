import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { jobAccountContext, withAccount } from './account-access.ts';
import { enqueueForAccounts } from './connected-accounts.ts';
import { notifyOfGrant } from './grant-notice.ts';
import { warnedUntil } from './grant-warning.ts';
import type { NotificationEvent } from './notification-event.ts';

const payload = z.object({ businessId: z.number(), accountId: z.number() });
type Account = z.output<typeof payload>;

const readOf = (account: Account) => ({
  task: 'account.read-grant',
  payload: account,
  key: `grant:${account.accountId}`,
});

/** Task `accounts.read-grants`, once a day: notifications that announce an end may not arrive. */
export async function readGrants(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [readOf(account)]);
}

/** Task `account.read-grant`: reads until when the seller's consent lasts, if the marketplace says so. */
export async function readGrant(job: JobContext, input: unknown): Promise<void> {
  const { businessId, accountId } = payload.parse(input);
  await unlessDisconnected(() =>
    withAccount(jobAccountContext(job, businessId), accountId, async (session) => {
      const endsAt = (await session.marketplace.connect.readGrantEnd?.(session)) ?? null;
      await job.inBusiness(businessId, (tx) => storeGrantEnd(tx, accountId, endsAt));
    }),
  );
}

async function storeGrantEnd(tx: Tx, accountId: number, endsAt: Date | null): Promise<void> {
  const known = await tx.db
    .selectFrom('marketplace_accounts')
    .select(['business_id', 'grant_warned_for'])
    .where('id', '=', accountId)
    .where('state', '=', 'connected')
    .forUpdate()
    .executeTakeFirst();
  if (!known) return;
  const isNear = endsAt !== null && endsAt <= warnedUntil(tx.now());
  const isNew = isNear && known.grant_warned_for?.getTime() !== endsAt.getTime();
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ grant_ends_at: endsAt, ...(isNew && { grant_warned_for: endsAt }) })
    .where('id', '=', accountId)
    .execute();
  if (isNew) notifyOfGrant(tx, { businessId: known.business_id, accountId }, 'authorizationEnds', endsAt);
  tx.changed(known.business_id, 'marketplaceAccounts');
}

/**
 * Processes a notification that the grant ends or has ended. If it has ended, the next call fails and disconnects the
 * account.
 */
export async function processGrant(job: JobContext, event: NotificationEvent): Promise<void> {
  const { businessId, accountId } = event;
  await unlessDisconnected(() =>
    withAccount(jobAccountContext(job, businessId), accountId, (session) =>
      session.marketplace.listings.readTags(session),
    ),
  );
  await readGrant(job, { businessId, accountId });
}

async function unlessDisconnected(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Fault && error.code === 'account_disconnected')) throw error;
  }
}
