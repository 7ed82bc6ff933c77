import { sql } from 'kysely';
import { marginSql } from './margin/margin-sql.ts';

type PublicationFigures = {
  /** Null without a variation. */
  lowest: number | null;
  highest: number | null;
  margin: number | null;
  at_most: boolean | null;
  variations: number[] | null;
  cap: number | null;
  code: string | null;
  link: string | null;
  /** Its stock in a warehouse of the marketplace. */
  fulfillment: number[] | null;
};

/** Prices and margins of the publication `p`; code and page if its variations have their own listings. */
export const figuresOfPublication = sql<PublicationFigures>`(
  select min(v.price_centavos) as lowest, max(v.price_centavos) as highest, min(${marginSql}) as margin,
    bool_or(v.fee_centavos is null or v.freight_centavos is null) as at_most, array_agg(v.id order by v.id) as variations,
    min(v.quantity_cap) as cap, min(v.remote_item_id) as code, min(nullif(v.link, '')) as link,
    array_agg(v.fulfillment_stock_id) filter (where v.fulfillment_stock_id is not null) as fulfillment
  from publication_variations v where v.business_id = p.business_id and v.publication_id = p.id)`;

const since = sql`(select app_now() - interval '720 hours')`;

/** Units sold of every advertisement in the last 30 days: read from the sales of these days. */
export const soldOfAll = sql<{ id: number; sold: number }>`(
  select coalesce(l.advertisement_id, p.advertisement_id) as id, sum(l.quantity)::int as sold
  from orders o
    join order_lines l on l.business_id = o.business_id and l.order_id = o.id
    left join publication_variations v on v.business_id = l.business_id and v.id = l.publication_variation_id
    left join publications p on p.business_id = v.business_id and p.id = v.publication_id
  where o.business_id = app_business() and o.purchased_at >= ${since} and o.canceled_at is null
  group by 1)`;

/** The same of the advertisement `a`: at marketplaces and manually. */
export const soldSql = sql<number>`(
  select coalesce(sum(l.quantity), 0)::int
  from (
    select l.order_id, l.quantity
    from publications p
      join publication_variations v on v.business_id = p.business_id and v.publication_id = p.id
      join order_lines l on l.business_id = v.business_id and l.publication_variation_id = v.id and l.purchased_at >= ${since}
    where p.business_id = a.business_id and p.advertisement_id = a.id
    union all
    select l.order_id, l.quantity from order_lines l
    where l.business_id = a.business_id and l.advertisement_id = a.id and l.purchased_at >= ${since}) l
    join orders o on o.id = l.order_id and o.canceled_at is null)`;

/** Reserved units of sales that are not packed yet, of the sold variation `v`. */
export const reservedSql = sql<number>`coalesce((select sum(l.quantity)::int
  from order_lines l join orders o on o.id = l.order_id
  where l.business_id = v.business_id and l.publication_variation_id = v.id and o.reserve in ('soft', 'firm')), 0)`;
