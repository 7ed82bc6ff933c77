import { sql } from 'kysely';
import { type Day, dayOf } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { findCounted } from './balance/counted.queries.ts';
import { lockStock } from './ledger.ts';

/** Pick allocations of a sale in the volumes of its warehouse. Everything here runs as the owner of the stock. */
export type Want = { partId: number; stockId: number; variationId: number; quantity: number };

/**
 * Lines whose units may be picked on a day: of volumes in use, including routine counts, and of no lot that has expired
 * before the day, whether or not its line is marked yet.
 */
export const pickableOn = (
  day: Day,
) => sql`volume_lines l join volumes v on v.id = l.volume_id and not v.tote and not l.expired
    and (v.state = 'active' or v.state = 'in_balance' and not v.suspect)
    and not exists (select from batches x where x.business_id = l.business_id and x.id = l.batch_id and x.expires_on < ${day}::date)
  left join inventory_locations p on p.id = v.position_id
  left join batches b on b.business_id = l.business_id and b.id = l.batch_id`;

/** Order of allocation: first expired, first out; among equals, units that nobody is counting first. */
export const pickOrder = sql`b.expires_on nulls last, v.state = 'in_balance', coalesce(p.turnover, false) desc, v.launched_at, l.id`;

/** Units of a variation in a warehouse that are free to be picked. */
export async function countFree(tx: Tx, warehouseId: number, variationId: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(l.quantity - l.pinned), 0)::int as units from ${pickableOn(dayOf(tx.now()))}
    where v.warehouse_id = ${warehouseId} and l.variation_id = ${variationId} and l.quantity > l.pinned`.execute(
    tx.db,
  );
  return rows[0]?.units ?? 0;
}

/** A sale and its demands. */
export type SaleWants = { orderId: number; wants: readonly Want[] };

/** Allocates units in volumes to a sale; refuses if there are not enough. */
export async function allocatePicks(
  tx: Tx,
  orderId: number,
  warehouseId: number,
  wants: readonly Want[],
): Promise<void> {
  const [missing] = await allocateSales(tx, warehouseId, [{ orderId, wants }]);
  if (missing !== undefined) await refuseMissing(tx, warehouseId, wants);
}

/** Explains that the goods are being counted, where and by whom, if that is why they are missing. */
export async function refuseMissing(
  tx: Tx,
  warehouseId: number,
  wants: readonly Pick<Want, 'variationId'>[],
): Promise<never> {
  const counted = await findCounted(
    tx,
    warehouseId,
    wants.map((want) => want.variationId),
  );
  return counted ? fail('goods_being_counted', { facts: counted }) : fail('insufficient_stock');
}

/**
 * Allocates units in volumes to sales in this order, each completely or not at all: first expired first, then turnover
 * positions, then the oldest launch. Locks the stock levels and then the lines, as all acts of the floor do. Suspect and
 * blocked volumes, totes and `exceptVolumeId` are not picked from. Returns the sales that got nothing.
 */
export async function allocateSales(
  tx: Tx,
  warehouseId: number,
  sales: readonly SaleWants[],
  exceptVolumeId: number | null = null,
): Promise<number[]> {
  const wanted = sales.flatMap((sale) => sale.wants);
  if (wanted.length === 0) return [];
  await lockStock(
    tx,
    wanted.map((want) => want.stockId),
  );
  const { rows: lines } = await sql<FreeLine>`
    select l.id, l.volume_id, l.variation_id, l.quantity - l.pinned as free from ${pickableOn(dayOf(tx.now()))}
    where v.warehouse_id = ${warehouseId} and l.quantity > l.pinned and v.id is distinct from ${exceptVolumeId}
      and l.variation_id = any(${wanted.map((want) => want.variationId)}::bigint[])
    order by ${pickOrder} for update of l`.execute(tx.db);
  const byVariation = Map.groupBy(lines, (line) => line.variation_id);
  const left: number[] = [];
  const allocations = sales.flatMap((sale) => {
    const taken = takeFree(byVariation, sale);
    if (taken === null) left.push(sale.orderId);
    return taken ?? [];
  });
  await insertPickAllocations(tx, allocations);
  return left;
}

type FreeLine = { id: number; volume_id: number; variation_id: number; free: number };

/** Takes the units of one sale from the free ones, or nothing if one of them is missing. */
function takeFree(
  lines: ReadonlyMap<number, FreeLine[]>,
  { orderId, wants }: SaleWants,
): NewPickAllocation[] | null {
  const taken: (NewPickAllocation & { line: FreeLine })[] = [];
  for (const want of wants) {
    let missing = want.quantity;
    for (const line of lines.get(want.variationId) ?? []) {
      const quantity = Math.min(missing, line.free);
      if (quantity === 0) continue;
      line.free -= quantity;
      missing -= quantity;
      const { id: volume_line_id, volume_id } = line;
      taken.push({ order_id: orderId, part_id: want.partId, volume_id, volume_line_id, quantity, line });
    }
    if (missing > 0) {
      for (const { line, quantity } of taken) line.free += quantity;
      return null;
    }
  }
  return taken.map(({ line: _, ...allocation }) => allocation);
}

type NewPickAllocation = {
  order_id: number;
  part_id: number;
  volume_id: number;
  volume_line_id: number;
  quantity: number;
};

/** One allocation per part and volume: units added to a volume where the part has some increase it. */
export async function insertPickAllocations(
  tx: Tx,
  allocations: readonly NewPickAllocation[],
): Promise<void> {
  if (allocations.length === 0) return;
  const rows = JSON.stringify(allocations);
  await sql`with wanted as (
      select order_id, part_id, volume_id, volume_line_id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${rows}::jsonb) as a (order_id bigint, part_id bigint, volume_id bigint,
        volume_line_id bigint, quantity int) group by 1, 2, 3, 4
    ), joined as (
      update pick_allocations p set quantity = p.quantity + w.quantity from wanted w
      where p.part_id = w.part_id and p.volume_line_id = w.volume_line_id and p.business_id = app_business()
      returning p.part_id, p.volume_line_id
    )
    insert into pick_allocations (business_id, order_id, part_id, volume_id, volume_line_id, quantity)
    select app_business(), w.order_id, w.part_id, w.volume_id, w.volume_line_id, w.quantity from wanted w
    where not exists (select from joined j where j.part_id = w.part_id and j.volume_line_id = w.volume_line_id)
    order by w.order_id, w.part_id, w.volume_line_id`.execute(tx.db);
  await sql`update volume_lines l set pinned = l.pinned + a.quantity
    from (select volume_line_id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${rows}::jsonb) as a (volume_line_id bigint, quantity int) group by 1) a
    where l.id = a.volume_line_id and l.business_id = app_business()`.execute(tx.db);
}
