import { sql } from 'kysely';
import { stockFilter, stockSorts } from '#contract/inventory/stock.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec, withoutFields } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { isBeingCounted, isBlind } from './balance/blind.ts';
import { historySpec } from './history.ts';
import { countsBlind } from './volume/volume.queries.ts';
import { ownBusiness, withinWarehouses } from './warehouse/scope.ts';

const spec = listSpec({
  fields: stockFilter,
  sortedBy: stockSorts,
  sql: {
    warehouse: sql`s.warehouse_id`,
    product: sql`p.id`,
    variation: sql`s.variation_id`,
    sellable: sql`s.sellable`,
  },
  search: sql`(p.search || ' ' || fold(v.sku || ' ' || v.name))`,
  sorts: { product: sql`p.name`, sellable: sql`s.sellable`, 'on-hand': sql`s.on_hand`, created: sql`s.id` },
  required: ['product', 'sellable', 'on-hand', 'created'],
  defaultSort: '-created',
  id: sql`s.id`,
});

/** Left joins although rows always exist: the database then skips joins that a count does not use. */
function selectStock(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('stock as s')
    .leftJoin('product_variations as v', 'v.id', 's.variation_id')
    .leftJoin('products as p', 'p.id', 'v.product_id')
    .leftJoin('warehouses as w', 'w.id', 's.warehouse_id')
    .where('s.business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`s.warehouse_id`))
    .select([
      's.id',
      sql<number>`p.id`.as('product_id'),
      sql<string>`p.name`.as('product_name'),
      's.variation_id',
      sql<string>`v.name`.as('variation_name'),
      sql<string>`v.sku`.as('sku'),
      's.warehouse_id',
      sql<string>`w.name`.as('warehouse_name'),
      's.on_hand as onHand',
      's.reserved',
      's.soft',
      's.hold',
      's.inbound',
      's.packed',
      's.buffer',
      sql<number>`s.sellable`.as('sellable'),
      isBlind(actor) ? isBeingCounted.as('counted') : sql<boolean>`false`.as('counted'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectStock>['executeTakeFirstOrThrow']>>;

function shape(row: Row) {
  const { product_id, product_name, variation_id, variation_name, warehouse_id, warehouse_name, ...others } =
    row;
  const { counted: hidden, ...rest } = others;
  return {
    ...rest,
    ...(hidden && { onHand: null, hold: null, sellable: null }),
    product: { id: product_id, name: product_name },
    variation: { id: variation_id, name: variation_name },
    warehouse: { id: warehouse_id, name: warehouse_name },
  };
}

export async function listStock(tx: Tx, actor: Actor, query: ListQuery) {
  const told = isBlind(actor) ? withoutFields(spec, ['sellable', 'on-hand']) : spec;
  const page = await listPage(tx, selectStock(tx, actor), told, query);
  return { ...page, items: page.items.map(shape) };
}

export async function findStock(tx: Tx, actor: Actor, id: number) {
  const row = await selectStock(tx, actor).where('s.id', '=', id).executeTakeFirst();
  return row && shape(row);
}

const shownPromises = 200;

/** Open reservations of a stock level; the sale is named only if it has been released to its fulfiller. */
export async function findPromises(tx: Tx, stockId: number) {
  const rows = await tx.db
    .selectFrom('reservations as r')
    .leftJoin('orders as o', 'o.id', 'r.order_id')
    .select([
      'r.id',
      'r.kind',
      'r.quantity',
      'r.created_at as since',
      'o.id as order_id',
      'o.status',
      sql<number>`count(*) over ()::int`.as('total'),
    ])
    .where('r.stock_id', '=', stockId)
    .where('r.state', '=', 'open')
    .orderBy('r.id', 'desc')
    .limit(shownPromises)
    .execute();
  return {
    promiseCount: rows[0]?.total ?? 0,
    promises: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      quantity: row.quantity,
      since: row.since,
      order: row.order_id === null || row.status === null ? null : { id: row.order_id, status: row.status },
    })),
  };
}

/** Sales that wait for this stock, if they are visible to its owner. */
export async function countShortSales(tx: Tx, stockId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('orders as o')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('o.reserve', '=', 'short')
    .where('o.canceled_at', 'is', null)
    .where('o.refused_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_parts as p')
          .select('p.id')
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.stock_id', '=', stockId),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

export async function findPlaces(tx: Tx, actor: Actor, variationId: number, warehouseId: number) {
  const rows = await tx.db
    .selectFrom('volume_lines as l')
    .innerJoin('volumes as v', 'v.id', 'l.volume_id')
    .leftJoin('inventory_locations as p', 'p.id', 'v.position_id')
    .select(['v.id', 'v.code', 'p.code as position', 'v.state', 'l.quantity', 'l.pinned'])
    .where('l.variation_id', '=', variationId)
    .where('v.warehouse_id', '=', warehouseId)
    .where('l.quantity', '>', 0)
    .where('v.state', 'not in', ['voided', 'archived'])
    .orderBy('v.launched_at')
    .orderBy('v.id')
    .limit(shownPromises)
    .execute();
  return rows.map((row) => ({ ...row, quantity: countsBlind(actor, row) ? null : row.quantity }));
}

export async function findOffer(tx: Tx, stockId: number) {
  const row = await tx.db
    .selectFrom('dropship_items')
    .select(['id', 'quantity_cap as quantityCap', 'active'])
    .where('stock_id', '=', stockId)
    .where('business_id', '=', ownBusiness)
    .executeTakeFirst();
  return row ?? null;
}

export async function listEntries(tx: Tx, actor: Actor, stockId: number, query: ListQuery) {
  const base = tx.db
    .selectFrom('ledger_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('volumes as v', 'v.id', 'e.volume_id')
    .leftJoin('inventory_locations as p', 'p.id', 'e.position_id')
    .select([
      'e.id',
      'e.at',
      'e.kind',
      'u.name as author',
      'e.on_hand as onHand',
      'e.reserved',
      'e.soft',
      'e.hold',
      'e.inbound',
      'e.packed',
      'v.id as volume_id',
      'v.code as volume_code',
      'v.state as volume_state',
      'p.code as position',
      'e.reason',
    ])
    .where('e.stock_id', '=', stockId);
  const page = await listPage(tx, base, historySpec, query);
  return {
    ...page,
    items: page.items.map(({ volume_id, volume_code, volume_state, ...row }) => ({
      ...row,
      ...(volume_state && countsBlind(actor, { state: volume_state }) && { onHand: null, hold: null }),
      volume: volume_id === null ? null : { id: volume_id, code: volume_code ?? '' },
    })),
  };
}
