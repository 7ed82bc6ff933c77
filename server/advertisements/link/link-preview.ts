import type { publications } from '#contract/advertisements/publication.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { findOpenByRemoteItem } from '#server/advertisements/publication/publication.queries.ts';
import { viewPromotion } from '#server/advertisements/sync/promotion-facts.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import {
  type AccountContext,
  type AccountSession,
  withAccount,
} from '#server/marketplaces/account-access.ts';
import { failWithMarketplace } from '#server/marketplaces/marketplace-fault.ts';
import type { ListedVariation, Listing } from '#server/outside/marketplaces/listing.ts';
import { isMarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';
import { suggestOffers, type Wanted } from './suggest.ts';

type Preview = ResponseOf<typeof publications.findLink>;

/** `variationId`: the variation in the address of the link. */
export type LinkedListing = { listing: Listing; variationId: string | null };

/** The target of a link or code: one listing of this account's seller, or several of which a person chooses one. */
export function openLink(context: AccountContext, accountId: number, link: string) {
  return withAccount(context, accountId, async (session) => {
    const onePrice = session.marketplace.capabilities(session.tags).variations !== 'tiers';
    const resolved = await session.marketplace.listings.resolveLink(session, link);
    if (!resolved) return fail('link_not_recognised');
    if (resolved.kind === 'listing') {
      const listing = await readOwn(session, resolved.id);
      const { variationId } = resolved;
      if (variationId !== null && !listing.variations.some(({ id }) => id === variationId))
        fail('link_not_recognised');
      return {
        linked: { listing, variationId },
        choices: [],
        // Also of a seller whose new ads are one listing each.
        onePrice: onePrice && !listing.perVariation && listing.variations.length > 1,
      };
    }
    const choices: Listing[] = [];
    for (const id of resolved.ids) choices.push(await readOwn(session, id));
    const open = choices.filter(({ state }) => state !== 'closed');
    return { linked: null, choices: open, onePrice };
  }).catch(failWithMarketplace);
}

async function readOwn(session: AccountSession, id: string): Promise<Listing> {
  try {
    const listing = await session.marketplace.listings.read(session, id);
    if (listing.sellerId !== session.remoteUserId) fail('link_of_other_seller');
    return listing;
  } catch (error) {
    if (isMarketplaceError(error, 'not_found')) fail('link_not_recognised', { cause: error });
    if (isMarketplaceError(error, 'forbidden')) fail('link_of_other_seller', { cause: error });
    throw error;
  }
}

/**
 * A listing that is linked already, or closed, or a kit of the marketplace cannot be linked. The unique index decides between simultaneous links.
 */
export async function refuseLinked(tx: Tx, accountId: number, listing: Listing): Promise<void> {
  if (listing.state === 'closed') fail('publication_closed');
  if (listing.marketplaceKit) fail('listing_is_kit');
  const known = await findOpenByRemoteItem(tx, accountId, listing.id);
  if (known[0]) fail('already_linked', { facts: { publication: known[0].id } });
}

export async function findLink(call: RemoteCall<typeof publications.findLink>): Promise<Preview> {
  const { account, link } = call.body;
  const { linked, choices, onePrice } = await openLink(call, account, link);
  if (!linked) return { found: null, choices: choices.map(viewChoice) };
  const { listing } = linked;
  const remotes = linkedVariations(linked);
  const suggestions = await call.transact(async (tx) => {
    await refuseLinked(tx, account, listing);
    return suggestOffers(
      tx,
      remotes.map((one) => wantedOf(listing.name, one, remotes.length)),
    );
  });
  return {
    found: {
      ...viewChoice(listing),
      ...{ category: listing.categoryId, type: listing.type, package: listing.package, onePrice },
      freeShipping: listing.freeShipping,
      fulfilledByMarketplace: listing.fulfilledByMarketplace,
      variations: remotes.map(({ id, name, sku, gtin, price, promotion, quantity, ...one }, index) => ({
        package: one.package,
        ...{ remoteItem: listing.id, remoteVariation: id },
        ...{ name, sku, gtin, price, promotion: viewPromotion(promotion), quantity },
        suggestions: suggestions[index] ?? [],
      })),
    },
    choices: [],
  };
}

/** The facts by which a variation is matched with an offer; its own name matters only if there are several. */
export const wantedOf = (
  title: string,
  { name, sku, gtin }: { name: string; sku: string; gtin: string },
  of: number,
): Wanted => ({ sku, gtin, title: of > 1 ? `${title} ${name}` : title });

const viewChoice = (listing: Listing) => ({
  remoteItem: listing.id,
  name: listing.name,
  link: listing.link,
  price: priceOf(listing),
  status: listing.status,
});

/** The regular price, of the first variation if the ad has none; null if there is none. */
export const priceOf = (listing: Listing) => listing.price ?? listing.variations[0]?.price ?? null;

export type LinkedVariation = Omit<ListedVariation, 'id'> & { id: string | null };

/** The variation named by the link, or all of them; a listing without variations is its own only variation. */
export function linkedVariations({ listing, variationId }: LinkedListing): LinkedVariation[] {
  const { variations, name, sku, gtin, price, promotion, quantity, mark, fulfilledByMarketplace } = listing;
  if (variations.length === 0)
    return [
      {
        ...{ id: null, name, sku, gtin, price, promotion, quantity, mark },
        ...{ fulfilledByMarketplace, attributes: [], package: null },
      },
    ];
  return variationId === null ? variations : variations.filter(({ id }) => id === variationId);
}
