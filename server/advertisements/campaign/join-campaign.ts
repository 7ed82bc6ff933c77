import { z } from 'zod';
import {
  type CampaignJoining,
  type CampaignJoiningAd,
  campaignPricing,
  type campaignsAds,
} from '#contract/advertisements/campaign.ts';
import type { BulkSelection } from '#contract/bulk.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { enqueueRead } from '#server/advertisements/publication/publication-queue.ts';
import { type RunFailure, startBulkRun } from '#server/business/bulk-run.ts';
import { type BulkWork, stepBulkRun } from '#server/business/bulk-step.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { type AccountSession, jobAccountContext, withAccount } from '#server/marketplaces/account-access.ts';
import type {
  CampaignKey,
  CampaignRefusal,
  Campaigns,
  RemoteCampaignAd,
} from '#server/outside/marketplaces/campaigns.ts';
import {
  type CampaignAdRow,
  findCampaignAd,
  findSelectedAds,
  isAdBelowFloor,
  viewCampaignAd,
} from './campaign-ad.queries.ts';
import { storeAds } from './campaign-facts.ts';
import { findJoinPrice, whyNotJoin, whyNotLeave } from './join-price.ts';
import { enqueueQuote } from './read-campaigns.ts';

/** Rows of a preview: enough to see the effect of a rule, few enough to read the fee of each. */
const previewed = 50;

const item = z.object({
  ad: z.number(),
  name: z.string(),
  /** Typed for this ad; null: by the rule of the run. */
  price: z.number().nullable(),
});
type Item = z.output<typeof item>;
const input = z.object({ pricing: campaignPricing });

const typedPrices = ({ prices }: Pick<CampaignJoining, 'prices'>) =>
  new Map(prices.map(({ id, price }) => [id, price]));

/** Previews price and margin with which the selected ads would join. */
export async function previewJoin(call: RemoteCall<typeof campaignsAds.previewJoin>) {
  const { pricing, prices, ...selection } = call.body;
  const rows = await call.read((tx) => findSelectedAds(tx, selection));
  const typed = typedPrices({ prices });
  const items: CampaignJoiningAd[] = [];
  for (const row of rows.slice(0, previewed)) {
    const ad = viewCampaignAd(row);
    const refused = whyNotJoin(row, call.clock.now());
    if (refused) items.push({ ad, inside: null, belowFloor: false, refused });
    else {
      const found = await findJoinPrice(call, row, { pricing, price: typed.get(row.id) ?? null });
      const { inside } = found;
      items.push({ ad, inside, belowFloor: isAdBelowFloor(row, inside), refused: found.refused });
    }
  }
  const belowFloor = items.filter((one) => one.belowFloor && !one.refused).map(({ ad }) => ad.name);
  return { total: rows.length, belowFloor, items };
}

export async function startJoining(tx: Tx, actor: Actor, body: CampaignJoining) {
  const { pricing, prices, ...selection } = body;
  const typed = typedPrices({ prices });
  const rows = await findSelectedAds(tx, selection);
  const items = rows.map((row): Item => ({ ad: row.id, name: row.name, price: typed.get(row.id) ?? null }));
  if (rows.every((row) => whyNotJoin(row, tx.now()) !== null)) fail('nothing_to_join');
  const records = rows.map(({ id }) => id);
  return startBulkRun(tx, actor, {
    kind: 'campaign_joins',
    task: 'campaigns.join',
    items,
    input: { pricing },
    records,
  });
}

export async function startLeaving(tx: Tx, actor: Actor, selection: BulkSelection) {
  const rows = await findSelectedAds(tx, selection);
  const items = rows.map((row): Item => ({ ad: row.id, name: row.name, price: null }));
  if (rows.every((row) => whyNotLeave(row) !== null)) fail('nothing_to_leave');
  const records = rows.map(({ id }) => id);
  return startBulkRun(tx, actor, {
    kind: 'campaign_leaves',
    task: 'campaigns.leave',
    items,
    input: {},
    records,
  });
}

type Act = (
  row: CampaignAdRow,
  one: Item,
  remote: { session: AccountSession; campaigns: Campaigns; campaign: CampaignKey },
) => Promise<{ ad: RemoteCampaignAd | null } | CampaignRefusal | ErrorCode>;

const work = {
  permission: 'publications.update',
  item,
  batchSize: 5,
  nameOf: ({ name }: Item) => ({ id: null, name }),
} as const;

