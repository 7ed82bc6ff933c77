import { type SqlBool, sql } from 'kysely';
import {
  type MarginCause,
  type MarginChange,
  type MarginOutcome,
  type MarginTerms,
  marginChangeFilter,
  marginChangeSorts,
} from '#contract/advertisements/margin-change.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Its effect is still in place: the price is the one it set, or the variation is below its floor as it says. */
const standsSql = sql<SqlBool>`(c.undone_at is null and p.state <> 'closed' and case c.outcome
  when 'repriced' then v.price_centavos = (c.after ->> 'price')::bigint and c.after ->> 'price' <> c.before ->> 'price'
  when 'held' then v.guard = 'held' when 'warned' then v.guard = 'warned' else false end
  and not exists (select from margin_changes later where later.variation_id = c.variation_id
    and later.business_id = c.business_id and later.id > c.id))`;

/** The ad by which the campaign of the promotion is left: that with the price that buyers pay, if there are several. */
const leavingAd = sql<number | null>`(select ad.id from campaigns g join campaign_ads ad
    on ad.business_id = g.business_id and ad.campaign_id = g.id
  where g.business_id = c.business_id and g.account_id = p.account_id and g.state = 'running' and g.can_leave
    and ad.state = 'running' and ad.remote_item_id = v.remote_item_id
    and (ad.remote_variation_id in ('', v.remote_variation_id) or v.remote_variation_id is null)
  order by ad.price_centavos is distinct from v.promotion_price_centavos, ad.price_centavos, ad.id limit 1)`;

const baseQuery = (tx: Tx) =>
  tx.db
    .selectFrom('margin_changes as c')
    .innerJoin('publications as p', 'p.id', 'c.publication_id')
    .innerJoin('publication_variations as v', 'v.id', 'c.variation_id')
    .innerJoin('advertisements as a', 'a.id', 'p.advertisement_id')
    .innerJoin('marketplace_accounts as m', 'm.id', 'p.account_id')
    .selectAll('c')
    .select([
      'p.name as publication_name',
      'p.price_per_variation',
      'p.wholesale',
      'a.id as advertisement_id',
    ])
    .select(['m.marketplace as account_marketplace', 'm.tags as account_tags'])
    .select(['a.product as advertisement_name', 'm.id as account_id', 'm.name as account_name'])
    .select([sql<string>`coalesce(nullif(v.name, ''), v.sku)`.as('variation_name'), standsSql.as('stands')])
    .select(['v.promotion_price_centavos', 'v.promotion_name', 'v.promotion_to', leavingAd.as('leaving_ad')])
    .where('c.business_id', '=', sql<number>`app_business()`);

const spec = listSpec({
  fields: marginChangeFilter,
  sortedBy: marginChangeSorts,
  sql: {
    name: sql`p.name`,
    account: sql`p.account_id`,
    publication: sql`c.publication_id`,
    cause: sql`c.cause`,
    outcome: sql`c.outcome`,
    undone: sql`(c.undone_at is not null)`,
    changed: sql`c.changed_at`,
  },
  search: sql`fold(p.name || ' ' || v.name || ' ' || v.sku)`,
  sorts: { changed: sql`c.id`, name: sql`p.name` },
  defaultSort: '-changed',
  id: sql`c.id`,
});

export const listMarginChanges = (tx: Tx, query: ListQuery) => listPage(tx, baseQuery(tx), spec, query);

export const findMarginChange = (tx: Tx, id: number) =>
  baseQuery(tx).where('c.id', '=', id).executeTakeFirst();

export type MarginChangeRow = NonNullable<Awaited<ReturnType<typeof findMarginChange>>>;

/** No tax was counted before its rate was stored. */
type StoredTerms = Omit<MarginTerms, 'taxBasisPoints'> & { taxBasisPoints?: number; reported?: number };

function termsOf(stored: unknown): MarginTerms {
  const { reported: _, ...terms } = stored as StoredTerms;
  return { taxBasisPoints: 0, ...terms };
}

export function viewMarginChange(row: MarginChangeRow): MarginChange {
  const isPromoted = row.stands && row.outcome !== 'repriced' && row.promotion_price_centavos !== null;
  return {
    id: row.id,
    changedAt: row.changed_at.toISOString(),
    advertisement: { id: row.advertisement_id, name: row.advertisement_name },
    publication: { id: row.publication_id, name: row.publication_name },
    account: { id: row.account_id, name: row.account_name },
    variation: { id: row.variation_id, name: row.variation_name },
    cause: row.cause as MarginCause,
    outcome: row.outcome as MarginOutcome,
    floorBasisPoints: row.floor_basis_points,
    before: termsOf(row.before),
    after: termsOf(row.after),
    canUndo: Boolean(row.stands),
    undoneAt: row.undone_at?.toISOString() ?? null,
    promotion: isPromoted
      ? {
          name: row.promotion_name,
          to: row.promotion_to?.toISOString() ?? null,
          ad: row.leaving_ad,
        }
      : null,
  };
}
