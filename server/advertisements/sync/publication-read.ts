import { addMinutes } from '#contract/dates.ts';
import { runPublicationJob } from '#server/advertisements/publication/publication-job.ts';
import { enqueueLatePush, enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import type { TargetVariation } from '#server/advertisements/publication/publication-target.ts';
import { listingsOf } from '#server/advertisements/push/publication-push.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';
import type { Listing } from '#server/outside/marketplaces/listing.ts';
import { quoteMissingFreight } from './missing-freight.ts';
import { listedOf } from './promotion-facts.ts';
import { followSuccessors } from './publication-successors.ts';
import { applyListing } from './remote-state.ts';

const saleMinutes = 1;

/** Reads a publication again and compares: the state is taken over, a different quantity or price is pushed again. */
export const readTask: Task = (job, input) =>
  runPublicationJob(job, input, 'read', async (work) => {
    const { target, session, context, businessId } = work;
    for (const { listingId, variations } of listingsOf(target)) {
      const listing = await session.marketplace.listings.read(session, listingId);
      if (await followSuccessors(work, listing)) continue;
      await context.transact(async (tx) => {
        await applyListing(tx, target.id, listing);
        const drift = await compare(tx, listing, variations);
        if (drift === 'other') enqueuePush(tx, businessId, target.id);
        // A smaller quantity than sent is usually a sale whose notification is still in transit: it leaves stock first.
        if (drift === 'less') enqueueLatePush(tx, businessId, target.id, addMinutes(tx.now(), saleMinutes));
      });
    }
    await quoteMissingFreight(work);
  });

/** Corrects the acknowledged values; returns whether they equal what was sent. */
async function compare(
  tx: Tx,
  listing: Listing,
  variations: readonly TargetVariation[],
): Promise<'same' | 'less' | 'other'> {
  let drift: 'same' | 'less' | 'other' = 'same';
  for (const variation of variations) {
    const remote = listedOf(listing, variation);
    if (!remote) continue;
    const { quantity, promotion } = remote;
    // A missing price changes nothing of the known one.
    const price = remote.price ?? variation.synced_price_centavos;
    const isPlaced = isAtItsLocation(remote, variation);
    const isSame =
      quantity === variation.synced_quantity && price === variation.synced_price_centavos && isPlaced;
    // Changes that waited for the end of a promotion are sent.
    const isDue = remote.price !== null && remote.price !== variation.price_centavos && promotion === null;
    if (isDue) drift = 'other';
    if (isSame) continue;
    await tx.db
      .updateTable('publication_variations')
      .set({
        synced_quantity: quantity,
        synced_price_centavos: price,
        ...(!isPlaced && { synced_location: null }),
      })
      .where('id', '=', variation.id)
      .execute();
    // The marketplace's own count is taken unchanged.
    if (remote.fulfilledByMarketplace && price === variation.synced_price_centavos) continue;
    const fewer = variation.synced_quantity !== null && quantity < variation.synced_quantity;
    if (price === variation.synced_price_centavos && fewer && isPlaced)
      drift = drift === 'same' ? 'less' : drift;
    else drift = 'other';
  }
  return drift;
}

/** Units at another location than its own would be sold from where they are not. */
const isAtItsLocation = (remote: Pick<Listing, 'levels'>, { location }: TargetVariation): boolean =>
  location === null ||
  (remote.levels ?? []).every((level) => level.location === location || level.quantity === 0);
