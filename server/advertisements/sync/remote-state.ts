import type { PublicationState } from '#contract/advertisements/publication-states.ts';
import {
  listVariationRows,
  lockPublication,
  publicationChanged,
} from '#server/advertisements/publication/publication.queries.ts';
import { mergeRemoteTerms } from '#server/advertisements/publication/sale-terms.ts';
import { mergeRemoteBands } from '#server/advertisements/wholesale/wholesale-bands.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DesiredState, Listing } from '#server/outside/marketplaces/listing.ts';
import { keepFulfillmentStock } from './fulfillment-facts.ts';
import { keepPromotions } from './promotion-facts.ts';

/** One state for a publication of several listings: on sale as soon as one is. */
function combinedState(states: readonly string[]): PublicationState {
  for (const state of ['active', 'under_review', 'paused'] as const) if (states.includes(state)) return state;
  return states.length > 0 ? 'closed' : 'publishing';
}

/** Stores the state of one listing; quantities and prices are written by the push. */
export async function applyListing(tx: Tx, publicationId: number, listing: Listing): Promise<void> {
  const row = await lockPublication(tx, publicationId);
  if (!row) return;
  await tx.db
    .updateTable('publication_variations')
    .set({
      remote_status: listing.status,
      remote_reasons: JSON.stringify(listing.reasons),
      remote_state: listing.state,
      remote_user_product_id: listing.stockId,
      remote_sold: listing.sold,
      ...(listing.link && { link: listing.link }),
    })
    .where('publication_id', '=', publicationId)
    .where('remote_item_id', '=', listing.id)
    .execute();
  const variations = await listVariationRows(tx, [publicationId]);
  await keepFulfillmentStock(tx, row, variations, listing);
  await keepPromotions(tx, row.business_id, publicationId, variations, listing);
  const created = variations.filter((variation) => variation.remote_item_id !== null);
  const state = combinedState(created.map((variation) => variation.remote_state));
  const wanted = wantedAfter(row, state, listing);
  const isFirst = row.remote_item_id === null || row.remote_item_id === listing.id;
  await tx.db
    .updateTable('publications')
    .set({
      state,
      desired_state: wanted,
      synced_at: tx.now(),
      ...(isFirst && {
        remote_status: listing.status,
        remote_item_id: listing.id,
        // A listing that is gone has no state of its own.
        ...(listing.link && { link: listing.link }),
        ...(listing.editLink && { edit_link: listing.editLink }),
        // The marketplace may move a listing to another category itself.
        ...(listing.categoryId &&
          listing.categoryId !== row.category_id && { category_id: listing.categoryId, category_name: '' }),
        ...mergeRemoteTerms(row, listing),
        ...remoteBands(row, listing),
      }),
    })
    .where('id', '=', publicationId)
    .execute();
  publicationChanged(tx, row.business_id);
}

/** Those of the marketplace, unless a change of ours is pending. */
const remoteBands = (row: { wholesale: unknown; pending_fields: string[] }, { wholesale }: Listing) =>
  wholesale && !row.pending_fields.includes('wholesale')
    ? { wholesale: JSON.stringify(mergeRemoteBands(row.wholesale, wholesale)) }
    : {};

/**
 * A change by a person in the marketplace's own panel becomes the requested state, unless a request of ours is still
 * pending.
 */
function wantedAfter(
  row: { desired_state: DesiredState; pending_fields: string[] },
  state: PublicationState,
  listing: Listing,
): DesiredState {
  const wanted = row.desired_state;
  if (state === 'closed') return 'closed';
  if (row.pending_fields.includes('state')) return wanted;
  if (state === 'active') return 'active';
  if (state === 'paused' && listing.pausedBySeller) return 'paused';
  return wanted;
}
