import { z } from 'zod';
import { fromDecimal } from '#contract/money.ts';
import { RemoteFailure, understand } from '../../http.ts';
import { type CallAnswer, type CallOptions, MercadoLivreError } from './client.ts';

/** Calls as the seller; a renewed token is the caller's concern. */
export type SellerCalls = {
  readonly remoteUserId: string;
  call(path: string, options?: CallOptions): Promise<CallAnswer>;
};

const value = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  value_id: z.string().nullish(),
  value_name: z.string().nullish(),
});
const values = z.array(value).catch([]);

const variation = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  price: z.number(),
  available_quantity: z.number(),
  attribute_combinations: values,
  attributes: values,
  seller_custom_field: z.string().nullish(),
});

const item = z.object({
  id: z.string(),
  site_id: z.string().catch('MLB'),
  title: z.string(),
  family_name: z.string().nullish(),
  seller_id: z.union([z.number(), z.string()]).transform(String),
  category_id: z.string(),
  user_product_id: z.string().nullish(),
  price: z.number().nullish(),
  available_quantity: z.number(),
  sold_quantity: z.number().catch(0),
  listing_type_id: z.string().catch(''),
  permalink: z.string().catch(''),
  status: z.string(),
  sub_status: z.array(z.string()).catch([]),
  attributes: values,
  variations: z.array(variation).nullish(),
  seller_custom_field: z.string().nullish(),
  parent_item_id: z.string().nullish(),
  tags: z.array(z.string()).catch([]),
  last_updated: z.string().catch(''),
});

type Values = z.output<typeof values>;
const named = (list: Values, id: string) => list.find((entry) => entry.id === id)?.value_name ?? '';

export type RemoteVariation = {
  id: string;
  price: number;
  quantity: number;
  name: string;
  sku: string;
  gtin: string;
  marker: string;
  attributes: { id: string | null; name: string; valueId: string | null; valueName: string }[];
};
export type RemoteItem = ReturnType<typeof viewItem>;

function viewItem(json: unknown) {
  const found = understand(item, json, 'item');
  return {
    id: found.id,
    siteId: found.site_id,
    title: found.title,
    familyName: found.family_name ?? null,
    sellerId: found.seller_id,
    categoryId: found.category_id,
    userProductId: found.user_product_id ?? null,
    price: found.price === null || found.price === undefined ? null : fromDecimal(found.price),
    quantity: found.available_quantity,
    sold: found.sold_quantity,
    listingTypeId: found.listing_type_id,
    link: found.permalink,
    status: found.status,
    subStatus: found.sub_status,
    sku: named(found.attributes, 'SELLER_SKU'),
    gtin: named(found.attributes, 'GTIN'),
    marker: found.seller_custom_field ?? '',
    parentId: found.parent_item_id ?? null,
    tags: found.tags,
    variations: (found.variations ?? []).map(
      (entry): RemoteVariation => ({
        id: entry.id,
        price: fromDecimal(entry.price),
        quantity: entry.available_quantity,
        name: entry.attribute_combinations.map((part) => part.value_name ?? '').join(' / '),
        sku: named(entry.attributes, 'SELLER_SKU'),
        gtin: named(entry.attributes, 'GTIN'),
        marker: entry.seller_custom_field ?? '',
        attributes: entry.attribute_combinations.map((part) => ({
          id: part.id ?? null,
          name: part.name ?? part.id ?? '',
          valueId: part.value_id ?? null,
          valueName: part.value_name ?? '',
        })),
      }),
    ),
  };
}

const itemPath = (id: string) => `/items/${encodeURIComponent(id)}`;

/** The item as it is; another id than asked, or an answer that says it is partial, is not believed. */
export async function readItem(calls: SellerCalls, id: string): Promise<RemoteItem> {
  const { status, json } = await calls.call(`${itemPath(id)}?include_attributes=all`);
  if (status === 206) throw new RemoteFailure(`partial answer for item ${id}`);
  const found = viewItem(json);
  if (found.id !== id) throw new RemoteFailure(`asked for item ${id}, got ${found.id}`);
  return found;
}

/** The item as it is found afterwards: an id that leads to nothing would leave what was created without an owner. */
export async function createItem(calls: SellerCalls, body: Record<string, unknown>): Promise<RemoteItem> {
  const { json } = await calls.call('/items', { method: 'POST', json: body });
  const { id, marker } = viewItem(json);
  const made = await readItem(calls, id).catch((error: unknown) => {
    throw isMissing(error) ? new RemoteFailure(`created ${id}, which is not there`, { cause: error }) : error;
  });
  if (made.marker !== marker) throw new RemoteFailure(`created ${id}, which is another's`);
  return made;
}

const isMissing = (error: unknown) => error instanceof MercadoLivreError && error.status === 404;

/** One more variation of an item that has some; those it has stay as they are. */
export async function addVariation(
  calls: SellerCalls,
  id: string,
  body: Record<string, unknown>,
): Promise<void> {
  await calls.call(`${itemPath(id)}/variations`, { method: 'POST', json: body });
}

/** Only the fields given change. The answer is not to be trusted for prices: read again where one was sent. */
export async function updateItem(
  calls: SellerCalls,
  id: string,
  body: Record<string, unknown>,
): Promise<void> {
  await calls.call(itemPath(id), { method: 'PUT', json: body });
}

export async function changeListingType(
  calls: SellerCalls,
  id: string,
  listingTypeId: string,
): Promise<void> {
  await calls.call(`${itemPath(id)}/listing_type`, { method: 'POST', json: { id: listingTypeId } });
}

/** A first description is posted, a later one put: the marketplace refuses the other way round. */
export async function describeItem(
  calls: SellerCalls,
  id: string,
  text: string,
  first: boolean,
): Promise<void> {
  const json = { plain_text: text };
  if (first) await calls.call(`${itemPath(id)}/description`, { method: 'POST', json });
  else await calls.call(`${itemPath(id)}/description?api_version=2`, { method: 'PUT', json });
}

export async function hasDescription(calls: SellerCalls, id: string): Promise<boolean> {
  const found = z.object({ plain_text: z.string().catch('') });
  try {
    const { json } = await calls.call(`${itemPath(id)}/description`);
    return understand(found, json, 'description').plain_text !== '';
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const searchAnswer = z.object({ results: z.array(z.string()) });

/** Own items that carry a marker; `closed` ones are of an earlier life. */
export async function findByMarker(calls: SellerCalls, marker: string): Promise<string[]> {
  const query = new URLSearchParams({ sku: marker });
  const { json } = await calls.call(`/users/${calls.remoteUserId}/items/search?${query}`);
  return understand(searchAnswer, json, 'search').results;
}

export async function findBySku(calls: SellerCalls, sku: string): Promise<string[]> {
  const query = new URLSearchParams({ seller_sku: sku });
  const { json } = await calls.call(`/users/${calls.remoteUserId}/items/search?${query}`);
  return understand(searchAnswer, json, 'search').results;
}

export async function findByUserProduct(calls: SellerCalls, userProductId: string): Promise<string[]> {
  const query = new URLSearchParams({ user_product_id: userProductId });
  const { json } = await calls.call(`/users/${calls.remoteUserId}/items/search?${query}`);
  return understand(searchAnswer, json, 'search').results;
}

export async function uploadPicture(
  calls: SellerCalls,
  file: { name: string; bytes: Buffer; contentType: string },
): Promise<string> {
  const { json } = await calls.call('/pictures/items/upload', { method: 'POST', file });
  return understand(z.object({ id: z.string() }), json, 'picture').id;
}
