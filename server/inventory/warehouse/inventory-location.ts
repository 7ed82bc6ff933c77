import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type {
  InventoryLocation,
  LocationBulk,
  NewLocations,
} from '#contract/inventory/inventory-location.ts';
import { databaseCode, type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findLocations, findSelectedLocations } from './inventory-location.queries.ts';
import { findReached } from './scope.ts';
import { lockWalk, rankWalk } from './walk.ts';

const longestCode = 60;

export async function readLocation(tx: Tx, actor: Actor, id: number) {
  const [found] = await findLocations(tx, actor, [id]);
  return found ?? fail('not_found');
}

/** Creates positions `prefix` + index below a parent or at the root of a warehouse; codes are unique there. */
export async function createLocations(tx: Tx, actor: Actor, body: NewLocations) {
  const { warehouseId, parentId, prefix, initialIndex, finalIndex } = body;
  if (!(await findReached(tx, actor, warehouseId))) invalidField('warehouseId', 'not_found');
  const parent = parentId ? (await findLocations(tx, actor, [parentId]))[0] : undefined;
  if (parentId && parent?.warehouse.id !== warehouseId) invalidField('parentId', 'not_found');
  const width = Math.max(2, String(finalIndex).length);
  const rows = Array.from({ length: finalIndex - initialIndex + 1 }, (_, offset) => {
    const index = initialIndex + offset;
    return { index, code: codeOf(parent?.code, prefix, index, width) };
  });
  const made = await codedOnce('prefix', () =>
    tx.db
      .insertInto('inventory_locations')
      .values(
        rows.map(({ index, code }) => ({
          business_id: actor.businessId,
          warehouse_id: warehouseId,
          parent_id: parent?.id ?? null,
          prefix,
          index,
          code,
          turnover: body.turnover ?? false,
        })),
      )
      .returning('id')
      .execute(),
  );
  await rankWalk(tx, warehouseId);
  return findLocations(
    tx,
    actor,
    made.map((row) => row.id),
  );
}

/** Copies a position with everything inside it next to the original, under another prefix or index. */
export async function duplicateLocation(
  tx: Tx,
  actor: Actor,
  id: number,
  body: { prefix: string; index?: number },
) {
  const source = await readLocation(tx, actor, id);
  const index = body.index ?? source.index;
  const code = codeOf(source.parent?.name, body.prefix, index, widthOf(source));
  // One statement per level: a child needs the id of its copied parent.
  let level = await codedOnce('prefix', () => copyRoot(tx, source.id, body.prefix, index, code));
  const root = level[0]?.copy_id ?? fail('not_found');
  while (level.length > 0) {
    const parents = level;
    level = await codedOnce('prefix', () => copyChildren(tx, parents));
  }
  await rankWalk(tx, source.warehouse.id);
  return readLocation(tx, actor, root);
}

type Copied = { source_id: number; copy_id: number };

async function copyRoot(tx: Tx, id: number, prefix: string, index: number, code: string): Promise<Copied[]> {
  const { rows } = await sql<{ copy_id: number }>`
    insert into inventory_locations (business_id, warehouse_id, parent_id, prefix, index, code, turnover)
    select business_id, warehouse_id, parent_id, ${prefix}, ${index}, ${code}, turnover
    from inventory_locations where id = ${id}
    returning id as copy_id`.execute(tx.db);
  return rows.map((row) => ({ source_id: id, copy_id: row.copy_id }));
}

