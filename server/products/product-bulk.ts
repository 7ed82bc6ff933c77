import { sql } from 'kysely';
import { type BulkOutcome, type BulkSelection, outcomeOf } from '#contract/bulk.ts';
import type { ProductBulk } from '#contract/products/product.ts';
import { checkTags, writeTags } from '#server/business/tags/tags.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findSelectedProducts, variationInUse } from './product.queries.ts';
import { hasCategory } from './product.ts';
import { columnsOf } from './product-columns.ts';
import { productTags } from './product-tag.ts';

/** Applies one change and the same tags to many products, in one statement each. */
export async function updateProducts(
  tx: Tx,
  actor: Actor,
  { change, ...selection }: ProductBulk,
): Promise<BulkOutcome> {
  const { category, tags, ...plain } = change;
  if (!(await hasCategory(tx, actor, category))) invalidField('change.category', 'not_found');
  await checkTags(tx, actor, productTags, tags, ['change']);
  const found = await findSelectedProducts(tx, selection);
  const changed = await tx.db
    .updateTable('products')
    .set({
      ...columnsOf(plain),
      ...(category !== undefined && { category_id: category }),
      updated_at: tx.now(),
      version: sql`version + 1`,
    })
    .where('business_id', '=', actor.businessId)
    .where(sql<boolean>`id = any(${found}::bigint[])`)
    .returning('id')
    .execute();
  const done = changed.map((row) => row.id);
  if (tags) await writeTags(tx, actor, productTags, done, tags, ['change']);
  tx.changed(actor.businessId, 'productsVariations');
  return outcomeOf(selection.ids ?? found, done);
}

/** Removes unused products; a product that stock, a volume or an offer uses stays, and the response names it. */
export async function removeProducts(tx: Tx, actor: Actor, selection: BulkSelection): Promise<BulkOutcome> {
  const found = await findSelectedProducts(tx, selection);
  const used = await tx.db
    .selectFrom('product_variations as v')
    .select('v.product_id')
    .distinct()
    .where('v.business_id', '=', actor.businessId)
    .where(sql<boolean>`v.product_id = any(${found}::bigint[])`)
    .where(variationInUse)
    .execute();
  const held = new Set(used.map((row) => row.product_id));
  const removed = await tx.db
    .deleteFrom('products')
    .where('business_id', '=', actor.businessId)
    .where(sql<boolean>`id = any(${found.filter((id) => !held.has(id))}::bigint[])`)
    .returning('id')
    .execute()
    .catch((error: unknown) => {
      // One of them was put into stock between the check and the removal.
      if (databaseCode(error) === '23503') fail('product_in_use');
      throw error;
    });
  tx.changed(actor.businessId, 'productsVariations');
  return outcomeOf(
    selection.ids ?? found,
    removed.map((row) => row.id),
    [...held].map((id) => ({ id, code: 'product_in_use' as const })),
  );
}
