import { toDecimal } from '#contract/money.ts';
import { RemoteFailure } from '../../http.ts';
import type {
  DesiredState,
  Listing,
  ListingContent,
  ResolvedLink,
  VariationContent,
  VariationValue,
} from '../listing.ts';
import type { Listings } from '../marketplace.ts';
import { readSeller } from './authorization.ts';
import { capabilitiesOf } from './capabilities.ts';
import { MercadoLivreError } from './client.ts';
import { legacyBody, listingTypeIds, userProductBody, variationBody } from './item-bodies.ts';
import { pushContent } from './item-content.ts';
import { firstStore, pushStock, readLocations, withLevels } from './item-stock.ts';
import {
  addVariation,
  createItem,
  itemPath,
  numberOf,
  putVariations,
  readDescription,
  readItem,
  type SellerCalls,
  scanItems,
  searchItems,
  updateItem,
  uploadPicture,
  viewItem,
} from './items.ts';
import { parseLink } from './links.ts';
import { findSuccessors } from './successors.ts';

/** One listing for these variations; several only if they are one listing with a price for all. */
async function createListing(
  calls: SellerCalls,
  content: ListingContent,
  variations: readonly VariationContent[],
): Promise<Listing> {
  const [only] = variations;
  const body =
    capabilitiesOf(calls.tags).variations === 'price_each' && only
      ? userProductBody(content, only)
      : legacyBody(content, variations);
  if (!only || !capabilitiesOf(calls.tags).stockVersions) return createItem(calls, '/items', body);
  const { available_quantity: _, ...rest } = body;
  const store = await firstStore(calls);
  return createItem(calls, '/items/multiwarehouse', {
    ...rest,
    stock_locations: [{ ...store, quantity: only.quantity }],
  });
}

/** One more variation of a listing that has some; an earlier try may have added it and lost the answer. */
async function growListing(
  calls: SellerCalls,
  listing: Listing,
  content: ListingContent,
  variation: VariationContent,
): Promise<{ listing: Listing; variationId: string; isNew: boolean }> {
  const found = findVariation(listing, variation);
  if (found) return { listing, variationId: found, isNew: false };
  // All variations have one price: while a campaign runs it is that of the campaign, and another would end it.
  const price = listing.promotion?.price ?? variation.price;
  await addVariation(calls, listing.id, variationBody(content, { ...variation, price }));
  const after = await readItem(calls, listing.id);
  const added = findVariation(after, variation);
  if (!added) throw new RemoteFailure(`item ${listing.id} without the variation that was added`);
  return { listing: after, variationId: added, isNew: true };
}

function findVariation(listing: Listing, wanted: VariationContent): string | undefined {
  const valuesOf = (attributes: readonly { valueName: string }[]) =>
    attributes
      .map(({ valueName }) => valueName.toLowerCase())
      .sort()
      .join('|');
  const { variations } = listing;
  const found =
    variations.find((entry) => entry.mark === wanted.mark) ??
    variations.find((entry) => valuesOf(entry.attributes) === valuesOf(wanted.attributes));
  return found?.id;
}

/** Puts a closed listing on sale again under a new id; each can be once. Null if the marketplace refuses it. */
async function relistListing(
  calls: SellerCalls,
  closed: Listing,
  content: Pick<ListingContent, 'type' | 'mark'>,
  offers: readonly VariationContent[],
): Promise<Listing | null> {
  const [only] = offers;
  if (!only || closed.state !== 'closed') return null;
  const type = { listing_type_id: listingTypeIds[content.type] };
  const single = closed.variations.length === 0;
  const body = single
    ? { ...type, price: toDecimal(only.price), quantity: only.quantity }
    : {
        ...type,
        variations: offers.map((offer) => ({
          id: numberOf(offer.id ?? ''),
          price: toDecimal(offer.price),
          quantity: offer.quantity,
        })),
      };
  try {
    const { json } = await calls.call(`${itemPath(closed.id)}/relist`, { method: 'POST', json: body });
    return await readItem(calls, viewItem(json).id);
  } catch (error) {
    if (!(error instanceof MercadoLivreError) || error.retryable || error.status === 401) throw error;
    return findRelisted(calls, closed, offers);
  }
}

