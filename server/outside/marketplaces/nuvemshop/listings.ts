import { z } from 'zod';
import { understand } from '../../http.ts';
import { namedRow, readRows } from '../answers.ts';
import type {
  DesiredState,
  Listing,
  ListingContent,
  RefusedValue,
  ResolvedLink,
  VariationContent,
  VariationValue,
} from '../listing.ts';
import type { Listings } from '../marketplace.ts';
import type { SellerSession } from '../seller-session.ts';
import { readStore } from './authorization.ts';
import { NuvemshopError, storePath } from './client.ts';
import { pushContent } from './content.ts';
import { askPage, readPages } from './pages.ts';
import {
  descriptionOf,
  goneProduct,
  type Product,
  productPath,
  promotionIn,
  readProduct,
  readProductBody,
  readProducts,
  regularPrice,
  requireProduct,
  type Variant,
  viewProduct,
  visibilityOf,
} from './product.ts';
import { productBody, variantBody } from './product-bodies.ts';
import { pushStock, readLocations } from './stock.ts';
import { numberOf, priceText, remoteId } from './values.ts';

async function read(session: SellerSession, id: string): Promise<Listing> {
  const found = await readProduct(session, id);
  return found ? viewProduct(session, found) : goneProduct(session, id);
}

/** Visible at once, independent of the store's default for new products. */
async function create(
  session: SellerSession,
  content: ListingContent,
  variations: readonly VariationContent[],
): Promise<Listing> {
  const { json } = await session.call(`${storePath(session.remoteUserId)}/products`, {
    method: 'POST',
    json: productBody(content, variations),
  });
  const made = await requireProduct(session, readProductBody(json).id);
  if (visibilityOf(made) === 'visible') return viewProduct(session, made);
  await show(session, made, 'active');
  return viewProduct(session, await requireProduct(session, made.id));
}

/** One more variant of a product that has some; an earlier try may have added it and lost the answer. */
async function grow(
  session: SellerSession,
  listing: Listing,
  content: ListingContent,
  variation: VariationContent,
): Promise<{ listing: Listing; variationId: string; isNew: boolean }> {
  const known = findVariant(await requireProduct(session, listing.id), variation);
  const isNew = known === undefined;
  if (isNew)
    await session.call(`${productPath(session, listing.id)}/variants`, {
      method: 'POST',
      json: variantBody(content, variation),
    });
  const after = await requireProduct(session, listing.id);
  const found = known ?? findVariant(after, variation);
  if (!found) throw new NuvemshopError(422, 'variants', 'the variant that was added is not there', {});
  return { listing: viewProduct(session, after), variationId: found.id, isNew };
}

/** The store identifies variants by their values, and so does the product. */
function findVariant({ variants }: Product, wanted: VariationContent): Variant | undefined {
  const key = (values: readonly string[]) => values.map((value) => value.toLowerCase()).join('|');
  return variants.find(
    ({ values }) => key(values) === key(wanted.attributes.map(({ valueName }) => valueName)),
  );
}

const picture = z.object({ id: remoteId });

async function uploadPicture(
  session: SellerSession,
  file: { name: string; bytes: Buffer },
  listing: string | null,
): Promise<string> {
  const { json } = await session.call(`${productPath(session, listing ?? '')}/images`, {
    method: 'POST',
    json: { filename: file.name, attachment: file.bytes.toString('base64') },
  });
  return understand(picture, json, 'picture').id;
}

/** In the attribute names that the store uses for this product, because two names for one attribute are refused. */
async function show(session: SellerSession, found: Product, state: DesiredState): Promise<void> {
  const isShown = state === 'active';
  const json =
    found.visibility === null || found.visibility === undefined
      ? { published: isShown }
      : { visibility: isShown ? 'visible' : 'hidden' };
  await session.call(productPath(session, found.id), { method: 'PUT', json });
}

/** Off sale means hidden; closed means deleted. */
async function pushState(session: SellerSession, listing: Listing, state: DesiredState): Promise<void> {
  const found = await readProduct(session, listing.id);
  if (!found) return;
  if (state === 'closed') await session.call(productPath(session, listing.id), { method: 'DELETE' });
  else if ((state === 'paused') !== (visibilityOf(found) === 'hidden')) await show(session, found, state);
}

