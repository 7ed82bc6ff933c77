import { sql } from 'kysely';
import { enqueueRead } from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { RemoteCampaign, RemoteCampaignAd } from '#server/outside/marketplaces/campaigns.ts';
import { variationsOfAd } from './campaign-ad.queries.ts';

export type Account = { businessId: number; accountId: number };

/** Days for which a campaign is kept after its end. */
const keptDays = 90;

/** The campaigns that an account lists now. One that a complete list no longer names has ended. */
export async function storeCampaigns(
  tx: Tx,
  { businessId, accountId }: Account,
  listed: { rows: readonly RemoteCampaign[]; isComplete: boolean },
): Promise<void> {
  const now = tx.now();
  const rows = listed.rows.map((one) => ({
    ...one,
    startsAt: one.startsAt?.toISOString() ?? null,
    endsAt: one.endsAt?.toISOString() ?? null,
    deadlineAt: one.deadlineAt?.toISOString() ?? null,
    name: one.name.slice(0, 200),
  }));
  await sql`insert into campaigns (business_id, account_id, remote_id, remote_type, kind, name, state, starts_at, ends_at,
      deadline_at, seller_sets_price, can_join, can_leave, opens_to_all, read_at)
    select ${businessId}, ${accountId}, n.id, n.type, n.kind, n.name, n.state, n."startsAt", n."endsAt", n."deadlineAt",
      n."sellerSetsPrice", n."canJoin", n."canLeave", n."opensToAll", ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id text, type text, kind text, name text, state text,
      "startsAt" timestamptz, "endsAt" timestamptz, "deadlineAt" timestamptz, "sellerSetsPrice" boolean,
      "canJoin" boolean, "canLeave" boolean, "opensToAll" boolean)
    on conflict (business_id, account_id, remote_type, remote_id) do update set kind = excluded.kind,
      name = excluded.name, state = excluded.state, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      deadline_at = excluded.deadline_at, seller_sets_price = excluded.seller_sets_price,
      can_join = excluded.can_join, can_leave = excluded.can_leave, opens_to_all = excluded.opens_to_all,
      read_at = excluded.read_at`.execute(tx.db);
  if (listed.isComplete) await endUnlisted(tx, { businessId, accountId }, now);
  await sql`delete from campaigns where business_id = ${businessId} and account_id = ${accountId} and state = 'ended'
    and coalesce(ends_at, read_at) < ${new Date(now.getTime() - keptDays * 24 * 3_600_000)}`.execute(tx.db);
  await tx.db
    .updateTable('marketplace_accounts')
    .set({ campaigns_read_at: now, campaigns_failed: !listed.isComplete })
    .where('id', '=', accountId)
    .execute();
  tx.changed(businessId, 'campaigns');
}

/** Ads that were in a campaign which has ended are read again: buyers pay another price. */
async function endUnlisted(tx: Tx, { businessId, accountId }: Account, listedAt: Date): Promise<void> {
  await sql`update campaigns set state = 'ended', ends_at = least(ends_at, ${listedAt})
    where business_id = ${businessId} and account_id = ${accountId} and state <> 'ended' and read_at < ${listedAt}`.execute(
    tx.db,
  );
  const { rows } = await sql<{ publication: number }>`select distinct p.id as publication
    from campaigns c join campaign_ads a on a.business_id = c.business_id and a.campaign_id = c.id, ${variationsOfAd}
      and c.business_id = ${businessId} and c.account_id = ${accountId} and c.state = 'ended' and a.state = 'running'
      and c.ends_at > ${new Date(listedAt.getTime() - 24 * 3_600_000)} and v.promotion_price_centavos is not null`.execute(
    tx.db,
  );
  for (const { publication } of rows) enqueueRead(tx, businessId, publication);
}

type Reading = { businessId: number; campaignId: number; startedAt: Date };

const rowOf = (one: RemoteCampaignAd) => ({ ...one, variation: one.variation ?? '' });

/**
 * Ads of a campaign as they were read from `startedAt` on; what an act stored meanwhile is newer and stays.
 * Publications whose ad joined or left are read again.
 */
