import { sql } from 'kysely';
import type { PartReasons } from '#contract/advertisements/quantity-reasons.ts';
import { isHeldSql, partQuantitySql } from '#server/advertisements/composition.ts';
import type { Tx } from '#server/db/transaction.ts';

const shownSales = 50;

type Row = Omit<PartReasons, 'isScarcest' | 'sales' | 'salesUnits'> & { shelf: number | null };

/** Parts of a composition with what each lets be sold; the buckets of a shelf are told to its owner alone. */
export async function partReasons(
  tx: Tx,
  table: 'advertisement_components' | 'publication_components',
  ownerId: number,
): Promise<PartReasons[]> {
  const owner =
    table === 'advertisement_components' ? sql`c.advertisement_id` : sql`c.publication_variation_id`;
  const { rows } = await sql<Row>`
    select json_build_object('id', c.dropship_item_id, 'name', c.product_name) as offer, c.sku,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as supplier,
      c.quantity as "perUnit", s.sellable, s.id as shelf,
      case when s.business_id = app_business() then json_build_object('stockId', s.id, 'onHand', s.on_hand,
        'reserved', s.reserved, 'soft', s.soft, 'hold', s.hold, 'buffer', s.buffer) end as terms,
      d.quantity_cap as cap, coalesce(d.active, false) as active, ${isHeldSql} as held, ${partQuantitySql} as makes
    from ${sql.table(table)} c
      left join dropship_items d on d.id = c.dropship_item_id
      left join stock s on s.id = d.stock_id
      left join businesses b on b.id = c.supplier_id
    where ${owner} = ${ownerId}
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

/** Own sales that hold units of these shelves and have not been packed. */
async function salesOnShelves(tx: Tx, shelves: readonly number[]): Promise<Sale[]> {
  if (shelves.length === 0) return [];
  const { rows } = await sql<Sale>`
    select o.id, p.stock_id as shelf, sum(p.quantity)::int as quantity, o.reserve as kind, o.status
    from order_parts p join orders o on o.id = p.order_id
    where o.business_id = app_business() and p.stock_id = any(${shelves}::bigint[]) and o.reserve in ('soft', 'firm')
    group by o.id, p.stock_id order by o.id desc limit 1000`.execute(tx.db);
  return rows;
}
