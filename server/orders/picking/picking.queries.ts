import { type SqlBool, sql } from 'kysely';
import { cartCode } from '#contract/inventory/cart.ts';
import { pickingFilter, pickingSorts } from '#contract/orders/picking.ts';
import { stoppingReasons } from '#contract/orders/picking-states.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { type CountedVolume, countedOf } from '#server/inventory/balance/counted.queries.ts';
import { atStation } from '#server/inventory/station/at-station.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { cutoffOf, openLimit } from '#server/marketplaces/late.ts';
import { findCartOfWalk } from './cart/cart-places.ts';
import { isOnList, mayBegin } from './may-begin.ts';
import { findLoose } from './return-units.ts';
import { findStops } from './stops.queries.ts';

const spec = listSpec({
  fields: pickingFilter,
  sortedBy: pickingSorts,
  sql: {
    state: sql`p.state`,
    warehouse: sql`p.warehouse_id`,
    rule: sql`p.wave_rule_id`,
    assignee: sql`p.assignee_id`,
    sale: {
      where: (values) =>
        sql`exists (select from picking_list_orders s where s.list_id = p.id and s.order_id in (${sql.join(values)}))`,
    },
    created: sql`p.created_at`,
  },
  search: null,
  sorts: { id: sql`p.id` },
  required: ['id'],
  defaultSort: '-id',
  id: sql`p.id`,
});

type Figures = { sales: number; units: number; picked: number; limit: string | null; loose: number };

const figures = sql<Figures>`(select json_build_object('sales', count(*), 'units', coalesce(sum(m.units), 0),
      'picked', coalesce(sum(m.picked), 0), 'limit', min(${openLimit}),
      'loose', (select coalesce(sum(l.quantity - l.pinned), 0) from volumes v join volume_lines l on l.volume_id = v.id
        where v.business_id = p.business_id and v.tote and v.picking_list_id = p.id))
    from picking_list_orders m left join orders o on o.id = m.order_id
    where m.list_id = p.id and m.left_at is null)`;

const cartOfList = sql<{ id: number; number: number; name: string; places: number } | null>`(
  select json_build_object('id', c.id, 'number', c.number, 'name', c.name, 'places', c.places)
  from cart_uses u join carts c on c.business_id = u.business_id and c.id = u.cart_id
  where u.business_id = p.business_id and u.list_id = p.id and u.freed_at is null)`;

function selectLists(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('picking_lists as p')
    .leftJoin('warehouses as w', 'w.id', 'p.warehouse_id')
    .leftJoin('users as a', 'a.id', 'p.assignee_id')
    .leftJoin('users as c', 'c.id', 'p.created_by')
    .selectAll('p')
    .select(['w.name as warehouse_name', 'a.name as assignee_name', 'c.name as creator_name'])
    .select(figures.as('figures'))
    .select(
      sql<boolean>`(select b.counts_by_hand from businesses b where b.id = p.business_id)`.as(
        'typed_quantity',
      ),
    )
    .select(
      sql<boolean>`exists (select from carts c where c.business_id = p.business_id
        and c.warehouse_id = p.warehouse_id and c.removed_at is null)`.as('has_carts'),
    )
    .select(cartOfList.as('cart'))
    .where(sql<SqlBool>`p.business_id = app_business()`)
    .where(withinWarehouses(actor, sql`p.warehouse_id`));
}
type Row = Awaited<ReturnType<ReturnType<typeof selectLists>['executeTakeFirstOrThrow']>>;

const shape = (row: Row) => ({
  id: row.id,
  state: row.state,
  warehouse: { id: row.warehouse_id, name: row.warehouse_name ?? '' },
  assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '' },
  cart: row.cart && {
    ...{ id: row.cart.id, name: row.cart.name, places: row.cart.places },
    code: cartCode(row.cart.number),
  },
  createdBy: row.created_by === null ? null : { id: row.created_by, name: row.creator_name ?? '' },
  rule: row.wave_rule,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  saleCount: row.figures.sales,
  unitCount: row.figures.units,
  pickedCount: row.figures.picked,
  dispatchLimit: row.figures.limit && new Date(row.figures.limit),
  putBackCount: row.figures.loose,
});

export async function listPickingLists(tx: Tx, actor: Actor, query: ListQuery) {
  const found = await listPage(tx, selectLists(tx, actor), spec, query);
  return { ...found, items: found.items.map(shape) };
}

const shownScans = 8;

