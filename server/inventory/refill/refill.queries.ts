import { type RawBuilder, sql } from 'kysely';
import { dayOf } from '#contract/dates.ts';
import { type Refill, refillMinutes, shownRefills } from '#contract/inventory/pick-face.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';

export type RefillRow = {
  id: number;
  warehouse_id: number;
  warehouse: string;
  position_id: number;
  position: string;
  product_id: number;
  product: string;
  variation_id: number;
  variation: string;
  sku: string;
  gtin: string;
  quantity: number;
  urgent: boolean;
  from_id: number | null;
  from_code: string | null;
  from_line_id: number | null;
  from_position: string | null;
  whole: boolean;
  into_id: number | null;
  into_code: string | null;
  taken_by: number | null;
  taker: string | null;
};

/**
 * Pick faces that lack units, as rows of `RefillRow`. A face is below its minimum if its free units, minus those for
 * which sales wait (reserved and allocated to no volume yet), are fewer. A face with a volume that is being counted waits
 * for the count. The reserve is what lies in volumes of the warehouse that are at no face of the product: the first to
 * expire, then the oldest.
 */
function missing(tx: Tx, actor: Actor, where: RawBuilder<unknown>): RawBuilder<RefillRow> {
  const today = dayOf(tx.now());
  const takenSince = new Date(tx.now().getTime() - refillMinutes * 60_000);
  return sql<RefillRow>`
    with faces as (
      select f.*, coalesce(h.units, 0)::int as units, coalesce(h.free, 0)::int as free,
        greatest(0, coalesce(s.reserved, 0) - coalesce(a.pinned, 0))::int as waiting
      from pick_faces f
        left join stock s on s.business_id = f.business_id and s.variation_id = f.variation_id
          and s.warehouse_id = f.warehouse_id
        left join lateral (
          select sum(x.pinned) as pinned from volume_lines x join volumes v on v.business_id = x.business_id and v.id = x.volume_id
          where x.business_id = f.business_id and x.variation_id = f.variation_id and v.warehouse_id = f.warehouse_id) a on true
        left join lateral (
          select sum(x.quantity) as units, sum(x.quantity - x.pinned) filter (where not x.expired) as free,
            bool_or(v.state = 'in_balance') as counted
          from volumes v left join volume_lines x on x.business_id = v.business_id and x.volume_id = v.id
            and x.variation_id = f.variation_id
          where v.business_id = f.business_id and v.position_id = f.position_id and v.state in ('active', 'in_balance')
            and not v.tote) h on true
      where f.business_id = ${ownBusiness} and ${withinWarehouses(actor, sql`f.warehouse_id`)} and ${where}
        and h.counted is not true
    ), short as (
      select * from faces where free - waiting < minimum and units < maximum
    )
    select f.id, f.warehouse_id, w.name as warehouse, f.position_id, l.code as position, p.id as product_id,
      p.name as product, f.variation_id, v.name as variation, v.sku, v.gtin,
      least(f.maximum - f.units, coalesce(r.free, f.maximum))::int as quantity, f.waiting > f.free as urgent,
      r.id as from_id, r.code as from_code, r.line_id as from_line_id, r.position as from_position,
      coalesce(r.alone and r.free <= f.maximum - f.units, false) as whole, i.id as into_id, i.code as into_code,
      case when f.taken_at > ${takenSince} then f.taken_by end as taken_by,
      case when f.taken_at > ${takenSince} then u.name end as taker
    from short f
      join warehouses w on w.business_id = f.business_id and w.id = f.warehouse_id
      join inventory_locations l on l.business_id = f.business_id and l.id = f.position_id
      join product_variations v on v.business_id = f.business_id and v.id = f.variation_id
      join products p on p.business_id = f.business_id and p.id = v.product_id
      left join users u on u.id = f.taken_by
      left join lateral (
        select c.id, c.code, x.id as line_id, x.batch_id, x.quantity - x.pinned as free, o.code as position, o.walk,
          x.pinned = 0 and not exists (select from volume_lines y
            where y.business_id = c.business_id and y.volume_id = c.id and y.id <> x.id and y.quantity > 0) as alone
        from volume_lines x join volumes c on c.business_id = x.business_id and c.id = x.volume_id
          join inventory_locations o on o.business_id = c.business_id and o.id = c.position_id and not o.bench
          left join batches b on b.business_id = x.business_id and b.id = x.batch_id
        where x.business_id = f.business_id and x.variation_id = f.variation_id and x.quantity > x.pinned and not x.expired
          and (b.expires_on is null or b.expires_on >= ${today}::date)
          and c.warehouse_id = f.warehouse_id and c.state = 'active' and not c.tote
          and not exists (select from pick_faces g where g.business_id = f.business_id and g.position_id = c.position_id
            and g.variation_id = f.variation_id)
        order by b.expires_on nulls last, c.launched_at, x.id limit 1) r on true
      left join lateral (
        select c.id, c.code from volumes c join volume_lines x on x.business_id = c.business_id and x.volume_id = c.id
        where c.business_id = f.business_id and c.position_id = f.position_id and c.state = 'active' and not c.tote
          and x.variation_id = f.variation_id and (x.quantity = 0 or x.batch_id is not distinct from r.batch_id)
        order by c.launched_at, c.id limit 1) i on true
    order by urgent desc, r.id is null, f.warehouse_id, r.walk nulls last, l.walk nulls last, f.id`;
}

const shape = (row: RefillRow): Refill => ({
  id: row.id,
  warehouse: { id: row.warehouse_id, name: row.warehouse },
  position: row.position,
  product: { id: row.product_id, name: row.product },
  variation: { id: row.variation_id, name: row.variation },
  sku: row.sku,
  gtin: row.gtin,
  quantity: row.quantity,
  urgent: row.urgent,
  from:
    row.from_id === null
      ? null
      : { id: row.from_id, code: row.from_code ?? '', position: row.from_position ?? '' },
  whole: row.whole,
  into: row.whole ? null : row.into_code,
  takenBy: row.taken_by === null ? null : { id: row.taken_by, name: row.taker ?? '' },
});

export async function listRefills(
  tx: Tx,
  actor: Actor,
  warehouseId: number | null,
): Promise<{ items: Refill[]; more: boolean }> {
  const where = warehouseId === null ? sql`true` : sql`f.warehouse_id = ${warehouseId}`;
  const { rows } = await sql<RefillRow>`select * from (${missing(tx, actor, where)}) r
    limit ${shownRefills + 1}`.execute(tx.db);
  return { items: rows.slice(0, shownRefills).map(shape), more: rows.length > shownRefills };
}

/** What is missing at one face; null if it has enough, or is being counted. */
export async function findRefill(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ row: RefillRow; shown: Refill } | null> {
  const { rows } = await missing(tx, actor, sql`f.id = ${id}`).execute(tx.db);
  return rows[0] ? { row: rows[0], shown: shape(rows[0]) } : null;
}
