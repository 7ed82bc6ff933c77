import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { ExampleKind } from '#contract/business/examples.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import { type Locale, messages } from '#contract/messages/index.ts';
import { maxQuantity } from '#contract/primitives.ts';
import { createAdvertisement } from '#server/advertisements/advertisement.ts';
import { lockExamples, markExamples, readExamples } from '#server/business/examples.ts';
import { storeImages } from '#server/business/files/store-images.ts';
import { createSavedView } from '#server/business/saved-view.ts';
import { createTag } from '#server/business/tags/tags.ts';
import type { Tx } from '#server/db/transaction.ts';
import { createOffer } from '#server/dropshipping/offer/dropship-item.ts';
import { sellsToItself } from '#server/dropshipping/offer/own-goods.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { Actor } from '#server/http/session.ts';
import { saveUpload, withTemporaryFolder } from '#server/http/uploads.ts';
import { createWarehouse } from '#server/inventory/warehouse/warehouse.ts';
import { addStarters } from '#server/marketplaces/questions/answer-template.ts';
import { createProduct } from '#server/products/product.ts';
import { productTags } from '#server/products/product-tag.ts';

type CreateCall = RemoteCall<typeof api.examples.create>;
type State = ResponseOf<typeof api.examples.create>;
type Made = { kind: ExampleKind; ids: readonly number[] };
type Words = (typeof messages)[Locale]['business']['examples'];

const picture = join(import.meta.dirname, 'mug.webp');
/** What the mug costs its seller. */
const costCentavos = 1890;

/** Makes the examples by the rules of ordinary records; a business that has examples gets no others. */
export async function createExamples(call: CreateCall): Promise<State> {
  const { actor, env, locale, outside, transact, conclude } = call;
  const words: Words = messages[locale].business.examples;
  if ((await transact(readExamples)).length > 0)
    return conclude(async (tx) => ({ records: await readExamples(tx) }));
  const bytes = await readFile(picture);
  return withTemporaryFolder(join(env.dataDir, 'uploads'), async (folder) => {
    const upload = await saveUpload(folder, `${words.product.name}.webp`, bytes);
    return storeImages<State>(
      { transact, conclude },
      outside.storage,
      actor,
      [upload],
      async (tx, images) => {
        await lockExamples(tx);
        if ((await readExamples(tx)).length > 0) await markExamples(tx, 'image', images);
        else await makeExamples(tx, actor, images, locale);
        return { records: await readExamples(tx) };
      },
    );
  });
}

async function makeExamples(tx: Tx, actor: Actor, images: readonly number[], locale: Locale): Promise<void> {
  const words: Words = messages[locale].business.examples;
  const tag = await createTag(tx, actor, productTags, {
    name: await freeName(tx, 'product_tags', words.tag),
  });
  const product = await makeProduct(tx, actor, words, images, tag.id);
  const view = await createSavedView(tx, actor, {
    list: 'products',
    name: await freeName(tx, 'saved_views', words.view),
    query: `tag:${tag.id}`,
    shared: true,
  });
  const made: Made[] = [
    { kind: 'image', ids: images },
    { kind: 'tag', ids: [tag.id] },
    { kind: 'product', ids: [product.id] },
    { kind: 'view', ids: [view.id] },
  ];
  // The offers of a supplier are seen by others, so a supplier gets none.
  if (sellsToItself(actor)) made.push(...(await makeAdvertised(tx, actor, product, locale)));
  for (const { kind, ids } of made) await markExamples(tx, kind, ids);
}

async function makeProduct(
  tx: Tx,
  actor: Actor,
  { sku, product }: Words,
  images: readonly number[],
  tagId: number,
) {
  const colors = Object.values(product.colors);
  const codes = await freeSkus(tx, sku, colors.length);
  const body = api.products.create.body.parse({
    ...{
      name: product.name,
      description: product.description,
      images: { add: images },
      tags: { add: [tagId] },
    },
    ...{ weight: 0.42, width: 12, height: 11, depth: 9 },
    variations: {
      create: colors.map((color, index) => ({
        ...{ sku: codes[index], costCentavos, attributes: { Color: color } },
      })),
    },
  });
  return createProduct(tx, actor, body);
}

/** What a seller makes of a product: offers of own goods, a draft of an ad, and texts for answers. */
async function makeAdvertised(
  tx: Tx,
  actor: Actor,
  product: { id: number; variations: readonly { id: number }[]; images: readonly { id: number }[] },
  locale: Locale,
): Promise<Made[]> {
  const words: Words = messages[locale].business.examples;
  const warehouse = await placeOfOffers(tx, actor, messages[locale].dropshipping.openingStock.warehouse);
  const offers: number[] = [];
  for (const { id } of product.variations) {
    const offer = { variationId: id, warehouseId: warehouse.id, quantityCap: maxQuantity };
    offers.push((await createOffer(tx, actor, api.dropshipItems.create.body.parse(offer))).id);
  }
  const draft = api.advertisements.create.body.parse({
    ...{ product: words.product.name, description: words.product.description, asVariations: true },
    components: offers.map((offer) => ({ offer, quantity: 1 })),
    images: product.images.map(({ id }) => id),
  });
  const advertisement = await createAdvertisement(tx, actor, draft);
  const templates = await addStarters(tx, actor, locale);
  return [
    { kind: 'warehouse', ids: warehouse.isNew ? [warehouse.id] : [] },
    { kind: 'offer', ids: offers },
    { kind: 'advertisement', ids: [advertisement.id] },
    { kind: 'template', ids: templates.items.map(({ id }) => id) },
  ];
}

/** The first warehouse of the business, or a new one. */
async function placeOfOffers(tx: Tx, actor: Actor, name: string): Promise<{ id: number; isNew: boolean }> {
  const found = await tx.db
    .selectFrom('warehouses')
    .select('id')
    .where('business_id', '=', actor.businessId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (found) return { id: found.id, isNew: false };
  return { id: (await createWarehouse(tx, actor, { name })).id, isNew: true };
}

/** The next free codes `EXEMPLO-1`, `EXEMPLO-2`, … of the business. */
async function freeSkus(tx: Tx, prefix: string, amount: number): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`select ${prefix}::text || '-' || n as sku
    from generate_series(1, 10000) n
    where not exists (select from product_variations v
      where v.business_id = app_business() and v.sku_key = upper(${prefix}::text || '-' || n))
    order by n limit ${amount}`.execute(tx.db);
  return rows.map(({ sku }) => sku);
}

/** The name, or the next one with a number that no record has. */
async function freeName(tx: Tx, table: 'product_tags' | 'saved_views', name: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select c.name
    from generate_series(1, 1000) n, lateral (select ${name}::text || case n when 1 then '' else ' ' || n end) c (name)
    where not exists (select from ${sql.table(table)} t
      where t.business_id = app_business() and lower(t.name) = lower(c.name))
    order by n limit 1`.execute(tx.db);
  return rows[0]?.name ?? name;
}
