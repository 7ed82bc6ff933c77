import { sql } from 'kysely';
import { warehouseFilter, warehouseSorts } from '#contract/inventory/warehouse.ts';
import type { ListQuery } from '#contract/primitives.ts';
import { listPage, listSpec } from '#server/db/list.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { isBlind } from '#server/inventory/balance/blind.ts';
import { withinWarehouses } from './scope.ts';

const spec = listSpec({
  fields: warehouseFilter,
  sortedBy: warehouseSorts,
  sql: { name: sql`w.name`, city: sql`w.city`, state: sql`w.state` },
  search: sql`w.search`,
  sorts: { name: sql`w.name`, city: sql`w.city`, created: sql`w.created_at` },
  required: ['name', 'city', 'created'],
  defaultSort: 'name',
  id: sql`w.id`,
});

const units = sql<
  number | null
>`(select coalesce(sum(s.on_hand), 0)::int from stock s where s.business_id = w.business_id and s.warehouse_id = w.id)`;
/** Something in the warehouse is being counted: its sums would reveal the quantity to the counter. */
const isCounting = sql<boolean>`exists (select from volumes c where c.business_id = w.business_id and c.warehouse_id = w.id
  and c.state = 'in_balance')`;

function selectWarehouses(tx: Tx, actor: Actor) {
  return tx.db
    .selectFrom('warehouses as w')
    .where(withinWarehouses(actor, sql`w.id`))
    .select([
      'w.id',
      'w.name',
      'w.city',
      'w.state',
      'w.zip',
      'w.created_at as createdAt',
      sql<number>`(select count(*)::int from inventory_locations l where l.business_id = w.business_id and l.warehouse_id = w.id)`.as(
        'positions',
      ),
      sql<number>`(select count(*)::int from volumes v where v.business_id = w.business_id and v.warehouse_id = w.id
        and v.state in ('active', 'in_balance', 'blocked'))`.as('volumes'),
      isBlind(actor)
        ? sql<number | null>`case when ${isCounting} then null else ${units} end`.as('units')
        : units.as('units'),
    ]);
}

export function listWarehouses(tx: Tx, actor: Actor, query: ListQuery) {
  return listPage(tx, selectWarehouses(tx, actor), spec, query);
}

export function findWarehouse(tx: Tx, actor: Actor, id: number) {
  return selectWarehouses(tx, actor)
    .select([
      'w.notes',
      'w.neighborhood',
      'w.street',
      'w.number',
      'w.complement',
      'w.serpentine',
      'w.version',
    ])
    .where('w.id', '=', id)
    .executeTakeFirst();
}
