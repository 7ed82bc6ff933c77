import { sql } from 'kysely';
import { byCode } from '#contract/inventory/by-code.ts';
import { type Arrangement, maxLevel, type WalkLevel } from '#contract/inventory/walk.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findLocations } from './inventory-location.queries.ts';
import { readWarehouse } from './warehouse.ts';

/** Serializes changes of a warehouse's positions, because the walk covers all of them. */
export async function lockWalk(tx: Tx, warehouseId: number): Promise<void> {
  await sql`select from warehouses where id = ${warehouseId} for no key update`.execute(tx.db);
}

/** Recomputes the walk after positions were added, removed, renamed or arranged. */
export async function rankWalk(tx: Tx, warehouseId: number): Promise<void> {
  await lockWalk(tx, warehouseId);
  await sql`update inventory_locations l set walk = w.walk from walk_of(${warehouseId}) w
    where l.id = w.id and l.walk is distinct from w.walk`.execute(tx.db);
}

type Placed = WalkLevel['positions'][number];

async function findLevel(tx: Tx, warehouseId: number, parentId: number | null): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    select l.id, l.code, l.prefix, l.index, (select count(*)::int from inventory_locations c
      where c.business_id = l.business_id and c.parent_id = l.id) as children
    from inventory_locations l
    where l.warehouse_id = ${warehouseId} and l.parent_id is not distinct from ${parentId}::bigint and not l.bench
    order by l.place nulls last, l.prefix, l.index, l.code`.execute(tx.db);
  return rows;
}

async function findParent(tx: Tx, actor: Actor, warehouseId: number, id: number | null) {
  if (id === null) return null;
  const [found] = await findLocations(tx, actor, [id]);
  if (found?.warehouse.id !== warehouseId) return undefined;
  return { id, code: found.code, parentId: found.parent?.id ?? null };
}

export async function readWalk(
  tx: Tx,
  actor: Actor,
  id: number,
  parentId: number | null,
): Promise<WalkLevel> {
  const { serpentine, version } = await readWarehouse(tx, actor, id);
  const parent = await findParent(tx, actor, id, parentId);
  if (parent === undefined) return fail('not_found');
  const all = await findLevel(tx, id, parentId);
  return {
    serpentine,
    parent,
    positions: all.slice(0, maxLevel),
    more: all.length > maxLevel,
    version,
  };
}

/**
 * Sorts the positions of one level in this order; unnamed ones follow by code. An order that equals the one by code is
 * not stored, so that positions created later are placed by their code.
 */
export async function arrangeWalk(
  tx: Tx,
  actor: Actor,
  id: number,
  { parentId, positionIds, serpentine }: Arrangement,
  version: number | undefined,
): Promise<WalkLevel> {
  await readWarehouse(tx, actor, id);
  await lockWalk(tx, id);
  const before = await readWarehouse(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  const parent = await findParent(tx, actor, id, parentId);
  if (parent === undefined) invalidField('parentId', 'not_found');
  const level = await findLevel(tx, id, parentId);
  const known = new Set(level.map((position) => position.id));
  if (positionIds.some((position) => !known.has(position))) invalidField('positionIds', 'not_found');
  if (new Set(positionIds).size < positionIds.length) invalidField('positionIds', 'duplicate');
  const natural = level.toSorted(byCode).map((position) => position.id);
  const placed = positionIds.every((position, index) => position === natural[index]) ? [] : positionIds;
  await tx.db
    .updateTable('warehouses')
    .set({ serpentine, version: before.version + 1 })
    .where('id', '=', id)
    .execute();
  await sql`update inventory_locations l set place = a.place
    from inventory_locations k left join unnest(${placed}::bigint[]) with ordinality as a (id, place) on a.id = k.id
    where l.id = k.id and k.warehouse_id = ${id} and k.parent_id is not distinct from ${parentId}::bigint
      and l.place is distinct from a.place`.execute(tx.db);
  await rankWalk(tx, id);
  return readWalk(tx, actor, id, parentId);
}
