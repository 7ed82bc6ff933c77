import { sql } from 'kysely';
import { z } from 'zod';
import { asCode, codeOfGoods } from '#contract/codes.ts';
import { linkedVariations, priceOf } from '#server/advertisements/link/link-preview.ts';
import { viewPromotion } from '#server/advertisements/sync/promotion-facts.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountSession, jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { enqueueForAccounts } from '#server/marketplaces/connected-accounts.ts';
import { forgetParked, parkAll } from '#server/marketplaces/parked-answers.ts';
import { circuitOpenErrorOf } from '#server/outside/circuit.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { orNull } from '#server/outside/marketplaces/answers.ts';
import type { Listing } from '#server/outside/marketplaces/listing.ts';
import { findUnread, type KeptVariation, storeFound } from './remote-listing.queries.ts';

/** One step reads this many ads, each with its own call; then other jobs have their turn. */
const readAtOnce = 40;
const tries = 6;

const payload = z.object({ businessId: z.number(), accountId: z.number() });
type Account = z.output<typeof payload>;

const findingOf = (account: Account) => ({
  task: 'listings.find',
  payload: account,
  key: `find-listings:${account.accountId}`,
  queue: `listings:${account.accountId}`,
  maxAttempts: tries,
});
const readingOf = (account: Account) => ({
  task: 'listings.read',
  payload: account,
  key: `read-listings:${account.accountId}`,
  queue: `listings:${account.accountId}`,
  maxAttempts: tries,
});

/** Task `listings.sweep`, once a night: every connected account. */
export async function sweepListings(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [findingOf(account)]);
}

/** Reads the ads of an account again; the previous reading stays listed until then. */
export async function askForListings(tx: Tx, account: Account): Promise<void> {
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ listings_asked_at: tx.now(), listings_failed: false })
    .where('id', '=', account.accountId)
    .execute();
  tx.enqueue(findingOf(account));
  tx.changed(account.businessId, 'publicationsLink');
}

/** An ad without a publication here was changed, or is new: only this ad is read. */
export async function askForListing(tx: Tx, account: Account, remoteId: string): Promise<void> {
  await tx.db
    .insertInto('remote_listings')
    .values({
      business_id: account.businessId,
      account_id: account.accountId,
      remote_id: remoteId,
      found_at: tx.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'remote_id']).doUpdateSet({ found_at: tx.now() }),
    )
    .execute();
  tx.enqueue(readingOf(account));
}

/** Task `listings.find`: the ids of all ads of an account; the following steps read each. */
export async function findListings(job: JobContext, input: unknown): Promise<void> {
  const account = payload.parse(input);
  const startedAt = job.clock.now();
  await reading(job, account, async (session) => {
    const ids = await session.marketplace.listings.list(session);
    await job.inBusiness(account.businessId, async (tx) => {
      await storeFound(tx, account, [...new Set(ids)], startedAt);
      tx.enqueue(readingOf(account));
      tx.changed(account.businessId, 'publicationsLink');
    });
  });
}

/**
 * Records that the reading was given up, or that the account is not connected any more (false), so that the screen does
 * not wait.
 */
async function reading(
  job: JobContext,
  { businessId, accountId }: Account,
  work: (session: AccountSession) => Promise<void>,
): Promise<boolean> {
  const giveUp = () =>
    job.inBusiness(businessId, async (tx) => {
      await tx.db
        .updateTable('marketplace_accounts')
        .set({ listings_failed: true })
        .where('id', '=', accountId)
        .execute();
      tx.changed(businessId, 'publicationsLink');
    });
  try {
    await withAccount(jobAccountContext(job, businessId), accountId, work);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'account_disconnected') {
      await giveUp();
      return false;
    }
    if (job.attempt >= job.maxAttempts && !circuitOpenErrorOf(error)) await giveUp();
    throw error;
  }
}

/** Task `listings.read`: some of the unread ads, and the next step if there are more. */
export async function readListings(job: JobContext, input: unknown): Promise<void> {
  const account = payload.parse(input);
  const { businessId, accountId } = account;
  const ids = await job.inBusiness(businessId, (tx) => findUnread(tx, accountId, readAtOnce));
  const isOpen =
    ids.length === 0 ||
    (await reading(job, account, async (session) => {
      for (const id of ids) await readOne(job, account, session, id);
    }));
  if (!isOpen) return;
  await job.inBusiness(businessId, async (tx) => {
    const [more] = await findUnread(tx, accountId, 1);
    if (more) tx.enqueue(readingOf(account));
    else
      await tx.db
        .updateTable('marketplace_accounts')
        .set({ listings_read_at: tx.now(), listings_failed: false })
        .where('id', '=', accountId)
        .execute();
    tx.changed(businessId, 'publicationsLink');
  });
}

/** An ad that is unreadable even at the last attempt keeps its previous reading and does not block the others. */
async function readOne(
  job: JobContext,
  account: Account,
  session: AccountSession,
  id: string,
): Promise<void> {
  const readAt = job.clock.now();
  try {
    const listing = await orNull(() => session.marketplace.listings.read(session, id));
    await job.inBusiness(account.businessId, async (tx) => {
      if (session.hasParkedAnswers) await forgetParked(tx, account.accountId, [`listing ${id}`]);
      await storeListing(tx, account, id, listing, readAt);
    });
  } catch (error) {
    await parkAll(jobAccountContext(job, account.businessId), account.accountId, [error]);
    const isLast = job.attempt >= job.maxAttempts && !circuitOpenErrorOf(error);
    if (!(error instanceof RemoteFailure) || !isLast) throw error;
    await job.inBusiness(account.businessId, (tx) => storeUnread(tx, account, id));
  }
}

async function storeListing(
  tx: Tx,
  { accountId }: Account,
  id: string,
  listing: Listing | null,
  readAt: Date,
): Promise<void> {
  const row = { account_id: accountId, remote_id: id };
  if (!listing) {
    await tx.db
      .deleteFrom('remote_listings')
      .where('account_id', '=', accountId)
      .where('remote_id', '=', id)
      .execute();
    return;
  }
  const variations = linkedVariations({ listing, variationId: null }).map(
    (one): KeptVariation => ({
      id: one.id ?? listing.id,
      ...{ name: one.name, sku: one.sku, gtin: one.gtin, price: one.price, quantity: one.quantity },
      promotion: viewPromotion(one.promotion),
    }),
  );
  const codes = (field: 'sku' | 'gtin') => [...new Set(variations.map((one) => one[field]))].filter(Boolean);
  await tx.db
    .updateTable('remote_listings')
    .set({
      name: listing.name,
      state: listing.state,
      link: listing.link,
      price_centavos: priceOf(listing),
      quantity: variations.reduce((sum, { quantity }) => sum + quantity, 0),
      fulfilled_by_marketplace: listing.fulfilledByMarketplace,
      marketplace_kit: listing.marketplaceKit,
      variations: JSON.stringify(variations),
      skus: codes('sku').map(asCode),
      gtins: codes('gtin').map(codeOfGoods),
      codes: [...codes('sku'), ...codes('gtin')].join(' '),
      // The same time as when it was found, because it was read after that.
      read_at: readAt,
    })
    .where('account_id', '=', row.account_id)
    .where('remote_id', '=', row.remote_id)
    .execute();
}

async function storeUnread(tx: Tx, { accountId }: Account, id: string): Promise<void> {
  await tx.db
    .updateTable('remote_listings')
    .set((set) => ({
      read_at: set.ref('found_at'),
      name: sql<string>`case when name = '' then remote_id else name end`,
    }))
    .where('account_id', '=', accountId)
    .where('remote_id', '=', id)
    .execute();
}
