import { z } from 'zod';
import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import { type Centavos, fromDecimal } from '#contract/money.ts';
import type { SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { RemoteFailure, understand } from '../../http.ts';
import type { ListedVariation, Listing, ListingState, RemotePromotion } from '../listing.ts';
import { orUntold, promotionOf, tellsPrice } from '../promotion.ts';
import { OtherResource } from '../sale.ts';

import { readRunning } from './campaigns.ts';
import { MercadoLivreError } from './client.ts';
import { withFulfillmentStock } from './fulfillment-stock.ts';
import { listingTypeIds } from './item-bodies.ts';
import { withWholesale } from './quantity-prices.ts';
import { reasonsOf, withModeration } from './sale-reasons.ts';
import { type SoldAs, soldAs, viewTerms } from './sale-terms.ts';

export type SellerCalls = SellerSession;

const value = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  value_id: z.string().nullish(),
  value_name: z.string().nullish(),
});
const values = z.array(value).catch([]);

/** The stock record in the marketplace's warehouse, and the one of the product. */
const stored = { inventory_id: z.string().nullish().catch(null), user_product_id: z.string().nullish() };

const variation = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  price: z.number().nullish(),
  available_quantity: z.number(),
  attribute_combinations: values,
  attributes: values,
  seller_custom_field: z.string().nullish(),
  ...stored,
});

const item = z.object({
  id: z.string(),
  title: z.string(),
  family_name: z.string().nullish(),
  seller_id: z.union([z.number(), z.string()]).transform(String),
  category_id: z.string(),
  ...stored,
  price: z.number().nullish(),
  // The price before a promotion, while one runs; null else.
  original_price: z.number().nullish().catch(null),
  available_quantity: z.number(),
  sold_quantity: z.number().catch(0),
  listing_type_id: z.string().catch(''),
  permalink: z.string().catch(''),
  status: z.string(),
  sub_status: z.array(z.string()).catch([]),
  attributes: values,
  variations: z.array(variation).nullish(),
  ...soldAs,
  pictures: z.array(z.object({ id: z.string() })).catch([]),
  video_id: z.string().nullish(),
  seller_custom_field: z.string().nullish(),
  parent_item_id: z.string().nullish(),
  tags: z.array(z.string()).catch([]),
  bundle: z.object({ type: z.string() }).nullish().catch(null),
});

type Values = z.output<typeof values>;
const named = (list: Values, id: string) => list.find((entry) => entry.id === id)?.value_name ?? '';

/** Attributes of the ad that are handled separately: by name, or set by us. */
const identityIds = new Set(['SELLER_SKU', 'GTIN', 'EMPTY_GTIN_REASON', 'ITEM_CONDITION']);

const viewAttribute = (entry: Values[number]): AttributeValue => ({
  id: entry.id ?? null,
  name: entry.name ?? entry.id ?? '',
  valueId: entry.value_id ?? null,
  valueName: entry.value_name ?? '',
});

const stateOf = (status: string): ListingState => {
  switch (status) {
    case 'active':
    case 'paused':
    case 'closed':
    case 'under_review':
      return status;
    default:
      // inactive, payment_required, not_yet_active and future values: not on sale, and shown by their own name
      return 'paused';
  }
};

export const editLinkOf = (id: string) => `https://www.mercadolivre.com.br/anuncios/${id}/modificar`;

const centavosOf = (amount: number | null | undefined) =>
  tellsPrice(amount === null || amount === undefined ? null : fromDecimal(amount));

/** `paid` is what buyers pay: during a promotion the regular price is the one before it. */
function pricesOf(paid: Centavos | null, before: Centavos | null) {
  const regular = before !== null && paid !== null && before > paid ? before : paid;
  return { price: regular, promotion: promotionOf({ regular, paid }) };
}

export const viewItem = (json: unknown): Listing => viewFound(understand(item, json, 'item'));

