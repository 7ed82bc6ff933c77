import type { NewWarehouse, WarehouseChange } from '#contract/inventory/warehouse.ts';
import { databaseCode, type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findWarehouse } from './warehouse.queries.ts';

export async function readWarehouse(tx: Tx, actor: Actor, id: number) {
  return (await findWarehouse(tx, actor, id)) ?? fail('not_found');
}

export async function createWarehouse(tx: Tx, actor: Actor, body: NewWarehouse) {
  const { id } = await namedOnce(() =>
    tx.db
      .insertInto('warehouses')
      .values({ ...body, business_id: actor.businessId, created_at: tx.now() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return readWarehouse(tx, actor, id);
}

export async function updateWarehouse(
  tx: Tx,
  actor: Actor,
  id: number,
  body: WarehouseChange,
  version: number | undefined,
) {
  const before = await readWarehouse(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  const changed = await namedOnce(() =>
    tx.db
      .updateTable('warehouses')
      .set({ ...body, version: before.version + 1 })
      .where('id', '=', id)
      .where('version', '=', before.version)
      .executeTakeFirst(),
  );
  if (changed.numUpdatedRows === 0n) fail('stale_version');
  return readWarehouse(tx, actor, id);
}

/** A warehouse that ever had positions, volumes, stock or offers cannot be removed. */
export async function removeWarehouse(tx: Tx, actor: Actor, id: number): Promise<void> {
  await readWarehouse(tx, actor, id);
  try {
    await tx.db.deleteFrom('warehouses').where('id', '=', id).execute();
  } catch (error) {
    if (databaseCode(error) === '23503') fail('warehouse_in_use', { cause: error });
    throw error;
  }
}

async function namedOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'warehouses_business_id_name_key') invalidField('name', 'duplicate');
    throw error;
  }
}