/** A product without variants has one that is not shown: the listing's fields belong to it. */
const variantOf = ({ variants }: Product, id: string | null) =>
  id === null ? variants[0] : variants.find((one) => one.id === id);

/** The list price. A variant that is to leave its promotion loses the promotional price with the same call. */
async function pushPrice(
  session: SellerSession,
  id: string,
  prices: readonly VariationValue[],
): Promise<RefusedValue[]> {
  const found = await requireProduct(session, id);
  const refused: RefusedValue[] = [];
  for (const { id: variantId, value } of prices) {
    const variant = variantOf(found, variantId);
    if (!variant) continue;
    const leaves = promotionIn(variant) !== null;
    if (regularPrice(variant) === value && !leaves) continue;
    try {
      await session.call(`${productPath(session, id)}/variants/${numberOf(variant.id)}`, {
        method: 'PUT',
        json: { price: priceText(value), ...(leaves && { promotional_price: null }) },
      });
    } catch (error) {
      if (!(error instanceof NuvemshopError) || error.kind !== 'refused') throw error;
      refused.push({ id: variantId, causes: error.causes });
    }
  }
  return refused;
}

/** The SKU of a variant is all that can be searched by, and is not its alone: the mark decides. */
async function findByMark(
  session: SellerSession,
  { mark, skus }: { mark: string; skus: readonly string[] },
): Promise<Listing | null> {
  for (const sku of new Set(skus)) {
    let found: Listing | undefined;
    await readPages(session, '/products', { q: sku }, readProducts, (page) => {
      found ??= page.map((one) => viewProduct(session, one)).find((one) => one.mark === mark);
    });
    if (found) return found;
  }
  return null;
}

async function list(session: SellerSession): Promise<string[]> {
  const ids: string[] = [];
  const read = (json: unknown) => understand(z.array(z.unknown()), json, 'products');
  await readPages(session, '/products', { fields: 'id' }, read, (page) => {
    ids.push(...readRows(session, page, (row) => picture.parse(row).id, namedRow('listing')));
  });
  return ids;
}

/** Its number, its address in the store's administration, or the last part of its page's address. */
async function resolveLink(
  session: SellerSession,
  text: string,
  shopHost: string,
): Promise<ResolvedLink | null> {
  const typed = text.trim();
  const numbered =
    /^(\d{3,19})$/.exec(typed)?.[1] ?? inStore(typed, /\/admin\/(?:v2\/)?products\/(\d{3,19})/, shopHost);
  if (numbered)
    return (await readProduct(session, numbered))
      ? { kind: 'listing', id: numbered, variationId: null }
      : null;
  const handle = inStore(typed, /\/(?:produtos|productos|products)\/([^/?#]+)/, shopHost);
  if (!handle) return null;
  const answer = await askPage(
    session,
    `${storePath(session.remoteUserId)}/products?${new URLSearchParams({ handle })}`,
  );
  const found = readProducts(answer?.json ?? []).find((one) => one.handle === handle);
  return found ? { kind: 'listing', id: found.id, variationId: null } : null;
}

/** A store has its own host of any name: its links are resolved by the connected store alone. */
function inStore(text: string, pattern: RegExp, shopHost: string): string | undefined {
  try {
    const url = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
    const isWeb = url.protocol === 'https:' || url.host === shopHost;
    return isWeb ? pattern.exec(decodeURIComponent(url.pathname))?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** `shopHost`: the host of stores, in addition to their own hosts. */
export const createListings = (shopHost: string): Listings => ({
  read,
  readDescription: async (session, id) => descriptionOf(await requireProduct(session, id)),
  readTags: async (session) => (await readStore(session)).tags,
  create,
  grow,
  relist: async () => null,
  uploadPicture,
  readLocations,
  pushStock,
  pushState,
  pushPrice,
  pushContent,
  findByMark,
  findSuccessors: async () => [],
  list,
  resolveLink: (session, text) => resolveLink(session, text, shopHost),
});
