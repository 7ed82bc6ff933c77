import { sql } from 'kysely';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { offerName } from '#server/dropshipping/offer/offer-sql.ts';
import { isHeldSql } from '#server/dropshipping/offer/quantity-sql.ts';

export type CandidateRow = {
  part: number;
  quantity: number;
  offer_id: number;
  name: string;
  sku: string;
  supplier_id: number;
  supplier_name: string;
  warehouse_id: number;
  warehouse: string;
  city: string;
  price_centavos: number;
  available: number;
  same_gtin: boolean;
  likeness: number;
};

/**
 * Offers that this seller can see and that have enough for a part of the sale, the best match and then the cheapest
 * first.
 */
export async function findCandidates(tx: Tx, orderId: number): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select c.part, t.quantity, d.id as offer_id, ${offerName} as name, v.sku, d.business_id as supplier_id,
      b.name as supplier_name, d.warehouse_id, c.warehouse, c.city, d.price_centavos, least(s.sellable, d.quantity_cap) as available,
      c.same_gtin, c.likeness
    from substitutes_of(${orderId}) c
      join order_parts t on t.id = c.part and t.business_id = app_business()
      join dropship_items d on d.id = c.offer and d.active and not ${isHeldSql}
      join product_variations v on v.id = d.variation_id
      join products p on p.id = d.product_id
      join stock s on s.id = d.stock_id
      join businesses b on b.id = d.business_id
    where least(s.sellable, d.quantity_cap) >= t.quantity
    order by c.same_gtin desc, c.likeness desc, d.price_centavos, d.id`.execute(tx.db);
  return rows;
}

/** How many of a supplier's last sales the scorecard uses, and for how long refusals count. */
const lastSales = 200;
const days = 90;

export type ScorecardRow = {
  supplier_id: number;
  sales: number;
  dated: number;
  onTime: number;
  refused: number;
  short: number;
  acceptedByHand: boolean;
};

/** The scorecard of each of these suppliers, from this seller's own sales. */
export async function findScorecards(tx: Tx, supplierIds: readonly number[]): Promise<ScorecardRow[]> {
  const since = addMinutes(tx.now(), -days * 24 * 60);
  const { rows } = await sql<ScorecardRow>`
    select a.id as supplier_id, l.*, k.*,
      coalesce((select t.accept_mode = 'manual' or t.state = 'blocked' from trade_links t
        where t.seller_id = app_business() and t.supplier_id = a.id), false) as "acceptedByHand"
    from unnest(${supplierIds}::bigint[]) as a (id)
      cross join lateral (select count(*)::int as sales, count(o.dispatch_limit)::int as dated,
          (count(*) filter (where coalesce(o.collected_at, o.sent_at) <= o.dispatch_limit))::int as "onTime"
        from (select collected_at, sent_at, dispatch_limit from orders
          where business_id = app_business() and fulfiller_id = a.id and packed_at >= ${since}
            and coalesce(collected_at, sent_at) is not null
          order by packed_at desc limit ${lastSales}) o) l
      cross join lateral (select (count(*) filter (where kind = 'refused'))::int as refused,
          (count(*) filter (where kind <> 'refused'))::int as short
        from order_events where business_id = app_business() and fulfiller_id = a.id and at >= ${since}
          and kind in ('refused', 'picked-short', 'lot-expired', 'counted-short')) k`.execute(tx.db);
  return rows;
}

/** It is on an invoice already: it was packed once and taken back. */
export async function hasBeenInvoiced(tx: Tx, orderId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('dropinvoice_items')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
