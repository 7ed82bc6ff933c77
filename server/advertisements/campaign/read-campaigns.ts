import { sql } from 'kysely';
import { z } from 'zod';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountSession, jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import { enqueueForAccounts } from '#server/marketplaces/connected-accounts.ts';
import { quoteFee } from '#server/marketplaces/marketplace-category.ts';
import { circuitOpenErrorOf } from '#server/outside/circuit.ts';
import { orNull } from '#server/outside/marketplaces/answers.ts';
import type { CampaignKey, Campaigns, RemoteCampaign } from '#server/outside/marketplaces/campaigns.ts';
import type { UnreadableAnswer } from '#server/outside/marketplaces/sale.ts';
import type { Outside } from '#server/outside/outside.ts';
import { soldAs } from './campaign-ad.queries.ts';
import { type Account, endReading, inviteOwnAds, storeAds, storeCampaigns } from './campaign-facts.ts';
import { findUnquoted, storeQuote } from './campaign-quote.queries.ts';

const tries = 6;
/** Ads of a campaign are read again after this time, or if its state has changed. */
const adsMinutes = 6 * 60;
/** One step quotes this many prices, each with calls of its own; then other jobs have their turn. */
const quotedAtOnce = 20;

const accountPayload = z.object({
  businessId: z.number(),
  accountId: z.number(),
  /** A person asked: the ads of every campaign are read again. */
  asked: z.boolean().default(false),
});
const campaignPayload = z.object({ businessId: z.number(), accountId: z.number(), campaignId: z.number() });
type CampaignPlace = z.output<typeof campaignPayload>;

/** Jobs of one account run one after another. */
const queueOf = ({ accountId }: Account) => `campaigns:${accountId}`;

const readingOf = (account: Account, asked: boolean) => ({
  task: 'campaigns.read',
  payload: { ...account, asked },
  key: `read-campaigns:${account.accountId}`,
  queue: queueOf(account),
  maxAttempts: tries,
  ...(!asked && { priority: 10 }),
});
const adsReadingOf = (place: CampaignPlace) => ({
  task: 'campaigns.read-ads',
  payload: place,
  key: `read-campaign-ads:${place.campaignId}`,
  queue: queueOf(place),
  maxAttempts: tries,
});
const quotingOf = (place: CampaignPlace) => ({
  task: 'campaigns.quote',
  payload: place,
  key: `quote-campaign:${place.campaignId}`,
  maxAttempts: tries,
  priority: 10,
});

/** Task `campaigns.sweep`, every hour: each connected account. */
export async function sweepCampaigns(job: JobContext): Promise<void> {
  await enqueueForAccounts(job, (account) => [readingOf(account, false)]);
}

/** Reads the campaigns of all connected accounts again; the previous reading stays listed until then. */
export async function askForCampaigns(tx: Tx, businessId: number, outside: Outside): Promise<void> {
  const accounts = await tx.db
    .selectFrom('marketplace_accounts')
    .select(['id', 'marketplace', 'tags'])
    .where('business_id', '=', businessId)
    .where('state', '=', 'connected')
    .where('removed_at', 'is', null)
    .execute();
  for (const account of accounts) {
    if (capabilitiesOf(outside, account).campaignKinds === 'none') continue;
    await tx.db
      .updateTable('marketplace_accounts')
      .set({ campaigns_asked_at: tx.now(), campaigns_failed: false })
      .where('id', '=', account.id)
      .execute();
    tx.enqueue(readingOf({ businessId, accountId: account.id }, true));
  }
  tx.changed(businessId, 'campaigns');
}

/** `isComplete`: until now every row of the marketplace's lists could be read. */
type ReadingSession = { session: AccountSession; campaigns: Campaigns; isComplete: () => boolean };

/** An account that is not connected is not tried again. `giveUp` records the last failed attempt for the screen. */
async function reading(
  job: JobContext,
  { businessId, accountId }: Account,
  giveUp: (tx: Tx) => Promise<unknown>,
  work: (of: ReadingSession) => Promise<void>,
): Promise<void> {
  const fail = () =>
    job.inBusiness(businessId, async (tx) => {
      await giveUp(tx);
      tx.changed(businessId, 'campaigns');
    });
  try {
    await withAccount(jobAccountContext(job, businessId), accountId, async (account) => {
      const { campaigns } = account.marketplace;
      let unread = 0;
      const setAside = (answer: UnreadableAnswer) => {
        unread += 1;
        account.setAside?.(answer);
      };
      const session = { ...account, setAside };
      if (campaigns) await work({ session, campaigns, isComplete: () => unread === 0 });
    });
  } catch (error) {
    if (error instanceof Fault && ['account_disconnected', 'not_found'].includes(error.code)) return fail();
    if (job.attempt >= job.maxAttempts && !circuitOpenErrorOf(error)) await fail();
    throw error;
  }
}

