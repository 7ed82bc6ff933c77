import { type RawBuilder, sql } from 'kysely';
import type { PartReasons } from '#contract/advertisements/quantity-reasons.ts';
import type { Tx } from '#server/db/transaction.ts';
import { offerName } from '#server/dropshipping/offer/offer-sql.ts';
import { isHeldSql, partQuantitySql } from '#server/dropshipping/offer/quantity-sql.ts';

const shownSales = 50;

type Row = Omit<PartReasons, 'isScarcest' | 'sales' | 'salesUnits'> & { shelf: number | null };

/** The source of parts, and the quantity that each of them makes. */
export type Parts = { rows: RawBuilder<unknown>; makes: RawBuilder<number> };

const stored = (table: string, owner: string, id: number): Parts => ({
  rows: sql`(select id, dropship_item_id, product_name, sku, quantity, supplier_id from ${sql.table(table)}
    where ${sql.ref(owner)} = ${id})`,
  makes: partQuantitySql,
});
export const partsOfAdvertisement = (id: number) =>
  stored('advertisement_components', 'advertisement_id', id);
export const partsOfVariation = (id: number) =>
  stored('publication_components', 'publication_variation_id', id);
export const partsOfKit = (id: number) => stored('virtual_product_components', 'virtual_product_id', id);

/** Offers as the catalogue lists them. Those that a supplier holds back are included: ads of them show 0. */
export const partsOfCatalogue = (ids: readonly number[]): Parts => ({
  rows: sql`(select o.id, o.id as dropship_item_id, ${offerName} as product_name, v.sku, 1 as quantity,
      o.business_id as supplier_id
    from dropship_items o join products p on p.id = o.product_id join product_variations v on v.id = o.variation_id
    where o.active and o.id = any(${ids}::bigint[]))`,
  makes: sql`least(s.sellable, d.quantity_cap)`,
});

/** Parts with the quantity that each allows; stock figures are shown only to the owner of the stock. */
export async function partReasons(tx: Tx, parts: Parts): Promise<PartReasons[]> {
  const { rows } = await sql<Row>`
    select json_build_object('id', c.dropship_item_id, 'name', c.product_name) as offer, c.sku,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as supplier,
      c.quantity as "perUnit", s.sellable, s.id as shelf,
      case when s.business_id = app_business() then json_build_object('stockId', s.id, 'onHand', s.on_hand,
        'reserved', s.reserved, 'soft', s.soft, 'hold', s.hold, 'buffer', s.buffer) end as terms,
      d.quantity_cap as cap, coalesce(d.active, false) as active, ${isHeldSql} as held, ${parts.makes} as makes
    from ${parts.rows} c
      left join dropship_items d on d.id = c.dropship_item_id
      left join stock s on s.id = d.stock_id
      left join businesses b on b.id = c.supplier_id
    order by c.id`.execute(tx.db);
  const sales = await salesOnShelves(
    tx,
    rows.flatMap(({ shelf }) => shelf ?? []),
  );
  const least = Math.min(...rows.map(({ makes }) => makes));
  return rows.map(({ shelf, ...part }) => {
    const own = sales.filter((sale) => sale.shelf === shelf);
    return {
      ...part,
      isScarcest: rows.length > 1 && part.makes === least,
      sales: own
        .slice(0, shownSales)
        .map(({ id, quantity, kind, status }) => ({ id, quantity, kind, status })),
      salesUnits: own.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  });
}

type Sale = PartReasons['sales'][number] & { shelf: number };

/** Own sales that hold units of these stock rows and are not packed. */
async function salesOnShelves(tx: Tx, shelves: readonly number[]): Promise<Sale[]> {
  if (shelves.length === 0) return [];
  const { rows } = await sql<Sale>`
    select o.id, p.stock_id as shelf, sum(p.quantity)::int as quantity, o.reserve as kind, o.status
    from order_parts p join orders o on o.id = p.order_id
    where o.business_id = app_business() and p.stock_id = any(${shelves}::bigint[]) and o.reserve in ('soft', 'firm')
    group by o.id, p.stock_id order by o.id desc limit 1000`.execute(tx.db);
  return rows;
}