function viewFound(found: z.output<typeof item>): Listing {
  const fulfilledByMarketplace = found.shipping?.logistic_type === 'fulfillment';
  const [first] = found.variations ?? [];
  const before = centavosOf(found.original_price);
  const paid = centavosOf(found.price) ?? centavosOf(first?.price);
  return {
    id: found.id,
    name: found.family_name ?? found.title,
    sellerId: found.seller_id,
    categoryId: found.category_id,
    type: found.listing_type_id === listingTypeIds.premium ? 'premium' : 'classic',
    state: stateOf(found.status),
    status: found.status,
    reasons: reasonsOf(found),
    pausedBySeller: found.sub_status.includes('paused_by_seller'),
    perVariation: typeof found.family_name === 'string',
    split: found.tags.includes('variations_migration_source'),
    marketplaceKit: found.tags.includes('bundle') || found.bundle?.type === 'kit',
    fulfilledByMarketplace,
    ...pricesOf(paid, before),
    ...viewTerms(found, paid),
    quantity: found.available_quantity,
    sold: found.sold_quantity,
    stockId: found.user_product_id ?? null,
    link: found.permalink,
    editLink: editLinkOf(found.id),
    sku: named(found.attributes, 'SELLER_SKU'),
    gtin: named(found.attributes, 'GTIN'),
    mark: found.seller_custom_field ?? '',
    predecessorId: found.parent_item_id ?? null,
    attributes: found.attributes
      .filter(({ id }) => !identityIds.has(id ?? '') && !id?.startsWith('SELLER_PACKAGE_'))
      .map(viewAttribute),
    package: readPackage(found.attributes),
    video: found.video_id ?? '',
    pictureIds: found.pictures.map(({ id }) => id),
    variations: (found.variations ?? []).map(
      (entry): ListedVariation => ({
        id: entry.id,
        ...pricesOf(centavosOf(entry.price), before),
        quantity: entry.available_quantity,
        fulfilledByMarketplace,
        name: entry.attribute_combinations.map((part) => part.value_name ?? '').join(' / '),
        sku: named(entry.attributes, 'SELLER_SKU'),
        gtin: named(entry.attributes, 'GTIN'),
        mark: entry.seller_custom_field ?? '',
        attributes: entry.attribute_combinations.map(viewAttribute),
        package: null,
      }),
    ),
  };
}

/** `"12 cm"` and `"420 g"`; null if one of the four is missing. */
function readPackage(attributes: Values): PackageSize | null {
  const amount = (part: string) => {
    const text = named(attributes, `SELLER_PACKAGE_${part}`);
    const [, number = '', unit] = /^(\d+(?:[.,]\d+)?)\s*(\p{L}*)$/u.exec(text) ?? [];
    const value = Number(number.replace(',', '.'));
    return unit?.toLowerCase() === 'g' ? value / 1000 : value;
  };
  const [weight = 0, width = 0, height = 0, depth = 0] = ['WEIGHT', 'WIDTH', 'HEIGHT', 'LENGTH'].map(amount);
  return weight && width && height && depth ? { weight, width, height, depth } : null;
}

export const itemPath = (id: string) => `/items/${encodeURIComponent(id)}`;

/** The current item; an answer with another id, or a partial one, is rejected. */
export async function readItem(calls: SellerCalls, id: string): Promise<Listing> {
  const { status, json } = await calls.call(`${itemPath(id)}?include_attributes=all`);
  if (status === 206) throw new RemoteFailure(`partial answer for item ${id}`);
  const found = understand(item, json, 'item');
  if (found.id !== id) throw new OtherResource(`listing ${id}`, 'other_resource', found.id);
  const stocked = await withFulfillmentStock(calls, viewFound(found), found);
  const explained = await withModeration(calls, await withWholesale(calls, stocked));
  return explained.promotion || explained.variations.some((one) => one.promotion)
    ? withCampaign(calls, explained)
    : explained;
}

/** The prices show that a promotion runs, the item's promotions which one, and until when. */
async function withCampaign(calls: SellerCalls, listing: Listing): Promise<Listing> {
  const paid = listing.promotion?.price ?? listing.variations.find((one) => one.promotion)?.promotion?.price;
  const running = paid === undefined ? null : await orUntold(() => readRunning(calls, listing.id, paid));
  const named = (promotion: RemotePromotion | null): RemotePromotion | null =>
    promotion && { ...promotion, ...running };
  return {
    ...listing,
    promotion: named(listing.promotion),
    variations: listing.variations.map((one) => ({ ...one, promotion: named(one.promotion) })),
  };
}

/** Its sale terms, in the marketplace's own words. */
export async function readSoldAs(calls: SellerCalls, id: string): Promise<SoldAs> {
  const { json } = await calls.call(itemPath(id));
  return understand(z.object(soldAs), json, 'item');
}

