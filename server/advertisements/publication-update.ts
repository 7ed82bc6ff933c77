import { sql } from 'kysely';
import type { ChangedVariation, Publication, publications } from '#contract/advertisements/publication.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { categorySettings } from '#server/marketplaces/marketplace-category.ts';
import { usableImages } from './advertisement.queries.ts';
import { type Priced, settlePrices } from './pricing.ts';
import { openPublication } from './publication-acts.ts';
import { insertImages } from './publication-create.ts';
import { enqueuePublish, enqueuePush } from './publication-queue.ts';
import { checkAgainstCategory, checkVariations } from './publication-rules.ts';
import { readPublication } from './publication-view.ts';

type UpdateCall = RemoteCall<typeof publications.update>;
type Body = BodyOf<typeof publications.update>;
type MergedVariation = Publication['variations'][number] & { wishedMargin?: number };
type Merged = Omit<Publication, 'variations'> & { variations: MergedVariation[] };

/** Checks the publication as it will be, with the marketplace's category and fees, then stores what changed and sends it. */
export async function updatePublication(call: UpdateCall): Promise<Publication> {
  const { body, params, version } = call;
  const current = await call.transact(async (tx) => {
    const row = await openPublication(tx, params.id, 'update');
    if (version !== undefined && version !== row.version)
      fail('stale_version', { facts: { version: row.version } });
    await checkImages(tx, body.images);
    return readPublication(tx, params.id);
  });
  checkFrozen(current, body);
  const next = merge(current, body);
  const category = await categorySettings(call, next.account.id, next.category.id);
  checkAgainstCategory({ ...next, images: next.images.map((image) => image.id) }, category);
  const prices = await settlePrices(
    call,
    { accountId: next.account.id, category: next.category.id, type: next.type },
    next.variations.map((variation) => ({
      cost: variation.cost,
      ...(variation.wishedMargin === undefined
        ? { price: variation.price }
        : { marginBasisPoints: variation.wishedMargin }),
    })),
    'variations',
  );
  checkVariations(
    next.variations.map((variation, index) => ({ ...variation, price: prices[index]?.price ?? 0 })),
    next.model,
    category,
  );
  return call.conclude(async (tx) => {
    const row = await openPublication(tx, params.id, 'update');
    if (row.version !== current.version) fail('stale_version', { facts: { version: row.version } });
    const name = category.path.map((step) => step.name).join(' › ') || category.name;
    await store(tx, current, body, next, prices, name);
    if (current.remoteItem === null) enqueuePublish(tx, row.business_id, params.id);
    else enqueuePush(tx, row.business_id, params.id);
    return readPublication(tx, params.id);
  });
}

async function checkImages(tx: Tx, images: readonly number[] | undefined): Promise<void> {
  if (!images) return;
  const usable = await usableImages(tx, images);
  const foreign = images.findIndex((image) => !usable.has(image));
  if (foreign >= 0) throw new Fault('invalid', { fields: { images: { [foreign]: 'not_found' } } });
}

/** What the marketplace keeps as it was created. */
function checkFrozen(current: Publication, body: Body): void {
  for (const [index, change] of (body.variations ?? []).entries()) {
    const saved = current.variations.find((variation) => variation.id === change.id);
    if (!saved) throw new Fault('invalid', { fields: { variations: { [index]: { id: 'not_found' } } } });
    if (
      change.attributes &&
      saved.remoteItem &&
      JSON.stringify(change.attributes) !== JSON.stringify(saved.attributes)
    )
      throw new Fault('invalid', { fields: { variations: { [index]: { attributes: 'invalid' } } } });
  }
  if (current.remoteItem && body.category && body.category !== current.category.id)
    throw new Fault('invalid', { fields: { category: 'invalid' } });
}

function merge(current: Publication, body: Body): Merged {
  const { variations, images, category, ...plain } = body;
  return {
    ...current,
    ...definedOf(plain),
    ...(category && { category: { id: category, name: current.category.name } }),
    ...(images && { images: images.map((id) => ({ id, name: '' })) }),
    variations: current.variations.map((saved) => {
      const change = variations?.find((candidate) => candidate.id === saved.id);
      if (!change) return saved;
      const { marginBasisPoints, price, ...rest } = change;
      return {
        ...saved,
        ...definedOf(rest),
        ...(price !== undefined && { price }),
        ...(price === undefined && marginBasisPoints !== undefined && { wishedMargin: marginBasisPoints }),
      };
    }),
  };
}

function definedOf<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

const contentFields = ['name', 'attributes', 'weight', 'width', 'height', 'depth', 'video'] as const;

function unsentParts(body: Body, changes: readonly ChangedVariation[]): string[] {
  const identity = changes.some((change) => change.sku !== undefined || change.gtin !== undefined);
  return [
    ...(contentFields.some((field) => body[field] !== undefined) || identity ? ['content'] : []),
    ...(body.images ? ['pictures'] : []),
    ...(body.description !== undefined ? ['description'] : []),
    ...(body.type !== undefined ? ['type'] : []),
  ];
}

async function store(
  tx: Tx,
  current: Publication,
  body: Body,
  next: Merged,
  prices: readonly Priced[],
  categoryName: string,
): Promise<void> {
  const parts = current.remoteItem === null ? [] : unsentParts(body, body.variations ?? []);
  const [row] = await tx.db
    .updateTable('publications')
    .set((set) => ({
      name: next.name,
      category_id: next.category.id,
      category_name: categoryName,
      type: next.type,
      description: next.description,
      weight: next.weight,
      width: next.width,
      height: next.height,
      depth: next.depth,
      video: next.video,
      attributes: JSON.stringify(next.attributes),
      unsent: sql<string[]>`array(select distinct unnest(unsent || ${parts}::text[]))`,
      ...(current.remoteItem === null && { state: 'publishing' }),
      sync_error: null,
      updated_at: tx.now(),
      version: set('version', '+', 1),
    }))
    .where('id', '=', current.id)
    .returning('business_id')
    .execute();
  if (body.images && row) {
    await keepImages(tx, row.business_id, current.id, body.images);
  }
  for (const [index, variation] of next.variations.entries()) {
    const priced = prices[index];
    if (!priced) continue;
    await tx.db
      .updateTable('publication_variations')
      .set((set) => ({
        name: variation.name,
        sku: variation.sku,
        gtin: variation.gtin,
        attributes: JSON.stringify(variation.attributes),
        active: variation.active,
        price_centavos: priced.price,
        margin_basis_points: priced.marginBasisPoints,
        fee_centavos: priced.fee,
        version: set('version', '+', 1),
      }))
      .where('id', '=', variation.id)
      .execute();
  }
}

/** Pictures that stay keep their id at the marketplace: they are not uploaded again. */
async function keepImages(
  tx: Tx,
  businessId: number,
  publicationId: number,
  images: readonly number[],
): Promise<void> {
  const known = await tx.db
    .deleteFrom('publication_images')
    .where('publication_id', '=', publicationId)
    .returning(['image_id', 'remote_picture_id'])
    .execute();
  await insertImages(tx, businessId, publicationId, images);
  for (const { image_id, remote_picture_id } of known) {
    if (!remote_picture_id) continue;
    await tx.db
      .updateTable('publication_images')
      .set({ remote_picture_id })
      .where('publication_id', '=', publicationId)
      .where('image_id', '=', image_id)
      .execute();
  }
}
