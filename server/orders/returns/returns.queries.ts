import { type SqlBool, sql } from 'kysely';
import { type ParcelReturn, type ReturnUnit, returnFilter, returnSorts } from '#contract/orders/return.ts';
import type { ReturnState } from '#contract/orders/return-states.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { atStation } from '#server/inventory/station/at-station.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { threadsOfSales } from '#server/marketplaces/chats/threads-of-sales.ts';
import { lotShipped } from '#server/orders/checkout/restock.ts';
import { partImage } from '#server/orders/part-image.ts';
import { serialsOf } from '#server/orders/sale/sale-serials.ts';

const state = sql<ReturnState>`case when r.id is null then 'expected' when r.closed_at is null then 'opened' else 'closed' end`;

const spec = listSpec({
  fields: returnFilter,
  sortedBy: returnSorts,
  sql: { state, warehouse: sql`o.warehouse_id`, seller: sql`seller.name` },
  search: sql`o.search`,
  sorts: { id: sql`o.id` },
  required: ['id'],
  defaultSort: '-id',
  id: sql`o.id`,
});

/** Of the part `p`: the units its closed return `r` covered; until then the claimed units that are out. */
const asked = sql<number>`coalesce(
  (select a.units from jsonb_to_recordset(r.asked) as a("partId" bigint, units integer) where a."partId" = p.id),
  least(coalesce(p.claimed, p.quantity), p.quantity - p.returned))`;

const goods = sql<{ items: string; units: number }>`(
  select json_build_object('items', coalesce(string_agg(p.units || ' × ' || p.product_name, ', ' order by p.id), ''),
    'units', coalesce(sum(p.units), 0))
  from (select p.id, p.product_name, ${asked} as units from order_parts p where p.order_id = o.id) p
  where p.units > 0)`;

function selectReturns(tx: Tx, actor: Actor) {
  return (
    tx.db
      .selectFrom('orders as o')
      // The newest, unless it is closed and another one is expected.
      .leftJoin('parcel_returns as r', (join) =>
        join
          .onRef('r.order_id', '=', 'o.id')
          .on(sql<SqlBool>`r.id = (select max(n.id) from parcel_returns n where n.order_id = o.id
            and n.called_off_at is null)`)
          .on(sql<SqlBool>`(r.closed_at is null or not o.return_expected)`),
      )
      .leftJoin('businesses as seller', 'seller.id', 'o.business_id')
      .leftJoin('warehouses as w', 'w.id', 'o.warehouse_id')
      .leftJoin('users as opener', 'opener.id', 'r.opened_by')
      .leftJoin('users as closer', 'closer.id', 'r.closed_by')
      .where('o.fulfiller_id', '=', actor.businessId)
      .where(sql<SqlBool>`(o.return_expected or o.returned_at is not null)`)
      .where(withinWarehouses(actor, sql`o.warehouse_id`))
      .select([
        'o.id',
        'o.status',
        'o.business_id',
        'seller.name as seller_name',
        'o.warehouse_id',
        'w.name as warehouse_name',
        sql<string>`coalesce(nullif(o.return_tracking_code, ''), o.tracking_code)`.as('tracking_code'),
        'o.canceled_reason',
        'r.id as return_id',
        'r.opened_at',
        'r.closed_at',
        'opener.name as opener',
        'closer.name as closer',
        state.as('state'),
        goods.as('goods'),
      ])
  );
}
type Row = Awaited<ReturnType<ReturnType<typeof selectReturns>['executeTakeFirstOrThrow']>>;

const shape = (row: Row) => ({
  id: row.id,
  state: row.state,
  status: row.status,
  seller: { id: row.business_id, name: row.seller_name ?? '' },
  warehouse: row.warehouse_id === null ? null : { id: row.warehouse_id, name: row.warehouse_name ?? '' },
  items: row.goods.items,
  unitCount: row.goods.units,
  trackingCode: row.tracking_code,
  reason: row.canceled_reason,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
});

export async function listReturns(tx: Tx, actor: Actor, query: ListQuery) {
  const found = await listPage(tx, selectReturns(tx, actor), spec, query);
  return { ...found, items: found.items.map(shape) };
}

export async function readReturn(tx: Tx, actor: Actor, id: number) {
  const row = await selectReturns(tx, actor).where('o.id', '=', id).executeTakeFirst();
  if (!row) return fail('not_found');
  const [parts, units, earlier, packmates, postsale] = await Promise.all([
    findParts(tx, id, row.return_id),
    row.return_id === null ? [] : findUnits(tx, row.return_id),
    findEarlier(tx, id, row.return_id),
    findPackmates(tx, actor, id),
    actorCan(actor, 'postsales.read') ? findPostsale(tx, id) : null,
  ]);
  return {
    ...shape(row),
    openedBy: row.opener,
    closedBy: row.closer,
    parts,
    units,
    earlier,
    packmates,
    postsale,
  };
}

