import { type SqlBool, sql } from 'kysely';
import {
  type AccountCampaigns,
  type Campaign,
  type CampaignKind,
  campaignFilter,
  campaignSorts,
} from '#contract/advertisements/campaign.ts';
import { addMinutes } from '#contract/dates.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { capabilitiesOf, viewCapabilities } from '#server/marketplaces/account-capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';

/** A reading that is older than this may lack changes. */
const staleMinutes = 24 * 60;

const adsOf = (condition: ReturnType<typeof sql>) =>
  sql`(select count(*)::int from campaign_ads a
    where a.business_id = c.business_id and a.campaign_id = c.id and ${condition})`;
const invited = adsOf(sql`a.state = 'invited'`);
const joined = adsOf(sql`a.state <> 'invited'`);

const baseQuery = (tx: Tx) =>
  tx.db
    .selectFrom('campaigns as c')
    .innerJoin('marketplace_accounts as m', (join) =>
      join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.account_id'),
    )
    .selectAll('c')
    .select(['m.name as account_name', 'm.marketplace as account_marketplace', 'm.tags as account_tags'])
    .select([sql<number>`${invited}`.as('invited'), sql<number>`${joined}`.as('joined')])
    .where('c.business_id', '=', sql<number>`app_business()`)
    .where('m.removed_at', 'is', null);

const hasAds = (condition: ReturnType<typeof sql>) =>
  sql<SqlBool>`exists (select from campaign_ads a
    where a.business_id = c.business_id and a.campaign_id = c.id and ${condition})`;

const spec = listSpec({
  fields: campaignFilter,
  sortedBy: campaignSorts,
  sql: {
    name: sql`c.name`,
    account: sql`c.account_id`,
    kind: sql`c.kind`,
    state: sql`c.state`,
    invited: hasAds(sql`a.state = 'invited'`),
    joined: hasAds(sql`a.state <> 'invited'`),
    ends: sql`c.ends_at`,
  },
  search: sql`fold(c.name || ' ' || c.remote_id)`,
  sorts: { ends: sql`c.ends_at`, starts: sql`c.starts_at`, name: sql`c.name` },
  required: ['name'],
  defaultSort: '-ends',
  id: sql`c.id`,
});

export type CampaignRow = Awaited<ReturnType<typeof findRow>>;
const findRow = (tx: Tx, id: number) => baseQuery(tx).where('c.id', '=', id).executeTakeFirstOrThrow();

function viewCampaign(tx: Tx, outside: Outside, row: CampaignRow): Campaign {
  const isOld = row.ads_read_at !== null && row.ads_read_at < addMinutes(tx.now(), -staleMinutes);
  return {
    id: row.id,
    account: {
      ...{ id: row.account_id, name: row.account_name },
      capabilities: viewCapabilities(outside, {
        marketplace: row.account_marketplace,
        tags: row.account_tags,
      }),
    },
    kind: row.kind as CampaignKind,
    name: row.name,
    state: row.state as Campaign['state'],
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    deadlineAt: row.deadline_at?.toISOString() ?? null,
    sellerSetsPrice: row.seller_sets_price,
    canJoin: row.can_join,
    canLeave: row.can_leave,
    invited: row.invited,
    joined: row.joined,
    adsReadAt: row.ads_read_at?.toISOString() ?? null,
    stale: row.state !== 'ended' && (row.ads_failed || isOld),
  };
}

export const listCampaignRows = (tx: Tx, query: ListQuery) => listPage(tx, baseQuery(tx), spec, query);

export async function listCampaigns(tx: Tx, outside: Outside, query: ListQuery): Promise<Page<Campaign>> {
  const found = await listCampaignRows(tx, query);
  return { ...found, items: found.items.map((row) => viewCampaign(tx, outside, row)) };
}

export async function readCampaign(tx: Tx, outside: Outside, id: number): Promise<Campaign | null> {
  const row = await baseQuery(tx).where('c.id', '=', id).executeTakeFirst();
  return row ? viewCampaign(tx, outside, row) : null;
}

type AccountRow = {
  id: number;
  name: string;
  marketplace: MarketplaceId;
  tags: string[];
  connected: boolean;
  reading: boolean;
  failed: boolean;
  readAt: Date | null;
};

/** Accounts of marketplaces that have campaigns or discounts. */
export async function listAccountCampaigns(tx: Tx, outside: Outside): Promise<AccountCampaigns[]> {
  const { rows } = await sql<AccountRow>`
    select id, name, marketplace, tags, state = 'connected' as connected, campaigns_failed as failed,
      campaigns_read_at as "readAt", not campaigns_failed
        and coalesce(campaigns_asked_at > coalesce(campaigns_read_at, '-infinity'), false) as reading
    from marketplace_accounts
    where business_id = app_business() and removed_at is null order by name, id`.execute(tx.db);
  return rows
    .filter((row) => capabilitiesOf(outside, row).campaignKinds !== 'none')
    .map(({ id, name, marketplace, tags, readAt, ...state }) => ({
      account: { id, name, capabilities: viewCapabilities(outside, { marketplace, tags }) },
      ...state,
      readAt: readAt?.toISOString() ?? null,
    }));
}
