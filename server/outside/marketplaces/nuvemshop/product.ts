import { z } from 'zod';
import { isSamePackage, packageOf } from '#contract/advertisements/package-size.ts';
import { noSaleTerms } from '#contract/advertisements/sale-terms.ts';
import { textOfHtml } from '#contract/html-text.ts';
import { understand } from '../../http.ts';
import {
  type ListedVariation,
  type Listing,
  type ListingReason,
  type ListingState,
  type LocationLevel,
  reasonOf,
} from '../listing.ts';
import { ownTerms, promotionOf, tellsPrice } from '../promotion.ts';
import { OtherResource } from '../sale.ts';
import type { SellerSession } from '../seller-session.ts';
import { uncategorised } from './categories.ts';
import { NuvemshopError, storePath } from './client.ts';
import { amount, maybe, measure, remoteId, spoken } from './values.ts';

const units = maybe(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ]),
);

const variant = z.object({
  id: remoteId,
  price: maybe(amount),
  promotional_price: maybe(amount),
  // Null or empty: without a limit.
  stock: units,
  stock_management: maybe(z.boolean()),
  inventory_levels: maybe(z.array(z.object({ location_id: maybe(z.string()), stock: units }))),
  sku: maybe(z.string()),
  barcode: maybe(z.string()),
  weight: measure,
  width: measure,
  height: measure,
  depth: measure,
  values: z.array(spoken).catch([]),
});

const product = z.object({
  id: remoteId,
  name: spoken,
  description: spoken,
  canonical_url: maybe(z.string()),
  handle: spoken,
  published: maybe(z.boolean()),
  visibility: maybe(z.string()),
  categories: z.array(z.union([remoteId, z.object({ id: remoteId }).transform(({ id }) => id)])).catch([]),
  attributes: z.array(spoken).catch([]),
  variants: z.array(variant).min(1),
  images: z.array(z.object({ id: remoteId })).catch([]),
  tags: maybe(z.string()),
  video_url: maybe(z.string()),
  free_shipping: maybe(z.boolean()),
});
export type Product = z.output<typeof product>;
export type Variant = z.output<typeof variant>;

/** More than anybody has: sold without a limit. */
const unlimited = 999_999;

export const productPath = (session: SellerSession, id: string) =>
  `${storePath(session.remoteUserId)}/products/${encodeURIComponent(id)}`;

/** An id that cannot be one is not sent: it would be a path. */
const isId = (id: string) => /^\d{1,19}$/.test(id);

export const readProducts = (json: unknown): Product[] => understand(z.array(product), json, 'products');
export const readProductBody = (json: unknown): Product => understand(product, json, 'product');

/** Null if it was deleted; an answer about another product is rejected. */
export async function readProduct(session: SellerSession, id: string): Promise<Product | null> {
  if (!isId(id)) return null;
  try {
    const found = readProductBody((await session.call(productPath(session, id))).json);
    if (found.id !== id) throw new OtherResource(`listing ${id}`, 'other_resource', found.id);
    return found;
  } catch (error) {
    if (error instanceof NuvemshopError && error.status === 404) return null;
    throw error;
  }
}

/** The same if it must exist. */
export async function requireProduct(session: SellerSession, id: string): Promise<Product> {
  const found = await readProduct(session, id);
  if (!found) throw new NuvemshopError(404, 'not_found', `product ${id}`, {});
  return found;
}

type Prices = Pick<Variant, 'price' | 'promotional_price'>;

/** The list price; a store may ask for it to be requested, and then has none. */
export const regularPrice = (one: Prices) => tellsPrice(one.price);

/** The merchant's promotional price. An empty, zero or absent one is none. */
export const promotionIn = (one: Prices) =>
  promotionOf({ regular: regularPrice(one), paid: tellsPrice(one.promotional_price) }, ownTerms);

/** The total, or the sum of the locations if only those are known; one unlimited location makes the total unlimited. */
function quantityOf(one: Variant): number {
  if (one.stock_management === false) return unlimited;
  if (one.stock !== undefined) return one.stock ?? unlimited;
  const levels = one.inventory_levels ?? [];
  return levels.length === 0 || levels.some(({ stock }) => stock == null)
    ? unlimited
    : levels.reduce((sum, { stock }) => sum + (stock ?? 0), 0);
}

/** Units by location; undefined if they are not all known: without a limit, or of a location without an id. */
export function levelsOf({ inventory_levels: levels }: Variant): LocationLevel[] | undefined {
  const known = (levels ?? []).flatMap(({ location_id: location, stock: quantity }) =>
    location && typeof quantity === 'number' ? [{ location, quantity }] : [],
  );
  return known.length > 0 && known.length === levels?.length ? known : undefined;
}

