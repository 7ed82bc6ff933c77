import { type SqlBool, sql } from 'kysely';
import {
  type CampaignAd,
  type CampaignAdState,
  type CampaignTerms,
  campaignAdFilter,
  campaignAdSorts,
} from '#contract/advertisements/campaign.ts';
import { largestPackage, type PackageSize } from '#contract/advertisements/package-size.ts';
import { promotedMargin } from '#contract/advertisements/promotion.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import type { BulkSelection } from '#contract/bulk.ts';
import type { ListQuery, Page } from '#contract/primitives.ts';
import { isBelowFloor } from '#server/advertisements/margin/guard-margins.ts';
import { marginSql } from '#server/advertisements/margin/margin-sql.ts';
import { packageSql } from '#server/advertisements/size/package-sql.ts';
import { salesTaxNow } from '#server/business/sales-tax.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';

/** What is known of the publication of an ad; the margin is that of the variation with the smallest one. */
export type LinkedAd = {
  publication: number;
  name: string;
  advertisement: number;
  category: string;
  type: PublicationType;
  listing: string | null;
  freeShipping: boolean | null;
  /** Of the publication, and of each variation that has its own. */
  package: PackageSize | null;
  packages: (PackageSize | null)[];
  floor: { basisPoints: number; action: 'reprice' | 'hold' | 'warn' } | null;
  cost: number;
  regular: { price: number; fee: number | null; freight: number | null; margin: number };
  /** The rate of the tax on a sale today. */
  taxBasisPoints: number;
  /** The smallest margin that a person accepted. */
  decided: number | null;
};

/** The largest parcel of its variations: with the highest cost, it makes the smallest margin. */
export const soldAs = ({ package: ofAd, packages, ...linked }: LinkedAd) => ({
  ...linked,
  package: largestPackage(packages.map((own) => own ?? ofAd)),
});

/** Variations of open publications that are this ad, or the named variation of it. */
export const variationsOfAd = sql`publication_variations v
  join publications p on p.business_id = v.business_id and p.id = v.publication_id
  where v.business_id = a.business_id and v.remote_item_id = a.remote_item_id and v.linked_account_id = c.account_id
    and (a.remote_variation_id in ('', v.remote_variation_id) or v.remote_variation_id is null)`;

const linkedSql = sql<LinkedAd | null>`(select json_build_object(
    'publication', p.id, 'name', p.name, 'advertisement', p.advertisement_id, 'category', p.category_id,
    'type', p.type, 'listing', p.remote_item_id, 'freeShipping', p.free_shipping,
    'package', ${packageSql('p')}, 'packages', json_agg(${packageSql('v')}),
    'floor', case when coalesce(p.floor_action, m.floor_action) is not null then json_build_object(
      'basisPoints', coalesce(p.floor_basis_points, m.floor_basis_points),
      'action', coalesce(p.floor_action, m.floor_action)) end,
    'cost', max(v.cost_centavos),
    'regular', (array_agg(json_build_object('price', v.price_centavos, 'fee', v.fee_centavos,
      'freight', v.freight_centavos, 'margin', ${marginSql}) order by ${marginSql}, v.id))[1],
    'taxBasisPoints', ${salesTaxNow},
    'decided', min(least((v.decided ->> 'margin')::integer,
      case when a.state = 'running' then v.promotion_accepted_basis_points end)))
  from ${variationsOfAd} group by p.id order by p.id limit 1)`;

/** The price that an ad has in the campaign, or would have by the suggestion. */
export const shownPrice = sql<number | null>`coalesce(a.price_centavos, a.suggested_centavos)`;

export const baseQuery = (tx: Tx) =>
  tx.db
    .selectFrom('campaign_ads as a')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 'a.business_id').onRef('c.id', '=', 'a.campaign_id'),
    )
    .innerJoin('marketplace_accounts as m', (join) =>
      join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.account_id'),
    )
    .selectAll('a')
    .select([
      'c.name as campaign_name',
      'c.account_id',
      'c.remote_id',
      'c.remote_type',
      'c.state as campaign_state',
    ])
    .select(['c.seller_sets_price', 'c.can_join', 'c.can_leave', 'c.deadline_at', 'c.kind'])
    .select([shownPrice.as('shown_price'), linkedSql.as('linked')])
    .where('a.business_id', '=', sql<number>`app_business()`)
    .where('m.removed_at', 'is', null);