/** Task `campaigns.read`: the campaigns of an account; a job for each of them reads its ads. */
export async function readCampaigns(job: JobContext, input: unknown): Promise<void> {
  const { asked, ...account } = accountPayload.parse(input);
  const { businessId, accountId } = account;
  const giveUp = (tx: Tx) =>
    tx.db
      .updateTable('marketplace_accounts')
      .set({ campaigns_failed: true })
      .where('id', '=', accountId)
      .execute();
  await reading(job, account, giveUp, async ({ session, campaigns, isComplete }) => {
    const rows = await campaigns.list(session);
    await job.inBusiness(businessId, async (tx) => {
      await storeCampaigns(tx, account, { rows, isComplete: isComplete() });
      for (const campaignId of await findDue(tx, account, asked))
        tx.enqueue(adsReadingOf({ ...account, campaignId }));
      enqueueAtTurns(tx, account, rows);
    });
  });
}

/** Campaigns whose ads are to be read: requested, not read yet, read long ago, or before they began or ended. */
async function findDue(tx: Tx, { businessId, accountId }: Account, asked: boolean): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from campaigns
    where business_id = ${businessId} and account_id = ${accountId} and state <> 'ended' and (${asked}::boolean
      or ads_read_at is null or ads_read_at <= ${addMinutes(tx.now(), -adsMinutes)}
      or state = 'running' and ads_read_at < starts_at)
    order by state desc, ends_at, id`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Shortly after the next campaign begins or ends, the account is read again. */
function enqueueAtTurns(tx: Tx, account: Account, listed: readonly RemoteCampaign[]): void {
  const now = tx.now().getTime();
  const turns = listed
    .flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    .flatMap((at) => (at && at.getTime() > now ? [at.getTime()] : []));
  if (turns.length === 0) return;
  const runAt = addMinutes(new Date(Math.min(...turns)), 1);
  tx.enqueue({ ...readingOf(account, false), key: `turn-of-campaigns:${account.accountId}`, runAt });
}

/** Task `campaigns.read-ads`: every ad of one campaign. Those read before stay if a page fails. */
export async function readCampaignAds(job: JobContext, input: unknown): Promise<void> {
  const place = campaignPayload.parse(input);
  const { businessId, campaignId } = place;
  const startedAt = job.clock.now();
  const found = await job.inBusiness(businessId, (tx) => findKey(tx, campaignId));
  if (!found || found.state === 'ended') return;
  const giveUp = (tx: Tx) =>
    tx.db.updateTable('campaigns').set({ ads_failed: true }).where('id', '=', campaignId).execute();
  await reading(job, place, giveUp, async ({ session, campaigns, isComplete }) => {
    const of = { businessId, campaignId, startedAt };
    await orNull(async () => {
      for await (const ads of campaigns.ads(session, found))
        if (ads.length > 0) await job.inBusiness(businessId, (tx) => storeAds(tx, of, ads));
    });
    await job.inBusiness(businessId, async (tx) => {
      if (found.opensToAll && isComplete()) await inviteOwnAds(tx, of);
      await endReading(tx, of, isComplete());
      tx.enqueue(quotingOf(place));
    });
  });
}

async function findKey(tx: Tx, id: number): Promise<(CampaignKey & { opensToAll: boolean }) | null> {
  const row = await tx.db
    .selectFrom('campaigns')
    .select(['remote_id', 'remote_type', 'state', 'opens_to_all'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { remote_id, remote_type, state, opens_to_all: opensToAll } = row;
  return { id: remote_id, type: remote_type, state: state as CampaignKey['state'], opensToAll };
}

/** Task `campaigns.quote`: fee and freight of prices in a campaign, some at a time. */
export async function quoteCampaign(job: JobContext, input: unknown): Promise<void> {
  const place = campaignPayload.parse(input);
  const { businessId, accountId, campaignId } = place;
  const context = jobAccountContext(job, businessId);
  const rows = await job.inBusiness(businessId, (tx) => findUnquoted(tx, campaignId, quotedAtOnce));
  for (const { id, price, linked } of rows) {
    const quote = await quoteFee(context, accountId, { ...soldAs(linked), price }).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'account_disconnected') return null;
      // Refused for this ad: its fee stays unknown, and the others are quoted.
      if (error instanceof Fault && error.code !== 'marketplace_unavailable')
        return { total: null, freight: null };
      throw error;
    });
    if (!quote) return;
    const { total: fee, freight } = quote;
    await job.inBusiness(businessId, (tx) => storeQuote(tx, id, { price, fee, freight }));
  }
  await job.inBusiness(businessId, async (tx) => {
    if (rows.length === quotedAtOnce) tx.enqueue(quotingOf(place));
    if (rows.length > 0) tx.changed(businessId, 'campaignsAds');
  });
}

/** After an act on its ads. */
export function enqueueQuote(tx: Tx, place: CampaignPlace): void {
  tx.enqueue(quotingOf(place));
}
