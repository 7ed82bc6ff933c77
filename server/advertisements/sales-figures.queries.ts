import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';

const soldDays = 30;

export type PublicationFigures = {
  id: number;
  lowest: number;
  highest: number;
  margin: number;
  variations: number[];
  cap: number | null;
  /** Code and page of a publication whose variations are listings of their own. */
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
      min(v.margin_basis_points) as margin, array_agg(v.id order by v.id) as variations, min(v.quantity_cap) as cap,
      min(v.remote_item_id) as code, coalesce(min(nullif(v.link, '')), '') as link
    from publication_variations v
    where v.business_id = app_business() and v.publication_id = any(${ids}::bigint[])
    group by v.publication_id`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Units that were sold of advertisements in the last 30 days, by advertisement. */
export async function soldOfAdvertisements(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const since = addMinutes(tx.now(), -soldDays * 24 * 60);
  const { rows } = await sql<{ id: number; sold: number }>`
    select p.advertisement_id as id, sum(l.quantity)::int as sold
    from publications p
      join publication_variations v on v.business_id = p.business_id and v.publication_id = p.id
      join order_lines l on l.business_id = v.business_id and l.publication_variation_id = v.id
      join orders o on o.id = l.order_id and o.purchased_at >= ${since} and o.canceled_at is null
    where p.business_id = app_business() and p.advertisement_id = any(${ids}::bigint[])
    group by p.advertisement_id`.execute(tx.db);
  return new Map(rows.map((row) => [row.id, row.sold]));
}
