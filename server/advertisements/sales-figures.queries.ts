import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';

const soldDays = 30;

export type PublicationFigures = {
  id: number;
  lowest: number;
  highest: number;
  margin: number;
  atMost: boolean;
  variations: number[];
  cap: number | null;
  /** Code and page of a publication whose variations have their own listings. */
  code: string | null;
  link: string;
};

/** Prices, margins and codes of the publications of a page, in one statement. */
export async function figuresOfPublications(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, PublicationFigures>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<PublicationFigures>`
    select v.publication_id as id, min(v.price_centavos) as lowest, max(v.price_centavos) as highest,
      min(v.margin_basis_points) as margin, bool_or(v.fee_centavos is null or v.freight_centavos is null) as "atMost",
      array_agg(v.id order by v.id) as variations, min(v.quantity_cap) as cap,
      min(v.remote_item_id) as code, coalesce(min(nullif(v.link, '')), '') as link
    from publication_variations v
    where v.business_id = app_business() and v.publication_id = any(${ids}::bigint[])
    group by v.publication_id`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

const soldSince = (tx: Tx) => addMinutes(tx.now(), -soldDays * 24 * 60);

/** Units sold of every advertisement in the last 30 days: read from the sales of these days. */
export const soldOfAll = (tx: Tx) => sql<{ id: number; sold: number }>`(
  select coalesce(l.advertisement_id, p.advertisement_id) as id, sum(l.quantity)::int as sold
  from orders o
    join order_lines l on l.business_id = o.business_id and l.order_id = o.id
    left join publication_variations v on v.business_id = l.business_id and v.id = l.publication_variation_id
    left join publications p on p.business_id = v.business_id and p.id = v.publication_id
  where o.business_id = app_business() and o.purchased_at >= ${soldSince(tx)} and o.canceled_at is null
  group by 1)`;

/** Units sold of advertisements in the last 30 days, at marketplaces and manually, by advertisement. */
export async function soldOfAdvertisements(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; sold: number }>`
    select l.advertisement_id as id, sum(l.quantity)::int as sold
    from (
      select p.advertisement_id, l.order_id, l.quantity
      from publications p
        join publication_variations v on v.business_id = p.business_id and v.publication_id = p.id
        join order_lines l on l.business_id = v.business_id and l.publication_variation_id = v.id
      where p.business_id = app_business() and p.advertisement_id = any(${ids}::bigint[])
      union all
      select l.advertisement_id, l.order_id, l.quantity
      from order_lines l
      where l.business_id = app_business() and l.advertisement_id = any(${ids}::bigint[])) l
      join orders o on o.id = l.order_id and o.purchased_at >= ${soldSince(tx)} and o.canceled_at is null
    group by l.advertisement_id`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row.sold]));
}

/** Reserved units of sales that are not packed yet, of the sold variation `v`. */
export const reservedSql = sql<number>`coalesce((select sum(l.quantity)::int
  from order_lines l join orders o on o.id = l.order_id
  where l.business_id = v.business_id and l.publication_variation_id = v.id and o.reserve in ('soft', 'firm')), 0)`;
