import { sql } from 'kysely';
import type { BulkSelection } from '#contract/bulk.ts';
import { asCode } from '#contract/codes.ts';
import { locationFilter, locationSorts } from '#contract/inventory/inventory-location.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import { findSelected } from '#server/db/selection.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { areaOf, isEmptyPlace, isPlace } from './places.ts';
import { withinWarehouses } from './scope.ts';
import { warehouseWalk } from './walk-order.ts';

const spec = listSpec({
  fields: locationFilter,
  sortedBy: locationSorts,
  sql: {
    warehouse: sql`l.warehouse_id`,
    parent: sql`l.parent_id`,
    root: sql`(l.parent_id is null)`,
    prefix: sql`l.prefix`,
    code: {
      where: (values) => sql`l.code in (${sql.join(values.map((value) => asCode(String(value))))})`,
    },
    turnover: sql`l.turnover`,
    area: {
      where: (values) => sql`${areaOf} in (${sql.join(values.map((value) => asCode(String(value))))})`,
    },
    leaf: sql`${isPlace}`,
    empty: { where: ([wanted]) => sql`(${isPlace} and ${isEmptyPlace}) = ${wanted}` },
  },
  search: sql`lower(l.code)`,
  sorts: { code: sql`l.code`, warehouse: sql`w.name`, walk: warehouseWalk },
  required: ['code', 'warehouse'],
  defaultSort: 'code',
  changedAt: sql`l.updated_at`,
  id: sql`l.id`,
});

function selectLocations(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('inventory_locations as l')
    .innerJoin('warehouses as w', (join) =>
      join.onRef('w.business_id', '=', 'l.business_id').onRef('w.id', '=', 'l.warehouse_id'),
    )
    .leftJoin('inventory_locations as p', (join) =>
      join.onRef('p.business_id', '=', 'l.business_id').onRef('p.id', '=', 'l.parent_id'),
    )
    .where(withinWarehouses(actor, sql`l.warehouse_id`))
    .select([
      'l.id',
      'l.code',
      'l.prefix',
      'l.index',
      'l.turnover',
      'l.bench',
      'l.walk',
      'l.version',
      'l.warehouse_id',
      'w.name as warehouse_name',
      'p.id as parent_id',
      'p.code as parent_code',
      sql<number>`(select count(*)::int from inventory_locations c where c.business_id = l.business_id and c.parent_id = l.id)`.as(
        'children',
      ),
      sql<number>`(select count(*)::int from volumes v where v.business_id = l.business_id and v.position_id = l.id)`.as(
        'volumes',
      ),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectLocations>['executeTakeFirstOrThrow']>>;

function shape(row: Row) {
  const { warehouse_id, warehouse_name, parent_id, parent_code, ...rest } = row;
  return {
    ...rest,
    warehouse: { id: warehouse_id, name: warehouse_name },
    parent: parent_id === null ? null : { id: parent_id, name: parent_code ?? '' },
  };
}

export async function listLocations(tx: Tx, actor: Actor, query: ListQuery, parentId?: number) {
  const base = selectLocations(tx, actor);
  const page = await listPage(
    tx,
    parentId === undefined ? base : base.where('l.parent_id', '=', parentId),
    spec,
    query,
  );
  return { ...page, items: page.items.map(shape) };
}

export const findSelectedLocations = (tx: Tx, actor: Actor, selection: BulkSelection): Promise<number[]> =>
  findSelected(tx, selectLocations(tx, actor), spec, selection);

export async function findLocations(tx: Tx, actor: Actor, ids: readonly number[]) {
  const rows = await selectLocations(tx, actor)
    .where('l.id', 'in', [...ids])
    .orderBy('l.code')
    .execute();
  return rows.map(shape);
}