export async function readPickingList(tx: Tx, actor: Actor, id: number) {
  const row = await selectLists(tx, actor).where('p.id', '=', id).executeTakeFirst();
  if (!row) return fail('not_found');
  const [stops, sales, loose, scans, totes, cart] = await Promise.all([
    findStops(tx, id),
    findSales(tx, id),
    findLoose(tx, id),
    findScans(tx, id),
    findTotes(tx, id),
    findCartOfWalk(tx, actor, id),
  ]);
  const putBack = loose.map(({ tote, variationId, product, sku, gtin, quantity, place }) => ({
    tote,
    variation: { id: variationId, name: product },
    sku,
    gtin,
    quantity,
    place,
  }));
  return {
    ...{ ...shape(row), typedQuantity: row.typed_quantity, hasCarts: row.has_carts },
    ...{ cartPlacesRequired: cart?.required ?? false, awaitedPlaces: cart?.awaited ?? [] },
    ...{ stops, sales, putBack, scans, totes },
  };
}

type Sale = {
  id: number;
  place: number;
  status: string;
  items: string;
  units: number;
  picked: number;
  dispatchLimit: Date | null;
  leftReason: string | null;
  /** The buyer changed the order: the walk stops until that is acknowledged. */
  changed: boolean;
  stops: boolean;
  counted: CountedVolume | null;
};

/** A refused sale may belong to another supplier now, so its goods are hidden. */
async function findSales(tx: Tx, listId: number): Promise<Sale[]> {
  const { rows } =
    await sql<Sale>`select m.order_id as id, m.place, o.bench_status as status, m.units, m.picked,
      o.dispatch_limit as "dispatchLimit", m.left_reason as "leftReason",
      (o.changed_lines is not null and m.left_at is null) as changed,
      coalesce(m.left_reason in (${sql.join([...stoppingReasons])}) and m.stop_seen_at is null, false) as stops,
      case when m.left_reason = 'insufficient_stock' then (${countedOf(
        sql`o.warehouse_id`,
        sql`x.variation_id in (
        select p.variation_id from order_parts p where p.order_id = o.id)`,
      )}) end as counted,
      coalesce((select string_agg(p.quantity || ' × ' || p.product_name, ', ' order by p.id)
        from order_parts p where p.order_id = o.id and p.quantity > 0), '') as items
    from picking_list_orders m join orders o on o.id = m.order_id and o.fulfiller_id = m.business_id
    where m.list_id = ${listId} order by m.place`.execute(tx.db);
  return rows;
}

async function findScans(tx: Tx, listId: number) {
  const rows = await tx.db
    .selectFrom('picking_scans as s')
    .innerJoin('picking_list_orders as m', (join) =>
      join.onRef('m.list_id', '=', 's.list_id').onRef('m.order_id', '=', 's.order_id'),
    )
    .innerJoin('product_variations as v', 'v.id', 's.variation_id')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('stations as st', 'st.id', 's.station_id')
    .select([
      's.at',
      sql<string | null>`u.name || ${atStation}`.as('author'),
      'v.sku',
      's.order_id as order',
      'm.place',
    ])
    .where('s.list_id', '=', listId)
    .where('s.voided_at', 'is', null)
    .orderBy('s.id', 'desc')
    .limit(shownScans)
    .execute();
  return rows.map((row) => ({ ...row, author: row.author ?? '' }));
}

function findTotes(tx: Tx, listId: number) {
  return tx.db
    .selectFrom('volumes')
    .select(['id', 'code'])
    .where('picking_list_id', '=', listId)
    .where('tote', '=', true)
    .orderBy('id')
    .execute();
}

type Lane = {
  warehouse: { id: number; name: string };
  dispatchLimit: Date | null;
  nextLimit: Date | null;
  logisticType: string;
  sales: number;
  singles: number;
};

/**
 * Waiting sales on no list, the nearest dispatch limit first: a lane contains what has to leave within the same hour. The
 * last limit of a lane selects its sales; the next one says when it becomes late.
 */
export async function readLanes(tx: Tx, actor: Actor): Promise<{ lanes: Lane[] }> {
  const { rows } = await sql<Lane>`
    select json_build_object('id', w.id, 'name', w.name) as warehouse, max(o.dispatch_limit) as "dispatchLimit", min(o.dispatch_limit) as "nextLimit",
      o.logistic_type as "logisticType", count(*)::int as sales, count(*) filter (where u.units = 1)::int as singles
    from orders o join warehouses w on w.id = o.warehouse_id
      cross join lateral (select sum(p.quantity) as units from order_parts p where p.order_id = o.id) u
    where ${mayBegin} and not ${isOnList} and ${withinWarehouses(actor, sql`o.warehouse_id`)}
    group by w.id, w.name, ${cutoffOf(sql`o.dispatch_limit`)}, o.logistic_type
    order by max(o.dispatch_limit) nulls last, w.name, o.logistic_type limit 200`.execute(tx.db);
  return { lanes: rows };
}