const spec = listSpec({
  fields: campaignAdFilter,
  sortedBy: campaignAdSorts,
  sql: {
    name: sql`a.name`,
    campaign: sql`a.campaign_id`,
    publication: sql`(select p.id from ${variationsOfAd} order by p.id limit 1)`,
    state: sql`a.state`,
    linked: sql<SqlBool>`exists (select from ${variationsOfAd})`,
    price: shownPrice,
  },
  search: sql`fold(a.name || ' ' || a.remote_item_id)`,
  sorts: { name: sql`a.name`, price: sql`a.price_centavos` },
  required: ['name'],
  defaultSort: 'name',
  changedAt: sql`a.read_at`,
  id: sql`a.id`,
});

export type CampaignAdRow = Awaited<ReturnType<typeof findRow>>;
const findRow = (tx: Tx, id: number) => baseQuery(tx).where('a.id', '=', id).executeTakeFirstOrThrow();

export async function listCampaignAds(tx: Tx, query: ListQuery): Promise<Page<CampaignAd>> {
  const found = await listPage(tx, baseQuery(tx), spec, query);
  return { ...found, items: found.items.map(viewCampaignAd) };
}

/** The selected ads with what a rule needs of each, by their names. */
export async function findSelectedAds(tx: Tx, selection: BulkSelection): Promise<CampaignAdRow[]> {
  const ids = await findSelected(tx, baseQuery(tx), spec, selection);
  if (ids.length === 0) return [];
  return baseQuery(tx).where('a.id', 'in', ids).orderBy('a.name').orderBy('a.id').execute();
}

export const findCampaignAd = (tx: Tx, id: number) => baseQuery(tx).where('a.id', '=', id).executeTakeFirst();

type Quote = { price: number; fee: number | null; freight: number | null };

/** The margin of a price in the campaign, of which the marketplace pays its part of the discount. */
export function termsInside(
  row: Pick<CampaignAdRow, 'linked' | 'marketplace_centavos'>,
  quote: Quote,
): CampaignTerms | null {
  if (!row.linked) return null;
  const { cost, taxBasisPoints } = row.linked;
  const terms = { ...quote, taxBasisPoints };
  return {
    ...terms,
    marginBasisPoints: promotedMargin({ ...terms, cost, marketplacePays: row.marketplace_centavos }),
  };
}

export const isAdBelowFloor = (
  { linked }: Pick<CampaignAdRow, 'linked'>,
  terms: CampaignTerms | null,
): boolean =>
  linked !== null && terms !== null && isBelowFloor(linked, terms.marginBasisPoints, linked.decided);

export function viewCampaignAd(row: CampaignAdRow): CampaignAd {
  const { linked, shown_price: shown } = row;
  const isQuoted = shown !== null && row.quoted_centavos === shown;
  const inside = isQuoted
    ? termsInside(row, { price: shown, fee: row.fee_centavos, freight: row.freight_centavos })
    : null;
  return {
    id: row.id,
    campaign: { id: row.campaign_id, name: row.campaign_name },
    name: row.name,
    code: row.remote_item_id,
    publication: linked && { id: linked.publication, name: linked.name, advertisement: linked.advertisement },
    state: row.state as CampaignAdState,
    regularPrice: row.regular_centavos ?? linked?.regular.price ?? null,
    price: row.price_centavos,
    lowest: row.lowest_centavos,
    highest: row.highest_centavos,
    suggested: row.suggested_centavos,
    marketplacePays: row.marketplace_centavos,
    cost: linked?.cost ?? null,
    before: linked && {
      ...{ price: linked.regular.price, fee: linked.regular.fee, freight: linked.regular.freight },
      ...{ taxBasisPoints: linked.taxBasisPoints, marginBasisPoints: linked.regular.margin },
    },
    inside,
    belowFloor: isAdBelowFloor(row, inside),
  };
}