/** A thread belongs to its seller: for goods sold by another business it is not shown. */
async function findPostsale(tx: Tx, id: number): Promise<ParcelReturn['postsale']> {
  const { rows } = await sql<NonNullable<ParcelReturn['postsale']>>`select c.id, c.kind from chats c
    where c.id in (${threadsOfSales([id])}) and c.kind <> 'question'
    order by c.kind = 'message', c.source = 'parcel', c.id desc limit 1`.execute(tx.db);
  return rows[0] ?? null;
}

async function findParts(tx: Tx, id: number, returnId: number | null): Promise<ParcelReturn['parts']> {
  const { rows } = await sql<ParcelReturn['parts'][number]>`
    select p.id, p.product_name as product, p.sku, p.gtin, p.quantity, ${asked} as expected,
      p.returned - case when r.closed_at is null then 0 else u.good + u.damaged end as returned, u.good, u.damaged, u.missing,
      (${serialsOf(sql`p`)}->'open') as serials,
      ${partImage(sql`p.product_id`, sql`p.variation_id`)} as "imageId",
      (${placeOf(sql`p.variation_id`, sql`o.warehouse_id`, sql`vl.batch_id is not distinct from (${lotShipped(sql`p.id`)})`)}) as place
    from order_parts p join orders o on o.id = p.order_id left join parcel_returns r on r.id = ${returnId} cross join lateral (
      select coalesce(sum(quantity) filter (where condition = 'good'), 0)::int as good,
        coalesce(sum(quantity) filter (where condition = 'damaged'), 0)::int as damaged,
        coalesce(sum(quantity) filter (where condition = 'missing'), 0)::int as missing
      from parcel_return_units u where u.return_id = ${returnId} and u.part_id = p.id and u.voided_at is null) u
    where p.order_id = ${id} order by p.id`.execute(tx.db);
  return rows;
}

/** The volume of a warehouse that got this product last and whose line (`vl`) fits, with its position. */
export const placeOf = (
  variation: ReturnType<typeof sql>,
  warehouse: ReturnType<typeof sql>,
  fits: ReturnType<typeof sql>,
) => sql`
  select json_build_object('volume', v.code, 'position', position.code, 'walk', position.walk) from volume_lines vl
    join volumes v on v.id = vl.volume_id and v.state = 'active' and not v.tote and v.warehouse_id = ${warehouse}
    left join inventory_locations position on position.id = v.position_id
  where vl.business_id = app_business() and vl.variation_id = ${variation} and vl.quantity > 0 and ${fits}
  order by v.launched_at desc, v.id desc limit 1`;

async function findUnits(tx: Tx, returnId: number) {
  const { rows } = await sql<ReturnUnit>`
    select u.id, u.part_id as "partId", (select s.code from sale_serials s
        where s.business_id = p.business_id and s.order_id = p.order_id and s.return_unit_id = u.id) as serial, p.sku, u.condition, u.quantity, u.reason, u.at, coalesce(a.name || ${atStation}, '') as author,
      v.code as volume, coalesce((select json_agg(json_build_object('id', i.id, 'name', i.name) order by m.id)
        from parcel_return_images m join images i on i.id = m.image_id where m.unit_id = u.id), '[]') as photos
    from parcel_return_units u join order_parts p on p.id = u.part_id left join users a on a.id = u.user_id
      left join stations st on st.id = u.station_id
      left join volumes v on v.id = u.volume_id
    where u.return_id = ${returnId} and u.voided_at is null order by u.id`.execute(tx.db);
  return rows;
}

async function findEarlier(tx: Tx, id: number, returnId: number | null): Promise<ParcelReturn['earlier']> {
  const found = await tx.db
    .selectFrom('parcel_returns')
    .select(['id', 'closed_at'])
    .where('order_id', '=', id)
    .where('closed_at', 'is not', null)
    .where('id', '<>', returnId ?? 0)
    .orderBy('id', 'desc')
    .$narrowType<{ closed_at: Date }>()
    .execute();
  return Promise.all(
    found.map(async (one) => ({
      id: one.id,
      closedAt: one.closed_at.toISOString(),
      units: await findUnits(tx, one.id),
    })),
  );
}

/** Other sales of the same parcel; a seller sees only their own. */
async function findPackmates(tx: Tx, actor: Actor, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from orders o join orders m on m.account_id = o.account_id and m.pack_id = o.pack_id and m.id <> o.id
        and m.fulfiller_id = o.fulfiller_id and m.business_id = o.business_id
    where o.id = ${id} and o.fulfiller_id = ${actor.businessId} and o.pack_id is not null order by 1`.execute(
    tx.db,
  );
  return rows.map((row) => row.id);
}