const joiningBy =
  (job: JobContext, businessId: number, pricing: CampaignJoining['pricing']): Act =>
  async (row, { price: typed }, { session, campaigns, campaign }) => {
    const refused = whyNotJoin(row, job.clock.now());
    if (refused) return refused;
    const found = await findJoinPrice(jobAccountContext(job, businessId), row, { pricing, price: typed });
    if (found.refused) return found.refused;
    const price = row.seller_sets_price ? found.price : null;
    return campaigns.join(session, campaign, placeOf(row), price);
  };

const joining: BulkWork<Item> = {
  ...work,
  task: 'campaigns.join',
  work: (job, { actor, input: how, items }) =>
    actOnEach(job, actor, items, joiningBy(job, actor.businessId, input.parse(how).pricing)),
};

const leaving: BulkWork<Item> = {
  ...work,
  task: 'campaigns.leave',
  work: (job, { actor, items }) =>
    actOnEach(job, actor, items, async (row, _item, { session, campaigns, campaign }) => {
      const refused = whyNotLeave(row);
      return refused ?? campaigns.leave(session, campaign, placeOf(row));
    }),
};

/** Task `campaigns.join`. */
export const joinTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, joining);
/** Task `campaigns.leave`. */
export const leaveTask = (job: JobContext, payload: unknown) => stepBulkRun(job, payload, leaving);

const placeOf = (row: CampaignAdRow) => ({
  listing: row.remote_item_id,
  variation: row.remote_variation_id || null,
});

async function actOnEach(job: JobContext, actor: Actor, items: readonly Item[], act: Act) {
  const failed: RunFailure[] = [];
  for (const one of items) {
    const failure = await actOn(job, actor.businessId, one, act);
    if (failure) failed.push({ id: null, name: one.name, ...failure });
  }
  return async (tx: Tx) => {
    tx.changed(actor.businessId, 'campaigns');
    tx.changed(actor.businessId, 'campaignsAds');
    return { succeeded: items.length - failed.length, failed };
  };
}

const refusalCodes = {
  price: 'campaign_price_refused',
  over: 'campaign_over',
  not_invited: 'campaign_not_invited',
  other: 'marketplace_refused',
} as const satisfies Record<CampaignRefusal['refused'], ErrorCode>;

/** One ad, as it is now; its state afterwards is that of the marketplace. Null: done. */
async function actOn(
  job: JobContext,
  businessId: number,
  one: Item,
  act: Act,
): Promise<Pick<RunFailure, 'code' | 'reason'> | null> {
  const row = await job.inBusiness(businessId, (tx) => findCampaignAd(tx, one.ad));
  if (!row) return { code: 'campaign_not_invited', reason: '' };
  const startedAt = job.clock.now();
  try {
    return await withAccount(jobAccountContext(job, businessId), row.account_id, async (session) => {
      const { campaigns } = session.marketplace;
      if (!campaigns) return { code: 'campaign_elsewhere', reason: '' };
      const state = row.campaign_state as CampaignKey['state'];
      const campaign = { id: row.remote_id, type: row.remote_type, state };
      const done = await act(row, one, { session, campaigns, campaign });
      if (typeof done === 'string') return { code: done, reason: '' };
      if ('refused' in done) return { code: refusalCodes[done.refused], reason: done.words.slice(0, 300) };
      await job.inBusiness(businessId, (tx) => storeActed(tx, row, done.ad, startedAt));
      return null;
    });
  } catch (error) {
    if (!(error instanceof Fault) || error.code === 'marketplace_unavailable') throw error;
    return { code: error.code, reason: '' };
  }
}

async function storeActed(
  tx: Tx,
  row: CampaignAdRow,
  ad: RemoteCampaignAd | null,
  startedAt: Date,
): Promise<void> {
  const { business_id: businessId, campaign_id: campaignId, account_id: accountId } = row;
  const left = {
    ...placeOf(row),
    state: 'invited',
    price: null,
    marketplacePays: row.marketplace_centavos,
  } as const;
  const prices = {
    regular: row.regular_centavos,
    lowest: row.lowest_centavos,
    highest: row.highest_centavos,
    suggested: row.suggested_centavos,
  };
  await storeAds(tx, { businessId, campaignId, startedAt }, [
    ad ? { ...ad, ...placeOf(row) } : { ...left, ...prices },
  ]);
  if (row.linked) enqueueRead(tx, businessId, row.linked.publication);
  enqueueQuote(tx, { businessId, accountId, campaignId });
}
