import { asCode } from '#contract/codes.ts';
import type { PublicationWork } from '#server/advertisements/publication/publication-job.ts';
import {
  publicationMark,
  type Target,
  type TargetVariation,
} from '#server/advertisements/publication/publication-target.ts';
import { parseAttributes } from '#server/advertisements/publication/publication-view.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Listing } from '#server/outside/marketplaces/listing.ts';
import { applyListing } from './remote-state.ts';

/**
 * Follows a publication whose one listing became several: each variation is found among them by its SKU, otherwise by
 * its distinguishing values. Returns whether that was the case.
 */
export async function followSuccessors(work: PublicationWork, closed: Listing): Promise<boolean> {
  const { target, context, session } = work;
  if (closed.state !== 'closed' || target.price_per_variation || !closed.split) return false;
  const successors = await session.marketplace.listings.findSuccessors(session, closed, {
    mark: publicationMark(target),
    skus: target.variations.flatMap(({ sku }) => (sku ? [sku] : [])),
  });
  const pairs = target.variations.flatMap((variation) => {
    const listing = successors.find((candidate) => isSuccessor(candidate, variation));
    return listing ? [{ variation, listing }] : [];
  });
  const [first] = pairs;
  if (!first) return false;
  await context.transact((tx) => storeSuccessors(tx, target, pairs, first.listing));
  for (const { listing } of pairs) await context.transact((tx) => applyListing(tx, target.id, listing));
  return true;
}

function isSuccessor(listing: Listing, variation: TargetVariation): boolean {
  if (variation.sku && listing.sku) return asCode(listing.sku) === asCode(variation.sku);
  const values = parseAttributes(variation.attributes);
  return (
    values.length > 0 &&
    values.every(({ id, name, valueName }) =>
      listing.attributes.some(
        (entry) => (id ? entry.id === id : entry.name === name) && entry.valueName === valueName,
      ),
    )
  );
}

type Pair = { variation: TargetVariation; listing: Listing };

async function storeSuccessors(
  tx: Tx,
  target: Target,
  pairs: readonly Pair[],
  first: Listing,
): Promise<void> {
  for (const { variation, listing } of pairs) {
    await tx.db
      .updateTable('publication_variations')
      .set({
        remote_item_id: listing.id,
        remote_variation_id: null,
        remote_user_product_id: listing.stockId,
        synced_quantity: listing.quantity,
        synced_price_centavos: listing.price,
      })
      .where('id', '=', variation.id)
      .execute();
  }
  await tx.db
    .updateTable('publications')
    .set({ price_per_variation: true, remote_item_id: first.id })
    .where('id', '=', target.id)
    .execute();
}