export async function storeAds(tx: Tx, reading: Reading, ads: readonly RemoteCampaignAd[]): Promise<void> {
  const { businessId, campaignId, startedAt } = reading;
  const { rows } = await sql<{ item: string }>`
    with n as (select * from jsonb_to_recordset(${JSON.stringify(ads.map(rowOf))}::jsonb) as n (listing text,
      variation text, state text, regular bigint, price bigint, lowest bigint, highest bigint, suggested bigint,
      "marketplacePays" bigint)
    ), before as (
      select a.remote_item_id, a.remote_variation_id, a.state from campaign_ads a
      where a.business_id = ${businessId} and a.campaign_id = ${campaignId}
    ), stored as (
      insert into campaign_ads as a (business_id, campaign_id, remote_item_id, remote_variation_id, name, state,
        regular_centavos, price_centavos, lowest_centavos, highest_centavos, suggested_centavos, marketplace_centavos,
        read_at)
      select ${businessId}, c.id, n.listing, n.variation, coalesce(
          (select p.name from publication_variations v
            join publications p on p.business_id = v.business_id and p.id = v.publication_id
            where v.business_id = c.business_id and v.remote_item_id = n.listing
              and v.linked_account_id = c.account_id limit 1),
          (select r.name from remote_listings r where r.account_id = c.account_id and r.remote_id = n.listing
            and r.name <> ''), n.listing),
        n.state, n.regular, n.price, n.lowest, n.highest, n.suggested, n."marketplacePays", ${startedAt}
      from n join campaigns c on c.business_id = ${businessId} and c.id = ${campaignId}
      on conflict (business_id, campaign_id, remote_item_id, remote_variation_id) do update set name = excluded.name,
        state = excluded.state, regular_centavos = excluded.regular_centavos,
        price_centavos = excluded.price_centavos, lowest_centavos = excluded.lowest_centavos,
        highest_centavos = excluded.highest_centavos, suggested_centavos = excluded.suggested_centavos,
        marketplace_centavos = excluded.marketplace_centavos, read_at = excluded.read_at
      where a.read_at <= excluded.read_at
      returning a.remote_item_id, a.remote_variation_id, a.state)
    select distinct s.remote_item_id as item from stored s
      left join before b using (remote_item_id, remote_variation_id)
    where (s.state = 'running') <> (coalesce(b.state, 'invited') = 'running')`.execute(tx.db);
  await readAgain(
    tx,
    reading,
    rows.map(({ item }) => item),
  );
}

/**
 * After the last page. Ads that a complete reading did not find are no longer invited or in the campaign; a reading with
 * rows that could not be read removes none and counts as failed.
 */
export async function endReading(tx: Tx, reading: Reading, isComplete: boolean): Promise<void> {
  const { businessId, campaignId } = reading;
  if (isComplete) await forgetUnread(tx, reading);
  await tx.db
    .updateTable('campaigns')
    .set({ ads_read_at: tx.now(), ads_failed: !isComplete })
    .where('business_id', '=', businessId)
    .where('id', '=', campaignId)
    .execute();
  tx.changed(businessId, 'campaigns');
  tx.changed(businessId, 'campaignsAds');
}

async function forgetUnread(tx: Tx, reading: Reading): Promise<void> {
  const { businessId, campaignId, startedAt } = reading;
  const { rows } = await sql<{ item: string }>`delete from campaign_ads a
    where a.business_id = ${businessId} and a.campaign_id = ${campaignId} and a.read_at < ${startedAt}
    returning case when a.state = 'running' then a.remote_item_id end as item`.execute(tx.db);
  await readAgain(
    tx,
    reading,
    rows.flatMap(({ item }) => item ?? []),
  );
}

async function readAgain(
  tx: Tx,
  { businessId, campaignId }: Reading,
  items: readonly string[],
): Promise<void> {
  if (items.length === 0) return;
  const { rows } = await sql<{ id: number }>`select distinct v.publication_id as id
    from publication_variations v join campaigns c on c.business_id = v.business_id and c.id = ${campaignId}
    where v.business_id = ${businessId} and v.linked_account_id = c.account_id
      and v.remote_item_id = any(${items}::text[])`.execute(tx.db);
  for (const { id } of rows) enqueueRead(tx, businessId, id);
}

/** A discount that is open to all: ads on sale that are not in it may join. */
export async function inviteOwnAds(tx: Tx, { businessId, campaignId, startedAt }: Reading): Promise<void> {
  await sql`insert into campaign_ads (business_id, campaign_id, remote_item_id, remote_variation_id, name, state,
      regular_centavos, marketplace_centavos, read_at)
    select ${businessId}, c.id, v.remote_item_id, coalesce(v.remote_variation_id, ''), p.name, 'invited',
      coalesce(v.synced_price_centavos, v.price_centavos), 0, ${startedAt}
    from campaigns c join publication_variations v on v.business_id = c.business_id
        and v.linked_account_id = c.account_id
      join publications p on p.business_id = v.business_id and p.id = v.publication_id
    where c.business_id = ${businessId} and c.id = ${campaignId} and p.state = 'active'
      and not exists (select from campaign_ads a where a.business_id = c.business_id and a.campaign_id = c.id
        and a.read_at = ${startedAt} and a.remote_item_id = v.remote_item_id
        and (a.remote_variation_id in ('', v.remote_variation_id) or v.remote_variation_id is null))
    on conflict (business_id, campaign_id, remote_item_id, remote_variation_id) do update set
      state = 'invited', price_centavos = null, regular_centavos = excluded.regular_centavos,
      name = excluded.name, read_at = excluded.read_at
    where campaign_ads.read_at < excluded.read_at`.execute(tx.db);
}