/** An earlier try may have relisted it and lost the answer. */
async function findRelisted(
  calls: SellerCalls,
  closed: Listing,
  offers: readonly VariationContent[],
): Promise<Listing | null> {
  const ids = new Set(closed.mark ? await searchItems(calls, { sku: closed.mark }) : []);
  for (const { sku } of offers)
    if (sku) for (const id of await searchItems(calls, { seller_sku: sku })) ids.add(id);
  for (const id of ids) {
    const item = await readItem(calls, id);
    if (item.predecessorId === closed.id && item.state !== 'closed') return item;
  }
  return null;
}

/** Own listing that carries our mark and is not closed. */
async function findByMark(calls: SellerCalls, { mark }: { mark: string }): Promise<Listing | null> {
  for (const id of await searchItems(calls, { sku: mark })) {
    const item = await readItem(calls, id);
    if (item.mark === mark && item.state !== 'closed') return item;
  }
  return null;
}

async function pushState(calls: SellerCalls, listing: Listing, state: DesiredState): Promise<void> {
  // Without stock it is off sale already: only the seller's own pause keeps it off sale when stock arrives.
  const isThere =
    state === 'active' ? !listing.pausedBySeller : listing.state === 'paused' && listing.pausedBySeller;
  if (state === 'closed') return closeListing(calls, listing.id);
  if (!isThere) await updateItem(calls, listing.id, { status: state });
}

/** A closed item refuses every change: an earlier try may have closed it and lost the answer. */
async function closeListing(calls: SellerCalls, id: string): Promise<void> {
  try {
    await updateItem(calls, id, { status: 'closed' });
  } catch (error) {
    const isRefused = error instanceof MercadoLivreError && !error.retryable && error.status !== 401;
    if (!isRefused || (await readItem(calls, id)).state !== 'closed') throw error;
  }
}

/** A price is the same for all variations of one listing, also for those that are not ours. */
async function pushPrice(
  calls: SellerCalls,
  id: string,
  prices: readonly VariationValue[],
  known: Listing | null,
): Promise<void> {
  const [first] = prices;
  if (!first) return;
  const price = toDecimal(first.value);
  if (first.id === null) return updateItem(calls, id, { price });
  const { variations } = known ?? (await readItem(calls, id));
  await putVariations(calls, id, variations, () => ({ price }));
}

/** Null if it is not an ad of this site. */
async function resolveLink(calls: SellerCalls, text: string, shopHost: string): Promise<ResolvedLink | null> {
  const parsed = parseLink(text, shopHost);
  if (!parsed || parsed.kind === 'catalogue') return null;
  if (parsed.kind === 'item') {
    if (!parsed.itemId.startsWith(calls.siteId)) return null;
    return { kind: 'listing', id: parsed.itemId, variationId: parsed.variationId };
  }
  const ids = await searchItems(calls, { user_product_id: parsed.userProductId });
  const [only] = ids;
  if (!only) return null;
  return ids.length === 1 ? { kind: 'listing', id: only, variationId: null } : { kind: 'choice', ids };
}

/** `shopHost`: the host of the site's pages, in addition to its own hosts. */
export const createListings = (shopHost: string): Listings => ({
  read: async (calls, id) => withLevels(calls, await readItem(calls, id)),
  readDescription,
  readTags: async (session) => (await readSeller(session)).tags,
  create: createListing,
  grow: growListing,
  relist: relistListing,
  uploadPicture,
  readLocations,
  // One call is accepted or refused as a whole.
  pushStock: (...sent) => pushStock(...sent).then(() => []),
  pushState,
  pushPrice: (...sent) => pushPrice(...sent).then(() => []),
  pushContent,
  findByMark,
  findSuccessors,
  list: scanItems,
  resolveLink: (session, text) => resolveLink(session, text, shopHost),
});
