import { sql } from 'kysely';
import {
  isSamePackage,
  type PackageSize,
  packageOf,
  packageSides,
  packagesSent,
} from '#contract/advertisements/package-size.ts';
import type {
  Publication,
  PublicationVariation,
  publications,
} from '#contract/advertisements/publication.ts';
import type { SaleTerms } from '#contract/advertisements/sale-terms.ts';
import { definedOf } from '#contract/defined.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { usableImages } from '#server/advertisements/advertisement.queries.ts';
import { type Priced, type PriceRequest, settlePrices } from '#server/advertisements/pricing.ts';
import { settleFollowing } from '#server/advertisements/size/size.queries.ts';
import { checkAboveBands } from '#server/advertisements/wholesale/wholesale-bands.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Fault, fail, invalidField } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import { categorySettings, type OpenAccount } from '#server/marketplaces/marketplace-category.ts';
import { type ContentPart, contentParts } from '#server/outside/marketplaces/listing.ts';
import { nameListed } from './listed-attributes.ts';
import { hasSold } from './publication.queries.ts';
import { assertPublicationAllows, lockPublicationFor } from './publication-acts.ts';
import { insertImages } from './publication-create.ts';
import { enqueuePublish, enqueuePush } from './publication-queue.ts';
import { checkAgainstCategory, checkVariations, type JudgedField } from './publication-rules.ts';
import {
  type Compositions,
  checkFrozenVariations,
  composeChanges,
  faultsAt,
  mergeVariations,
  type NextVariation,
  storeVariations,
} from './publication-variations.ts';
import { readPublication } from './publication-view.ts';
import { checkSaleTerms, saleTermColumns } from './sale-terms.ts';

/** By a person, or by a job that changes many. */
type UpdateCall = Pick<
  RemoteCall<typeof publications.update>,
  'body' | 'params' | 'version' | 'read' | 'conclude' | 'transact' | 'outside' | 'env' | 'clock'
> & {
  /** A bulk change names no publication: if its prices fall below a floor, the floor applies. */
  ofMany?: boolean;
  /** No form shows the price, so that its refusal has no field. */
  hasFields?: false;
};
type Body = BodyOf<typeof publications.update>;
type Next = Omit<Publication, 'variations'> & { variations: NextVariation[] };

/**
 * Checks the publication as it will be, with the marketplace's category and fees, then stores the changes and sends
 * them.
 */
export async function updatePublication(call: UpdateCall): Promise<Publication> {
  const { params, version } = call;
  const { current, account, compositions } = await call.read(async (tx) => {
    const met = await assertPublicationAllows(tx, params.id, 'update');
    const [found] = await Promise.all([
      readPublication(tx, params.id, call.outside),
      checkImages(tx, call.body.images),
    ]);
    if (version !== undefined && version !== met.version)
      fail('stale_version', { facts: { version: met.version } });
    checkFrozen(found, call.body);
    await checkTitle(tx, call, found, met.account);
    return {
      current: found,
      account: met.account,
      compositions: await composeChanges(tx, found, met.warehouseId, call.body.variations),
    };
  });
  const category = await categorySettings(call, account, call.body.category ?? current.category.id);
  const body = await withListed(call, account, category);
  const decides = !call.ofMany;
  const next = merge(current, body, compositions, decides);
  if (next.variations.length === 0) invalidField('variations', 'required');
  checkAgainstCategory(
    {
      ...next,
      images: next.images.map((image) => image.id),
      accepted: current.remoteItem === null ? [] : current.attributes,
    },
    category,
    judgedFields(current, body),
  );
  checkSaleTerms(definedOf(body), current.account.capabilities);
  const at = faultsAt(next.variations);
  const prices = await settlePrices(
    call,
    {
      account,
      category: next.category.id,
      type: next.type,
      listing: next.remoteItem,
      freeShipping: next.freeShipping,
    },
    requestsOf(next),
    at,
  );
  checkVariations(
    next.variations.map((variation, index) => ({ ...variation, price: prices[index]?.price ?? 0 })),
    next.pricePerVariation || next.account.capabilities.pricesDiffer,
    category,
    at,
  );
  checkAboveBands(
    current.wholesale,
    prices.map(({ price }) => price),
    decides && call.hasFields !== false ? at : null,
  );
  return call.conclude(async (tx) => {
    const row = await lockPublicationFor(tx, params.id, 'update');
    if (row.version !== current.version) fail('stale_version', { facts: { version: row.version } });
    const name = category.path.map((step) => step.name).join(' › ') || category.name;
    // Offers may have changed during the calls to the marketplace.
    const now = await composeChanges(tx, current, row.warehouse_id, body.variations);
    if (current.remoteItem === null || body.variations?.create)
      enqueuePublish(tx, row.business_id, params.id);
    if (current.remoteItem !== null) enqueuePush(tx, row.business_id, params.id);
    await store(tx, row.business_id, current, body, merge(current, body, now, decides), prices, name);
    if (hasNewPackage(body)) await settleFollowing(tx, params.id);
    return readPublication(tx, params.id, call.outside);
  });
}

function requestsOf(next: Next): PriceRequest[] {
  const { variations, pricePerVariation, account } = next;
  const packages = packagesSent(
    packageOf(next),
    variations.map((variation) => variation.package),
    pricePerVariation || account.capabilities.packagesDiffer,
  );
  return variations.map((variation, index) => ({ ...variation, package: packages[index] ?? null }));
}

async function withListed(call: UpdateCall, account: OpenAccount, category: CategorySettings): Promise<Body> {
  const { attributes } = call.body;
  if (!attributes) return call.body;
  return { ...call.body, attributes: await nameListed(call, account, category, attributes) };
}

