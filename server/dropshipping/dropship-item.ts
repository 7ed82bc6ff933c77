import { sql } from 'kysely';
import type { NewOffer, OfferChange } from '#contract/dropshipping/dropship-item.ts';
import { shelfChanged } from '#server/advertisements/push.ts';
import { databaseCode, type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { ensureStock } from '#server/inventory/ledger.ts';
import { ownBusiness, reachesWarehouse } from '#server/inventory/scope.ts';
import { findOffer } from './dropship-item.queries.ts';

export async function readOffer(tx: Tx, actor: Actor, id: number) {
  return (await findOffer(tx, actor, id)) ?? fail('not_found');
}

/** Offers one variation from one warehouse; there is one offer for that pair. */
export async function createOffer(tx: Tx, actor: Actor, body: NewOffer) {
  const variation = await tx.db
    .selectFrom('product_variations')
    .select('product_id')
    .where('id', '=', body.variationId)
    .where('business_id', '=', ownBusiness)
    .executeTakeFirst();
  if (!variation) invalidField('variationId', 'not_found');
  const warehouse = await tx.db
    .selectFrom('warehouses')
    .select('id')
    .where('id', '=', body.warehouseId)
    .executeTakeFirst();
  if (!warehouse || !reachesWarehouse(actor, body.warehouseId)) invalidField('warehouseId', 'not_found');
  const stockId = await ensureStock(tx, actor.businessId, body.variationId, body.warehouseId);
  const now = tx.now();
  try {
    const { id } = await tx.db
      .insertInto('dropship_items')
      .values({
        business_id: actor.businessId,
        product_id: variation.product_id,
        variation_id: body.variationId,
        warehouse_id: body.warehouseId,
        stock_id: stockId,
        quantity_cap: body.quantityCap,
        price_centavos: body.price,
        active: body.active ?? true,
        linked_only: body.linkedOnly ?? false,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOffer(tx, actor, id);
  } catch (error) {
    if (violatedConstraint(error) === 'dropship_items_variation_id_warehouse_id_key')
      fail('offer_exists', { cause: error });
    throw error;
  }
}

/** What sellers sell from changes with it: their publications are pushed and their screens told. */
export async function updateOffer(
  tx: Tx,
  actor: Actor,
  id: number,
  body: OfferChange,
  version: number | undefined,
) {
  const before = await readOffer(tx, actor, id);
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  const changed = await tx.db
    .updateTable('dropship_items')
    .set({
      ...(body.quantityCap !== undefined && { quantity_cap: body.quantityCap }),
      ...(body.price !== undefined && { price_centavos: body.price }),
      ...(body.active !== undefined && { active: body.active }),
      ...(body.linkedOnly !== undefined && { linked_only: body.linkedOnly }),
      updated_at: tx.now(),
      version: before.version + 1,
    })
    .where('id', '=', id)
    .where('version', '=', before.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) fail('stale_version');
  shelfChanged(tx, [before.stockId]);
  await tellSellers(tx, before.stockId);
  return readOffer(tx, actor, id);
}

async function tellSellers(tx: Tx, stockId: number): Promise<void> {
  const { rows } = await sql<{ business_id: number }>`select distinct business_id
    from publications_of_shelf(array[${stockId}::bigint])`.execute(tx.db);
  for (const row of rows) {
    tx.changed(row.business_id, 'dropshipping');
    tx.changed(row.business_id, 'advertisements');
  }
}

/** An offer that advertisements or sales were made of stays; it can be switched off. */
export async function removeOffer(tx: Tx, actor: Actor, id: number): Promise<void> {
  await readOffer(tx, actor, id);
  const { rows } = await sql<{ used: boolean }>`select offer_in_use(${id}::bigint) as used`.execute(tx.db);
  if (rows[0]?.used) fail('offer_in_use');
  try {
    await tx.db.deleteFrom('dropship_items').where('id', '=', id).execute();
  } catch (error) {
    if (databaseCode(error) === '23503') fail('offer_in_use', { cause: error });
    throw error;
  }
}
