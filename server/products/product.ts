import type { Insertable } from 'kysely';
import { isWholeUnit } from '#contract/inventory/serial.ts';
import type { Product, ProductBody, ProductChange } from '#contract/products/product.ts';
import { measuredFields } from '#contract/products/product-fields.ts';
import { taxFields } from '#contract/products/tax-codes.ts';
import { checkTags, writeTags } from '#server/business/tags/tags.ts';
import { databaseCode, type Tx } from '#server/db/transaction.ts';
import type { Products } from '#server/db/types.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, actorCan } from '#server/http/session.ts';
import { type ImageOwner, writeImages } from './images/product-images.ts';
import { findProduct } from './product.queries.ts';
import { columnsOf } from './product-columns.ts';
import { productTags } from './product-tag.ts';
import { checkVariations, readSavedVariations, writeVariations } from './variation.ts';
import { planVariations, type VariationPlan } from './variation-plan.ts';

export async function readProduct(tx: Tx, actor: Actor, id: number): Promise<Product> {
  return (await findProduct(tx, actor, id)) ?? fail('not_found');
}

/** A measured product has no units with a number of their own. */
function checkUnit(unit: string, asksSerials: boolean): void {
  if (asksSerials && !isWholeUnit(unit)) invalidField('asksSerials', 'whole_units_only');
}

export async function createProduct(tx: Tx, actor: Actor, body: ProductBody): Promise<Product> {
  const { variations, images, tags, attributeTypes, category, ...plain } = body;
  checkUnit(plain.unit ?? '', plain.asksSerials ?? false);
  const plan = await planVariations([], variations, attributeTypes);
  await checkCategory(tx, actor, category);
  await checkTags(tx, actor, productTags, tags);
  await checkVariations(tx, actor, null, plan);
  const [id = fail('internal')] = await insertProducts(tx, actor, [
    {
      ...columnsOf(plain),
      category_id: category ?? null,
      attribute_types: attributeTypes,
      codes: codesOf(plan),
    },
  ]);
  return writeParts(tx, actor, id, plan, { images, tags });
}

type NewProduct = Omit<Insertable<Products>, 'business_id' | 'created_at' | 'updated_at'>;

/** Inserts products that were validated and returns their ids in the same order. */
export async function insertProducts(
  tx: Tx,
  actor: Actor,
  products: readonly NewProduct[],
): Promise<number[]> {
  if (products.length === 0) return [];
  const inserted = await tx.db
    .insertInto('products')
    .values(
      products.map((product) => ({
        ...product,
        business_id: actor.businessId,
        created_at: tx.now(),
        updated_at: tx.now(),
      })),
    )
    .returning('id')
    .execute();
  return inserted.map(({ id }) => id);
}

/** Writes variations, pictures and tags, and returns the resulting product. */
async function writeParts(
  tx: Tx,
  actor: Actor,
  id: number,
  plan: VariationPlan,
  { images, tags }: Pick<ProductChange, 'images' | 'tags'>,
): Promise<Product> {
  tx.changed(actor.businessId, 'productsVariations');
  const variationIds = await writeVariations(tx, actor, id, plan);
  if (images || plan.rows.some((row) => row.images))
    await writeImages(tx, actor, id, imageOwners(images, plan, variationIds));
  if (tags) await writeTags(tx, actor, productTags, [id], tags);
  return readProduct(tx, actor, id);
}

export async function updateProduct(
  tx: Tx,
  actor: Actor,
  id: number,
  change: ProductChange,
  version: number | undefined,
): Promise<Product> {
  if (!actorCan(actor, 'products.update') && !isMeasuring(change)) fail('forbidden');
  const { variations, images, tags, attributeTypes, category, ...plain } = change;
  if (measuredFields.some((field) => plain[field] !== undefined))
    await tx.publish('products.measured', { productIds: [id] });
  if (taxFields.some((field) => plain[field] !== undefined))
    await tx.publish('products.taxed', { businessId: actor.businessId, productIds: [id] });
  // Changes of a product are serialized: the rules about its variations read all of them.
  const before = await tx.db
    .selectFrom('products')
    .select(['version', 'attribute_types', 'unit', 'asks_serials'])
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) fail('not_found');
  if (version !== undefined && version !== before.version)
    fail('stale_version', { facts: { version: before.version } });
  checkUnit(plain.unit ?? before.unit, plain.asksSerials ?? before.asks_serials);
  const [saved] = await Promise.all([
    readSavedVariations(tx, actor, id),
    checkCategory(tx, actor, category),
    checkTags(tx, actor, productTags, tags),
  ]);
  const plan = await planVariations(saved, variations, attributeTypes ?? before.attribute_types);
  await checkVariations(tx, actor, id, plan);
  await tx.db
    .updateTable('products')
    .set({
      ...columnsOf(plain),
      ...(category !== undefined && { category_id: category }),
      ...(attributeTypes && { attribute_types: attributeTypes }),
      codes: codesOf(plan),
      updated_at: tx.now(),
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute();
  return writeParts(tx, actor, id, plan, { images, tags });
}

export async function removeProduct(tx: Tx, actor: Actor, id: number): Promise<void> {
  const removed = await tx.db
    .deleteFrom('products')
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (databaseCode(error) === '23503') fail('product_in_use');
      throw error;
    });
  if (removed.numDeletedRows === 0n) fail('not_found');
  tx.changed(actor.businessId, 'productsVariations');
}

/** Changes weight, size and the GTINs of saved variations only: what the warehouse may correct. */
function isMeasuring({ variations, ...fields }: ProductChange): boolean {
  const measured: readonly string[] = measuredFields;
  const { update, ...otherGroups } = variations ?? {};
  return (
    Object.keys(fields).every((field) => measured.includes(field)) &&
    Object.keys(otherGroups).length === 0 &&
    Object.values(update ?? {}).every((change) => Object.keys(change).every((field) => field === 'gtin'))
  );
}

async function checkCategory(tx: Tx, actor: Actor, category: number | null | undefined): Promise<void> {
  if (!(await hasCategory(tx, actor, category))) invalidField('category', 'not_found');
}

export async function hasCategory(
  tx: Tx,
  actor: Actor,
  category: number | null | undefined,
): Promise<boolean> {
  if (typeof category !== 'number') return true;
  const found = await tx.db
    .selectFrom('categories')
    .select('id')
    .where('business_id', '=', actor.businessId)
    .where('id', '=', category)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

/** SKUs and GTINs of the product, for its search text. */
export function codesOf(plan: VariationPlan): string {
  return plan.rows.flatMap((row) => [row.sku, row.gtin].filter(Boolean)).join(' ');
}

function imageOwners(
  images: ProductChange['images'],
  plan: VariationPlan,
  ids: readonly number[],
): ImageOwner[] {
  const owners: ImageOwner[] = images ? [{ variationId: null, links: images, path: [] }] : [];
  for (const [index, row] of plan.rows.entries()) {
    const variationId = ids[index];
    if (row.images && variationId !== undefined)
      owners.push({ variationId, links: row.images, path: ['variations', row.group, row.key] });
  }
  return owners;
}
