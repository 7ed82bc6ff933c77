import { sql } from 'kysely';
import type { PickingStop } from '#contract/orders/picking.ts';
import type { Tx } from '#server/db/transaction.ts';
import { partImage } from '#server/orders/part-image.ts';

/** Units that sales of a list hold in volumes: those in no tote are still to be fetched while the sale is picked. */
const held = sql`picking_list_orders m join orders o on o.id = m.order_id and o.status = 'picking'
  join pick_allocations a on a.business_id = m.business_id and a.order_id = m.order_id
  join order_parts part on part.id = a.part_id
  join volumes v on v.id = a.volume_id and not v.tote
  left join inventory_locations l on l.id = v.position_id`;

/** After every place of a walk: positions that are on no walk. */
const farthest = 2_000_000_000;

/** The place where the walk was last: that of its last scan, or of a volume that was short after it. */
const reached = (listId: number) => sql`select i.walk from (
    select s.volume_id, s.at from picking_scans s where s.list_id = ${listId}
    union all select p.short_volume_id, p.short_at from picking_lists p where p.id = ${listId} and p.short_at is not null) t
  join volumes w on w.id = t.volume_id join inventory_locations i on i.id = w.position_id
  order by t.at desc limit 1`;

/**
 * Units still to be fetched, in the order of the walk: it continues from the place where the last unit was taken or
 * missing, and places behind it come last.
 */
export async function findStops(tx: Tx, listId: number): Promise<PickingStop[]> {
  const { rows } = await sql<PickingStop>`
    select l.code as position, json_build_object('id', v.id, 'name', v.code) as volume,
      json_build_object('id', part.variation_id, 'name', min(part.product_name)) as variation,
      min(part.sku) as sku, min(part.gtin) as gtin,
      ${partImage(sql`min(part.product_id)`, sql`part.variation_id`)} as "imageId",
      sum(a.quantity)::int as quantity, json_agg(distinct m.place) as places
    from ${held} where m.list_id = ${listId} and m.left_at is null
    group by l.walk, l.code, v.id, v.code, part.variation_id
    order by coalesce(l.walk, ${farthest}) < coalesce((${reached(listId)}), 0), l.walk nulls last, l.code, v.code, min(part.sku)`.execute(
    tx.db,
  );
  return rows;
}

/** Sales that need a product from a volume, by their place on the cart. */
export async function findWanting(
  tx: Tx,
  listId: number,
  { volumeId, variationId }: { volumeId: number; variationId: number },
): Promise<{ order_id: number; quantity: number }[]> {
  const { rows } = await sql<{ order_id: number; quantity: number }>`
    select m.order_id, sum(a.quantity)::int as quantity from ${held}
    where m.list_id = ${listId} and m.left_at is null and v.id = ${volumeId} and part.variation_id = ${variationId}
    group by m.order_id, m.place order by m.place`.execute(tx.db);
  return rows;
}

/** Whether a list still has units to fetch. */
export async function hasStops(tx: Tx, listId: number): Promise<boolean> {
  const { rows } =
    await sql`select from ${held} where m.list_id = ${listId} and m.left_at is null limit 1`.execute(tx.db);
  return rows.length > 0;
}