const withLevels = (one: Variant) => {
  const levels = levelsOf(one);
  return levels && { levels };
};

export function visibilityOf(one: Pick<Product, 'published' | 'visibility'>): string {
  return one.visibility ?? (one.published === false ? 'hidden' : 'visible');
}

const watchPage = 'https://www.youtube.com/watch?v=';
/** A product names a video by its page, an ad by its code. */
export const videoAddress = (code: string) => (/^https?:/.test(code) ? code : `${watchPage}${code}`);
export const videoCodeOf = (address: string) =>
  /(?:youtu\.be\/|[?&]v=|\/(?:embed|shorts)\/)([\w-]{6,20})/.exec(address)?.[1] ?? address;

/** Hidden, or without stock, it is off sale. */
const stateOf = (visibility: string, quantity: number): ListingState =>
  visibility === 'hidden' || quantity === 0 ? 'paused' : 'active';

/** `hidden` is how a merchant takes a product off sale; other values than `visible` are not documented. */
function reasonsOf(visibility: string, quantity: number): ListingReason[] {
  const stock = quantity === 0 ? [reasonOf('out_of_stock', '')] : [];
  if (visibility === 'visible') return stock;
  return [reasonOf(visibility === 'hidden' ? 'seller_paused' : 'other', visibility), ...stock];
}

const kept = /^easy-[pv]\d+-\w+$/;

export const tagsOf = ({ tags }: Pick<Product, 'tags'>) =>
  (tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);

export function viewProduct(session: SellerSession, found: Product): Listing {
  const [first] = found.variants;
  const visibility = visibilityOf(found);
  const quantity = found.variants.reduce((sum, one) => sum + quantityOf(one), 0);
  return {
    id: found.id,
    name: found.name,
    sellerId: session.remoteUserId,
    categoryId: found.categories.at(-1) ?? uncategorised,
    type: 'classic',
    state: stateOf(visibility, quantity),
    status: visibility,
    reasons: reasonsOf(visibility, quantity),
    pausedBySeller: visibility === 'hidden',
    perVariation: false,
    split: false,
    marketplaceKit: false,
    fulfilledByMarketplace: false,
    fulfillmentStock: null,
    price: first ? regularPrice(first) : null,
    promotion: first ? promotionIn(first) : null,
    quantity,
    sold: 0,
    stockId: null,
    link: found.canonical_url ?? '',
    editLink: '',
    sku: first?.sku ?? '',
    gtin: first?.barcode ?? '',
    mark: tagsOf(found).find((tag) => kept.test(tag)) ?? '',
    predecessorId: null,
    attributes: [],
    package: packageOfListing(found),
    ...noSaleTerms,
    freeShipping: found.free_shipping ?? null,
    video: videoCodeOf(found.video_url ?? ''),
    pictureIds: found.images.map(({ id }) => id),
    variations: found.variants.map((one) => viewVariant(one, found)),
  };
}

/** Each variant has its own; that of the first with a known one counts as that of the product. */
const packageOfListing = ({ variants }: Product) =>
  variants.map(packageOf).find((size) => size !== null) ?? null;

function viewVariant(one: Variant, found: Product): ListedVariation {
  const { attributes, name } = found;
  const size = packageOf(one);
  return {
    id: one.id,
    price: regularPrice(one),
    promotion: promotionIn(one),
    quantity: quantityOf(one),
    ...withLevels(one),
    fulfilledByMarketplace: false,
    fulfillmentStock: null,
    name: one.values.join(' / ') || name,
    sku: one.sku ?? '',
    gtin: one.barcode ?? '',
    mark: '',
    attributes: one.values.map((valueName, n) => ({
      id: attributes[n] ?? '',
      name: attributes[n] ?? '',
      valueId: null,
      valueName,
    })),
    package: isSamePackage(size, packageOfListing(found)) ? null : size,
  };
}

/** A deleted product has no data any more. */
export function goneProduct(session: SellerSession, id: string): Listing {
  return {
    ...{ id, name: '', sellerId: session.remoteUserId, categoryId: '', type: 'classic' },
    ...{
      state: 'closed',
      status: 'deleted',
      reasons: [reasonOf('deleted', 'deleted')],
      pausedBySeller: false,
    },
    ...{
      perVariation: false,
      split: false,
      marketplaceKit: false,
      fulfilledByMarketplace: false,
      fulfillmentStock: null,
    },
    ...{
      price: null,
      promotion: null,
      quantity: 0,
      sold: 0,
      stockId: null,
      link: '',
      editLink: '',
      sku: '',
      gtin: '',
    },
    ...{ mark: '', predecessorId: null, attributes: [], package: null, video: '', pictureIds: [] },
    ...noSaleTerms,
    variations: [],
  };
}

export const descriptionOf = (found: Product) => textOfHtml(found.description);
