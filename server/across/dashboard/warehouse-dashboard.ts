import { sql } from 'kysely';
import { addDays, addMinutes, dayOf, startOfDay } from '#contract/dates.ts';
import { accuracyDays, shownLanes, type WarehouseFigures } from '#contract/inventory/warehouse-dashboard.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { areaOf, isEmptyPlace, isPlace } from '#server/inventory/warehouse/places.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { cutoffOf, lateAtBench } from '#server/marketplaces/late.ts';

type Lane = WarehouseFigures['lanes'][number];
type Shelf = NonNullable<WarehouseFigures['shelf']>;
type Row = {
  id: number;
  name: string;
  lanes: Lane[];
  toPack: number;
  packed: number;
  packedLastHour: number;
  packedByMe: number;
};

const oldestShown = 5;

export async function readWarehouseDashboard(tx: Tx, actor: Actor) {
  const countedSince = addDays(dayOf(tx.now()), -accuracyDays);
  const seesShelf = actorCan(actor, 'warehouse-dashboard.shelf');
  const [rows, shelves] = await Promise.all([
    readLanes(tx, actor),
    seesShelf ? readShelves(tx, actor, startOfDay(countedSince)) : new Map<number, Shelf>(),
  ]);
  const warehouses = rows.map(({ id, name, lanes, ...row }) => {
    const shelf = shelves.get(id);
    return {
      warehouse: { id, name },
      ...row,
      lanes: lanes.map((lane) => ({ ...lane, dispatchLimit: asInstant(lane.dispatchLimit) })),
      ...(shelf && { shelf }),
    };
  });
  return { at: tx.now().toISOString(), countedSince, warehouses };
}

const asInstant = (text: string | null) => (text === null ? null : new Date(text).toISOString());

/** Due sales by warehouse and hour of their dispatch limit; late ones are one lane. */
async function readLanes(tx: Tx, actor: Actor): Promise<Row[]> {
  const now = tx.now();
  const { rows } = await sql<Row>`
    with due as (
      select o.warehouse_id, ${lateAtBench(now)} as late,
        case when ${lateAtBench(now)} then null else ${cutoffOf(sql`o.dispatch_limit`)} end as lane, min(o.dispatch_limit) as "limit",
        count(*) filter (where o.bench_status <> 'waiting_collect') as to_pack,
        count(*) filter (where o.bench_status = 'waiting_collect') as packed
      from orders o where o.fulfiller_id = ${actor.businessId} and o.shown_at is not null
        and o.bench_status in ('pending', 'picking', 'waiting_collect') and ${withinWarehouses(actor, sql`o.warehouse_id`)}
      group by 1, 2, 3),
    numbered as (select *, row_number() over (partition by warehouse_id order by late desc, lane) as nth from due),
    laned as (
      select warehouse_id, sum(to_pack)::int as "toPack", sum(packed)::int as packed,
        json_agg(json_build_object('dispatchLimit', "limit", 'late', late, 'toPack', to_pack, 'packed', packed)
          order by nth) filter (where nth <= ${shownLanes}) as lanes
      from numbered group by 1),
    pace as (
      select o.warehouse_id, count(*)::int as everybody, (count(*) filter (where o.packed_by = ${actor.userId}))::int as mine
      from orders o where o.fulfiller_id = ${actor.businessId} and o.packed_at >= ${addMinutes(now, -60)} group by 1)
    select w.id, w.name, coalesce(l.lanes, '[]') as lanes, coalesce(l."toPack", 0) as "toPack",
      coalesce(l.packed, 0) as packed, coalesce(p.everybody, 0) as "packedLastHour", coalesce(p.mine, 0) as "packedByMe"
    from warehouses w left join laned l on l.warehouse_id = w.id left join pace p on p.warehouse_id = w.id
    where w.business_id = ${actor.businessId} and ${withinWarehouses(actor, sql`w.id`)}
    order by w.name, w.id`.execute(tx.db);
  return rows;
}