async function copyChildren(tx: Tx, parents: readonly Copied[]): Promise<Copied[]> {
  const { rows } = await sql<Copied & { code_length: number }>`
    with pairs as (
      select * from unnest(${parents.map((pair) => pair.source_id)}::bigint[],
        ${parents.map((pair) => pair.copy_id)}::bigint[]) as p (source_id, copy_id)
    ), children as (
      select c.id as source_id, c.business_id, c.warehouse_id, p.copy_id as parent_id, c.prefix, c.index, c.turnover,
        parent.code || '-' || split_part(c.code, '-', -1) as code
      from pairs p
      join inventory_locations c on c.parent_id = p.source_id
      join inventory_locations parent on parent.id = p.copy_id
    ), made as (
      insert into inventory_locations (business_id, warehouse_id, parent_id, prefix, index, code, turnover)
      select business_id, warehouse_id, parent_id, prefix, index, code, turnover from children
      returning id, code
    )
    select children.source_id, made.id as copy_id, length(made.code) as code_length
    from made join children on children.code = made.code`.execute(tx.db);
  if (rows.some((row) => row.code_length > longestCode)) invalidField('prefix', 'too_long');
  return rows;
}

/** Renames a position and the codes of everything inside it, or sets its turnover flag. */
export async function updateLocation(
  tx: Tx,
  actor: Actor,
  id: number,
  body: { prefix?: string; index?: number; turnover?: boolean },
  version: number | undefined,
) {
  const { warehouse } = await readLocation(tx, actor, id);
  await lockWalk(tx, warehouse.id);
  const before = await readLocation(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  const prefix = body.prefix ?? before.prefix;
  const index = body.index ?? before.index;
  const code = codeOf(before.parent?.name, prefix, index, widthOf(before));
  const changed = await codedOnce('prefix', async () => {
    const self = await tx.db
      .updateTable('inventory_locations')
      .set({
        prefix,
        index,
        code,
        turnover: body.turnover ?? before.turnover,
        version: before.version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .executeTakeFirst();
    if (code !== before.code) await renameInside(tx, before, code);
    return self;
  });
  if (changed.numUpdatedRows === 0n) fail('stale_version');
  if (code !== before.code) await rankWalk(tx, warehouse.id);
  return readLocation(tx, actor, id);
}

/** Sets the turnover flag of many positions. */
export async function updateLocations(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: LocationBulk,
): Promise<BulkOutcome> {
  const found = await findSelectedLocations(tx, actor, selection);
  // A rename in the warehouse writes several of its positions: the two acts are serialized.
  await sql`select from warehouses w where exists (select from inventory_locations l
    where l.business_id = w.business_id and l.warehouse_id = w.id and l.id = any(${found}::bigint[]))
    order by w.id for no key update`.execute(tx.db);
  const changed = await tx.db
    .updateTable('inventory_locations')
    .set({ ...change, version: sql`version + 1` })
    .where(sql<boolean>`id = any(${found}::bigint[])`)
    .returning('id')
    .execute();
  return outcomeOf(
    selection.ids ?? found,
    changed.map(({ id }) => id),
  );
}

async function renameInside(tx: Tx, before: InventoryLocation, code: string): Promise<void> {
  await sql`update inventory_locations
    set code = ${code} || substr(code, ${before.code.length + 1}::int), version = version + 1
    where warehouse_id = ${before.warehouse.id} and starts_with(code, ${`${before.code}-`})`.execute(tx.db);
}

export async function removeLocation(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { warehouse } = await readLocation(tx, actor, id);
  await lockWalk(tx, warehouse.id);
  try {
    await tx.db.deleteFrom('inventory_locations').where('id', '=', id).execute();
    await rankWalk(tx, warehouse.id);
  } catch (error) {
    if (databaseCode(error) === '23503') fail('position_in_use', { cause: error });
    throw error;
  }
}

function codeOf(parent: string | undefined, prefix: string, index: number, width: number): string {
  const own = `${prefix}${String(index).padStart(width, '0')}`;
  const code = parent ? `${parent}-${own}` : own;
  if (code.length > longestCode) invalidField('prefix', 'too_long');
  return code;
}

/** The digits of the index as the code has them, including zeros; renames and copies keep them. */
function widthOf(location: InventoryLocation): number {
  const own = location.code.split('-').at(-1) ?? '';
  return own.length - location.prefix.length;
}

async function codedOnce<T>(field: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'inventory_locations_business_id_warehouse_id_code_key')
      invalidField(field, 'duplicate');
    throw error;
  }
}
