import { z } from 'zod';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { Reviews } from '#server/outside/marketplaces/conversations.ts';
import { type AccountSession, jobAccountContext, withAccount } from '../account-access.ts';
import { enqueueForAccounts } from '../connected-accounts.ts';
import { forgetParked } from '../parked-answers.ts';
import { storeReviews } from './store-reviews.ts';

/** Listings that one job reads; the next job continues after the last of them. */
const listingsOfOneJob = 200;

const payload = z.object({ businessId: z.number(), accountId: z.number(), after: z.string().default('') });
type Account = z.output<typeof payload>;

export function enqueueReviewSweep(tx: Pick<Tx, 'enqueue'>, account: Omit<Account, 'after'>): void {
  tx.enqueue(sweepOf({ ...account, after: '' }));
}

const sweepOf = (account: Account) => ({
  task: 'reviews.sweep-account',
  payload: account,
  key: `reviews:${account.accountId}:${account.after}`,
  queue: `reviews:${account.accountId}`,
  maxAttempts: 5,
});

/**
 * Task `reviews.sweep`: one job for each connected account. There are no notifications about reviews, so they are read
 * once a day.
 */
export async function sweepReviews(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [sweepOf({ ...account, after: '' })]);
}

/** Task `reviews.sweep-account`: reads listing by listing where the marketplace answers by listing. */
export async function sweepReviewsOf(job: JobContext, input: unknown): Promise<void> {
  const account = payload.parse(input);
  const { businessId, accountId } = account;
  const context = jobAccountContext(job, businessId);
  const row = await job.inBusiness(businessId, (tx) =>
    tx.db.selectFrom('marketplace_accounts').select('state').where('id', '=', accountId).executeTakeFirst(),
  );
  if (row?.state !== 'connected') return;
  await withAccount(context, accountId, async (session) => {
    const { reviews } = session.marketplace.conversations;
    if (!reviews) return;
    if (reviews.by === 'seller') return readAll(job, account, session, reviews, null);
    const items = await job.inBusiness(businessId, (tx) => listingsAfter(tx, account));
    for (const item of items) await readAll(job, account, session, reviews, item);
    const last = items.at(-1);
    if (items.length === listingsOfOneJob && last !== undefined)
      await job.inBusiness(businessId, async (tx) => tx.enqueue(sweepOf({ ...account, after: last })));
  });
  await job.inBusiness(businessId, (tx) =>
    tx.db
      .updateTable('marketplace_accounts')
      .set({ reviews_swept_at: tx.now() })
      .where('id', '=', accountId)
      .execute(),
  );
}

async function listingsAfter(tx: Tx, { accountId, after }: Account): Promise<string[]> {
  const rows = await tx.db
    .selectFrom((db) =>
      db
        .selectFrom('publications as p')
        .select('p.remote_item_id as item')
        .where('p.account_id', '=', accountId)
        .union(
          db
            .selectFrom('publication_variations as v')
            .innerJoin('publications as p', 'p.id', 'v.publication_id')
            .select('v.remote_item_id as item')
            .where('p.account_id', '=', accountId),
        )
        .as('listings'),
    )
    .select('item')
    .where('item', 'is not', null)
    .where('item', '>', after)
    .orderBy('item')
    .limit(listingsOfOneJob)
    .execute();
  return rows.flatMap(({ item }) => item ?? []);
}

async function readAll(
  job: JobContext,
  account: Account,
  session: AccountSession,
  reviews: Reviews,
  item: string | null,
): Promise<void> {
  let readAt = job.clock.now();
  for await (const page of reviews.read(session, item)) {
    const at = readAt;
    await job.inBusiness(account.businessId, async (tx) => {
      await storeReviews(tx, account, page, at);
      if (session.hasParkedAnswers)
        await forgetParked(
          tx,
          account.accountId,
          page.map(({ remoteId }) => `review ${remoteId}`),
        );
    });
    readAt = job.clock.now();
  }
}