/** The state of the stock: volumes by their next step, places, counts, and the volumes without movement the longest. */
async function readShelves(tx: Tx, actor: Actor, since: Date): Promise<Map<number, Shelf>> {
  const mine = (column: string) => withinWarehouses(actor, sql.ref(column));
  const { rows } = await sql<Shelf & { id: number }>`
    with standing as (
      select v.warehouse_id, (count(*) filter (where v.state in ('registered', 'tagged')))::int as to_store,
        (count(*) filter (where v.state = 'in_balance'))::int as in_balance,
        (count(*) filter (where v.state = 'blocked'))::int as blocked
      from volumes v where v.business_id = ${actor.businessId} and not v.tote
        and v.state in ('registered', 'tagged', 'in_balance', 'blocked') and ${mine('v.warehouse_id')} group by 1),
    coming as (
      select r.warehouse_id, count(*)::int as requests from supply_requests r
      where r.business_id = ${actor.businessId} and ${mine('r.warehouse_id')}
        and r.state in ('check_volumes', 'register_volumes', 'tag_volumes', 'stock_up') group by 1),
    placed as (
      select l.warehouse_id, ${areaOf} collate "C" as area, count(*)::int as positions,
        (count(*) filter (where ${isEmptyPlace}))::int as empty
      from inventory_locations l where l.business_id = ${actor.businessId} and ${isPlace} and ${mine('l.warehouse_id')}
      group by 1, 2),
    areas as (
      select warehouse_id, json_agg(json_build_object('area', area, 'positions', positions, 'empty', empty) order by area)
        as areas from placed group by 1),
    ended as (
      select b.warehouse_id, count(*)::int as counted, (count(*) filter (where b.state = 'checked'))::int as "right"
      from balances b where b.business_id = ${actor.businessId} and b.state in ('checked', 'corrected')
        and b.started_at >= ${since} and ${mine('b.warehouse_id')} group by 1),
    oldest as (
      select w.id as warehouse_id, json_agg(json_build_object('id', o.id, 'code', o.code, 'position', i.code,
          'launchedAt', o.launched_at, 'products', coalesce((select string_agg(distinct p.name, ', ') from volume_lines x
            join product_variations y on y.id = x.variation_id join products p on p.id = y.product_id
            where x.volume_id = o.id and x.quantity > 0), '')) order by o.launched_at, o.id) as oldest
      from warehouses w cross join lateral (select v.id, v.code, v.position_id, v.launched_at from volumes v
          where v.business_id = w.business_id and v.warehouse_id = w.id and v.state = 'active' and not v.tote
          order by v.launched_at, v.id limit ${oldestShown}) o
        left join inventory_locations i on i.id = o.position_id
      where w.business_id = ${actor.businessId} and ${mine('w.id')} group by 1)
    select w.id, coalesce(c.requests, 0) as receiving, coalesce(s.to_store, 0) as "toStore",
      coalesce(s.in_balance, 0) as "inBalance", coalesce(s.blocked, 0) as blocked, coalesce(a.areas, '[]') as areas,
      coalesce(e.counted, 0) as counted, coalesce(e."right", 0) as "right", coalesce(o.oldest, '[]') as oldest
    from warehouses w left join standing s on s.warehouse_id = w.id left join coming c on c.warehouse_id = w.id
      left join areas a on a.warehouse_id = w.id left join ended e on e.warehouse_id = w.id
      left join oldest o on o.warehouse_id = w.id
    where w.business_id = ${actor.businessId} and ${mine('w.id')}`.execute(tx.db);
  return new Map(
    rows.map(({ id, oldest, ...row }) => [
      id,
      {
        ...row,
        oldest: oldest.map((volume) => ({
          ...volume,
          launchedAt: new Date(volume.launchedAt).toISOString(),
        })),
      },
    ]),
  );
}
