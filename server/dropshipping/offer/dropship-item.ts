import { sql } from 'kysely';
import { type BulkOutcome, outcomeOf } from '#contract/bulk.ts';
import type { NewOffer, OfferBulk, OfferChange } from '#contract/dropshipping/dropship-item.ts';
import { shelfChanged } from '#server/advertisements/push/push.ts';
import { databaseCode, type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { ensureStock } from '#server/inventory/ledger.ts';
import { ownBusiness, reachesWarehouse } from '#server/inventory/warehouse/scope.ts';
import { findOffer, findSelectedOffers } from './dropship-item.queries.ts';

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
        example: body.example ?? '',
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
  const written = await writeOffers(tx, [id], body, before.version);
  if (written.length === 0) fail('stale_version');
  tx.noteChange('priceCentavos', before.price, body.price ?? before.price);
  tx.noteChange('active', before.active, body.active ?? before.active);
  return readOffer(tx, actor, id);
}

/** One change for many offers. */
export async function updateOffers(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: OfferBulk,
): Promise<BulkOutcome> {
  const found = await findSelectedOffers(tx, actor, selection);
  return outcomeOf(selection.ids ?? found, await writeOffers(tx, found, change));
}

/** Writes the change of one offer or of many; `version`: only where it still is that one. Answers what was written. */
async function writeOffers(
  tx: Tx,
  ids: readonly number[],
  change: OfferChange,
  version?: number,
): Promise<number[]> {
  const written = await tx.db
    .updateTable('dropship_items')
    .set({
      ...(change.quantityCap !== undefined && { quantity_cap: change.quantityCap }),
      ...(change.price !== undefined && { price_centavos: change.price }),
      ...(change.active !== undefined && { active: change.active }),
      ...(change.linkedOnly !== undefined && { linked_only: change.linkedOnly }),
      ...(change.example !== undefined && { example: change.example }),
      updated_at: tx.now(),
      version: sql`version + 1`,
    })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(['id', 'stock_id'])
    .execute();
  const stockIds = written.map((row) => row.stock_id);
  shelfChanged(tx, stockIds);
  await notifySellers(tx, stockIds);
  return written.map((row) => row.id);
}

async function notifySellers(tx: Tx, stockIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ business_id: number }>`select distinct business_id
    from publications_of_shelf(${stockIds}::bigint[])`.execute(tx.db);
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
