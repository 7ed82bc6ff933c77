import { sql } from 'kysely';
import { publicationChanged } from '#server/advertisements/publication/publication.queries.ts';
import type { PublicationWork } from '#server/advertisements/publication/publication-job.ts';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import type { Target, TargetVariation } from '#server/advertisements/publication/publication-target.ts';
import { listedOf } from '#server/advertisements/sync/promotion-facts.ts';
import { applyListing } from '#server/advertisements/sync/remote-state.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Listing } from '#server/outside/marketplaces/listing.ts';

/** Stores the acknowledged quantities. */
export async function acknowledgeStock(
  { context, target }: PublicationWork,
  sent: readonly TargetVariation[],
): Promise<void> {
  await context.transact(async (tx) => {
    let overtaken = false;
    for (const variation of sent) overtaken = !(await storePushed(tx, variation)) || overtaken;
    if (overtaken) enqueuePush(tx, target.business_id, target.id);
    publicationChanged(tx, target.business_id);
  });
}

/** A price is confirmed only by the next read: the answer echoes what was sent. */
export async function acknowledgePrices(
  { context, target }: PublicationWork,
  sent: readonly TargetVariation[],
  after: Listing,
): Promise<void> {
  await context.transact(async (tx) => {
    for (const variation of sent)
      await tx.db
        .updateTable('publication_variations')
        .set({
          synced_price_centavos: priceIn(after, variation),
          synced_at: tx.now(),
          price_leaves_promotion: false,
        })
        .where('id', '=', variation.id)
        .execute();
    await applyListing(tx, target.id, after);
  });
}

export function priceIn(listing: Listing, variation: Pick<TargetVariation, 'remote_variation_id'>) {
  return listedOf(listing, variation)?.price ?? null;
}

/**
 * An acknowledgement of an older revision never overwrites that of a newer one. False if there is a newer one: a worker
 * that was considered dead has sent this later, so it is unknown which of the two the marketplace shows.
 */
async function storePushed(tx: Tx, variation: TargetVariation): Promise<boolean> {
  const { revision } = variation;
  const update = tx.db
    .updateTable('publication_variations')
    .set({
      synced_quantity: variation.quantity,
      synced_location: variation.location,
      ...(revision !== null && { synced_revision: revision }),
      synced_at: tx.now(),
    })
    .where('id', '=', variation.id);
  // Without a visible stock row there is no revision: the quantity 0 is then sent in the publication's own order.
  const stored = await (revision === null
    ? update
    : update.where((where) =>
        where.or([where('synced_revision', 'is', null), where('synced_revision', '<=', revision)]),
      )
  ).executeTakeFirst();
  if (stored.numUpdatedRows > 0n) return true;
  await tx.db
    .updateTable('publication_variations')
    .set({ synced_quantity: null })
    .where('id', '=', variation.id)
    .execute();
  return false;
}

/** A field that changed again during the push stays pending: the version shows it. */
export async function acknowledgeSent(tx: Tx, target: Target, parts: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('publications')
    .set({
      pending_fields: sql<
        string[]
      >`array(select part from unnest(pending_fields) part where part <> all(${[...parts]}::text[]))`,
    })
    .where('id', '=', target.id)
    .where('version', '=', target.version)
    .execute();
}