/** The item as found afterwards: an invalid id would leave the created item unreferenced. */
export async function createItem(
  calls: SellerCalls,
  path: string,
  body: Record<string, unknown>,
): Promise<Listing> {
  const { json } = await calls.call(path, { method: 'POST', json: body });
  const { id, mark } = viewItem(json);
  const made = await readItem(calls, id).catch((error: unknown) => {
    throw isMissing(error) ? new RemoteFailure(`created ${id}, which is not there`, { cause: error }) : error;
  });
  if (made.mark !== mark) throw new RemoteFailure(`created ${id}, which is another's`);
  return made;
}

export const isMissing = (error: unknown) => error instanceof MercadoLivreError && error.status === 404;

/** One more variation of an item that has some; those it has stay as they are. */
export async function addVariation(
  calls: SellerCalls,
  id: string,
  body: Record<string, unknown>,
): Promise<void> {
  await calls.call(`${itemPath(id)}/variations`, { method: 'POST', json: body });
}

/** Only the given fields change. Prices in the answer are not reliable: they are read again after a change. */
export async function updateItem(
  calls: SellerCalls,
  id: string,
  body: Record<string, unknown>,
): Promise<void> {
  await calls.call(itemPath(id), { method: 'PUT', json: body });
}

/** Variation ids are numbers there; one that a double cannot represent is sent as it was received. */
export const numberOf = (id: string): number | string => (Number.isSafeInteger(Number(id)) ? Number(id) : id);

/** Every id the item has is sent, also those that do not change: the marketplace deletes the ones left out. */
export async function putVariations(
  calls: SellerCalls,
  id: string,
  all: readonly ListedVariation[],
  change: (variation: ListedVariation) => Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<void> {
  await updateItem(calls, id, {
    ...more,
    variations: all.map((variation) => ({ id: numberOf(variation.id), ...change(variation) })),
  });
}

export async function changeListingType(
  calls: SellerCalls,
  id: string,
  listingTypeId: string,
): Promise<void> {
  await calls.call(`${itemPath(id)}/listing_type`, { method: 'POST', json: { id: listingTypeId } });
}

const description = z.object({ plain_text: z.string().catch('') });

/** Empty if there is none yet. */
export async function readDescription(calls: SellerCalls, id: string): Promise<string> {
  try {
    const { json } = await calls.call(`${itemPath(id)}/description`);
    return understand(description, json, 'description').plain_text;
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

/** The first description is sent by POST, later ones by PUT: the marketplace refuses the other way round. */
export async function describeItem(calls: SellerCalls, id: string, text: string): Promise<void> {
  const before = await readDescription(calls, id);
  if (before === text) return;
  const json = { plain_text: text };
  if (before === '') await calls.call(`${itemPath(id)}/description`, { method: 'POST', json });
  else await calls.call(`${itemPath(id)}/description?api_version=2`, { method: 'PUT', json });
}

const searchAnswer = z.object({ results: z.array(z.string()) });

/** Own items by one of the search's filters; `closed` ones are of an earlier life. */
export async function searchItems(
  calls: SellerCalls,
  filter: { sku?: string; seller_sku?: string; user_product_id?: string },
): Promise<string[]> {
  const query = new URLSearchParams(filter);
  const { json } = await calls.call(`/users/${calls.remoteUserId}/items/search?${query}`);
  return understand(searchAnswer, json, 'search').results;
}

const scanAnswer = searchAnswer.extend({ scroll_id: z.string().nullish() });

/** Every own item: the only way beyond a thousand. */
export async function scanItems(calls: SellerCalls): Promise<string[]> {
  const ids: string[] = [];
  let scroll: string | null = null;
  do {
    const query = new URLSearchParams({ search_type: 'scan', limit: '100' });
    if (scroll) query.set('scroll_id', scroll);
    const { json } = await calls.call(`/users/${calls.remoteUserId}/items/search?${query}`);
    const page = understand(scanAnswer, json, 'search');
    ids.push(...page.results);
    scroll = page.results.length > 0 ? (page.scroll_id ?? null) : null;
  } while (scroll);
  return ids;
}

export async function uploadPicture(
  calls: SellerCalls,
  file: { name: string; bytes: Buffer; contentType: string },
): Promise<string> {
  const { json } = await calls.call('/pictures/items/upload', { method: 'POST', file });
  return understand(z.object({ id: z.string() }), json, 'picture').id;
}
