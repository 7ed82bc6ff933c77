import { sql } from 'kysely';

/** Suppliers that set this seller's ads to 0 until overdue invoices are paid; read once per statement. */
const heldSuppliers = sql`array(select h.supplier_id from overdue_cases h
  where h.seller_id = app_business() and h.state = 'held')`;
export const isHeldSql = sql<boolean>`coalesce(d.business_id = any(${heldSuppliers}), false)`;

/**
 * Sellable units of compositions: the minimum over parts of floor(sellable ÷ quantity), limited by the smallest cap of the
 * offers. A withdrawn, inactive or held offer makes it 0. `revision` is the sum of the stock levels' revisions; null if
 * one of them is no longer visible.
 */
export const partQuantitySql = sql<number>`case when d.id is null or not d.active or s.id is null or ${isHeldSql} then 0
  else least(floor(s.sellable / c.quantity)::int, d.quantity_cap) end`;

/** Whether the variation `v` is on sale: by its switch, and not held for its margin. */
export const isSoldSql = sql<boolean>`(v.active and v.guard is distinct from 'held')`;

/** The same for the variation `v` of a list. */
export const variationQuantitySql = sql<number>`(select case when ${isSoldSql} then least(coalesce(min(${partQuantitySql}), 0), v.quantity_cap) else 0 end::int
  from publication_components c left join dropship_items d on d.id = c.dropship_item_id left join stock s on s.id = c.stock_id
  where c.publication_variation_id = v.id)`;