async function checkImages(tx: Tx, images: readonly number[] | undefined): Promise<void> {
  if (!images) return;
  const usable = await usableImages(tx, images);
  const foreign = images.findIndex((image) => !usable.has(image));
  if (foreign >= 0) throw new Fault('invalid', { fields: { images: { [foreign]: 'not_found' } } });
}

/** Fields that the marketplace never changes. */
function checkFrozen(current: Publication, body: Body): void {
  checkFrozenVariations(current, body.variations);
  if (current.remoteItem && body.category && body.category !== current.category.id)
    throw new Fault('invalid', { fields: { category: 'invalid' } });
}

/** Some marketplaces refuse another title as soon as a unit was sold. */
async function checkTitle(
  tx: Tx,
  { body, outside }: UpdateCall,
  current: Publication,
  account: OpenAccount,
): Promise<void> {
  const isOther = body.name !== undefined && body.name !== current.name;
  if (!isOther || current.remoteItem === null || !capabilitiesOf(outside, account).titleEndsWithSale) return;
  if (await hasSold(tx, current.id)) invalidField('name', 'ends_with_sale');
}

function merge(current: Publication, body: Body, compositions: Compositions, decides: boolean): Next {
  const { variations, images, category, ...plain } = body;
  return {
    ...current,
    ...definedOf(plain),
    ...(category && { category: { id: category, name: current.category.name } }),
    ...(images && { images: images.map((id) => ({ id, name: '' })) }),
    variations: mergeVariations(current, variations, compositions, decides),
  };
}

/**
 * Content that the marketplace has already is not checked again: it may require more now than when it accepted the ad.
 */
function judgedFields(current: Publication, body: Body): JudgedField[] {
  if (current.remoteItem === null) return ['category', 'name', 'description', 'images', 'attributes'];
  return (['name', 'description', 'images', 'attributes'] as const).filter(
    (field) => body[field] !== undefined,
  );
}

type ComparedField =
  | ('name' | 'type' | 'description' | 'video' | 'attributes')
  | keyof PackageSize
  | keyof SaleTerms;

/** Parts of the content that differ from the stored ones: only these are sent. */
function pendingParts(current: Publication, body: Body): ContentPart[] {
  const differs = (field: ComparedField) =>
    body[field] !== undefined && JSON.stringify(body[field]) !== JSON.stringify(current[field]);
  const parts: Record<ContentPart, boolean> = {
    name: differs('name'),
    type: differs('type'),
    description: differs('description'),
    video: differs('video'),
    attributes: differs('attributes'),
    condition: differs('condition'),
    terms: differs('warranty') || differs('handlingDays'),
    freight: differs('freeShipping'),
    package: packageSides.some(differs) || hasOtherPackages(current, body),
    pictures: body.images !== undefined,
    identity: current.variations.some((variation) => hasNewIdentity(variation, body)),
    // It has an endpoint of its own.
    wholesale: false,
  };
  return contentParts.filter((part) => parts[part]);
}

const hasNewPackage = (body: Body) =>
  packageSides.some((side) => body[side] !== undefined) ||
  Object.values(body.variations?.update ?? {}).some((change) => change.package !== undefined) ||
  (body.variations?.create ?? []).some((added) => added.package !== null);

/** A variation that is new there comes with its own, which may change that of the whole listing. */
function hasOtherPackages({ variations }: Publication, { variations: changes }: Body): boolean {
  const isChanged = ({ id, package: before }: PublicationVariation) => {
    const after = changes?.update?.[id]?.package;
    return after !== undefined && !isSamePackage(after, before);
  };
  return variations.some(isChanged) || (changes?.create ?? []).some((added) => added.package !== null);
}

/** A kit of other parts may lack the code of one of them. */
function hasNewIdentity(variation: PublicationVariation, body: Body): boolean {
  const { sku, gtin, components } = body.variations?.update?.[variation.id] ?? {};
  const units = (list: readonly { quantity: number }[]) =>
    list.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    (sku !== undefined && sku !== variation.sku) ||
    (gtin !== undefined && gtin !== variation.gtin) ||
    (components !== undefined && units(components) !== units(variation.components))
  );
}

async function store(
  tx: Tx,
  businessId: number,
  current: Publication,
  body: Body,
  next: Next,
  prices: readonly Priced[],
  categoryName: string,
): Promise<void> {
  const parts = current.remoteItem === null ? [] : pendingParts(current, body);
  const source = next.variations.find(({ composition }) => composition)?.composition;
  await tx.db
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
      ...saleTermColumns(next),
      attributes: JSON.stringify(next.attributes),
      pending_fields: sql<string[]>`array(select distinct unnest(pending_fields || ${parts}::text[]))`,
      ...(current.remoteItem === null && { state: 'publishing' }),
      // All variations come from one warehouse: if one does, all do.
      ...(source && { warehouse_id: source.warehouseId, supplier_id: source.supplierId }),
      sync_error: null,
      updated_at: tx.now(),
      version: set('version', '+', 1),
    }))
    .where('id', '=', current.id)
    .execute();
  await keepImages(tx, businessId, current.id, body.images);
  await storeVariations(tx, businessId, current.id, body.variations?.remove ?? [], next.variations, prices);
}

/** Pictures that stay keep their id at the marketplace: they are not uploaded again. */
async function keepImages(
  tx: Tx,
  businessId: number,
  publicationId: number,
  images: readonly number[] | undefined,
): Promise<void> {
  if (!images) return;
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
