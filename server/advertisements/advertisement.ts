import { sql } from 'kysely';
import type { advertisements } from '#contract/advertisements/advertisement.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ensureTradeLink } from '#server/dropshipping/trade-link.ts';
import { Fault, fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { findAdvertisement, findWhole, usableImages } from './advertisement.queries.ts';
import { changeComponents } from './change-components.ts';
import {
  type Component,
  type Composition,
  findOffers,
  resolveComposition,
  storedPart,
} from './composition.ts';
import { boxMeasured } from './size/measured.ts';

type Created = BodyOf<typeof advertisements.create>;
type Changed = BodyOf<typeof advertisements.update>;
type Advertisement = ResponseOf<typeof advertisements.detail>;

export async function readAdvertisement(tx: Tx, id: number): Promise<Advertisement> {
  const [found] = await findWhole(tx, { id });
  const { created_at, updated_at, ...row } = found ?? fail('not_found');
  const parts = row.components;
  const costs = parts.flatMap(({ price, quantity }) =>
    price === null ? [] : multiplyMoney(price, quantity),
  );
  const available = parts.map((part) => part.available);
  const isCostKnown = costs.length === parts.length;
  return {
    ...row,
    ...(row.asVariations
      ? {
          quantity: available.reduce((sum, units) => sum + units, 0),
          cost: isCostKnown ? Math.max(0, ...costs) : null,
        }
      : {
          quantity: parts.length === 0 ? 0 : Math.min(...available),
          cost: isCostKnown ? sumMoney(costs) : null,
        }),
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  };
}

export async function createAdvertisement(tx: Tx, actor: Actor, body: Created): Promise<Advertisement> {
  const [composition, images] = await Promise.all([
    composeOf(tx, body.components),
    checkImages(tx, body.images),
  ]);
  if (body.asVariations) refuseOtherProducts(composition);
  await startTrade(tx, actor.businessId, composition);
  const { id } = await tx.db
    .insertInto('advertisements')
    .values({
      business_id: actor.businessId,
      product: body.product,
      brand: body.brand,
      description: body.description,
      as_variations: body.asVariations,
      ...{ sku: body.sku, width: body.width, height: body.height, depth: body.depth },
      created_at: tx.now(),
      updated_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const components = composition.parts.map((part) => ({
    ...storedPart(part),
    business_id: actor.businessId,
    advertisement_id: id,
  }));
  await tx.db.insertInto('advertisement_components').values(components).execute();
  await addImages(tx, actor.businessId, id, images);
  return readAdvertisement(tx, id);
}

/** Variations belong to one product: others have no color or size that tells them apart. */
function refuseOtherProducts({ parts }: Composition): void {
  const other = parts.findIndex(({ offer }) => offer.product_id !== parts[0]?.offer.product_id);
  if (other >= 0)
    throw new Fault('invalid', { fields: { components: { [other]: { offer: 'other_product' } } } });
}

async function composeOf(tx: Tx, components: readonly Component[]): Promise<Composition> {
  const offers = await findOffers(
    tx,
    components.map((component) => component.offer),
  );
  return resolveComposition(offers, components, 'components');
}

/** Selling another business's goods for the first time creates the trade link. */
export async function startTrade(tx: Tx, sellerId: number, composition: Composition): Promise<void> {
  if (composition.supplierId !== sellerId) await ensureTradeLink(tx, sellerId, composition.supplierId);
}

/** Each once, and all of them usable by the business. */
async function checkImages(tx: Tx, images: readonly number[]): Promise<number[]> {
  const unique = [...new Set(images)];
  const usable = await usableImages(tx, unique);
  const missing = unique.findIndex((image) => !usable.has(image));
  if (missing >= 0) throw new Fault('invalid', { fields: { images: { [missing]: 'not_found' } } });
  return unique;
}

async function addImages(tx: Tx, businessId: number, id: number, images: readonly number[]): Promise<void> {
  if (images.length === 0) return;
  await tx.db
    .insertInto('advertisement_images')
    .values(
      images.map((image, position) => ({
        business_id: businessId,
        advertisement_id: id,
        image_id: image,
        position,
      })),
    )
    .execute();
}

export async function updateAdvertisement(
  tx: Tx,
  actor: Actor,
  id: number,
  body: Changed,
  version: number | undefined,
): Promise<Advertisement> {
  const row = (await findAdvertisement(tx, id, true)) ?? fail('not_found');
  if (version !== undefined && version !== row.version)
    fail('stale_version', { facts: { version: row.version } });
  if (body.components) await changeComposition(tx, actor, row, body.components);
  if (body.images) {
    const images = await checkImages(tx, body.images);
    await tx.db.deleteFrom('advertisement_images').where('advertisement_id', '=', id).execute();
    await addImages(tx, actor.businessId, id, images);
  }
  const { product, brand, description, archived, sku, width, height, depth } = body;
  await tx.db
    .updateTable('advertisements')
    .set((set) => ({
      ...(product !== undefined && { product }),
      ...(brand !== undefined && { brand }),
      ...(description !== undefined && { description }),
      ...(archived !== undefined && { archived }),
      ...(sku !== undefined && { sku }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(depth !== undefined && { depth }),
      updated_at: tx.now(),
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  if (width !== undefined || height !== undefined || depth !== undefined)
    await boxMeasured(tx, actor.businessId, id);
  // The database keeps the codes of parts and publications; the SKU of the kit itself is added here.
  if (sku !== undefined && sku !== row.sku)
    await sql`update advertisements set codes = codes_of_advertisement(id) where id = ${id}`.execute(tx.db);
  return readAdvertisement(tx, id);
}

async function changeComposition(
  tx: Tx,
  actor: Actor,
  { id, as_variations }: { id: number; as_variations: boolean },
  changes: NonNullable<Changed['components']>,
): Promise<void> {
  const saved = await tx.db
    .selectFrom('advertisement_components')
    .select(['id'])
    .where('advertisement_id', '=', id)
    .execute();
  await changeComponents(tx, changes, {
    ids: saved.map((row) => row.id),
    async insert(part) {
      const made = await tx.db
        .insertInto('advertisement_components')
        .values({ ...storedPart(part), business_id: actor.businessId, advertisement_id: id })
        .onConflict((conflict) => conflict.columns(['advertisement_id', 'dropship_item_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return made !== undefined;
    },
    setQuantity: (componentId, quantity) =>
      tx.db.updateTable('advertisement_components').set({ quantity }).where('id', '=', componentId).execute(),
    remove: (componentId) =>
      tx.db.deleteFrom('advertisement_components').where('id', '=', componentId).execute(),
  });
  const composition = await composeOf(tx, await storedComponents(tx, id));
  if (as_variations) refuseOtherProducts(composition);
  await startTrade(tx, actor.businessId, composition);
}

export type StoredComponent = Component & { sku: string };

export async function storedComponents(tx: Tx, advertisementId: number): Promise<StoredComponent[]> {
  return tx.db
    .selectFrom('advertisement_components')
    .select(['dropship_item_id as offer', 'quantity', 'sku'])
    .where('advertisement_id', '=', advertisementId)
    .orderBy('id')
    .execute();
}

/** Only one that was never published can be removed, so that history stays. */
export async function removeAdvertisement(tx: Tx, id: number): Promise<void> {
  (await findAdvertisement(tx, id, true)) ?? fail('not_found');
  const published = await tx.db
    .selectFrom('publications')
    .select('id')
    .where('advertisement_id', '=', id)
    .executeTakeFirst();
  if (published) fail('state_conflict');
  await tx.db.deleteFrom('advertisements').where('id', '=', id).execute();
}
