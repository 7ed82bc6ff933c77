import { sql } from 'kysely';
import type { RemoteCause } from '#contract/advertisements/sync-error.ts';
import { asCode } from '#contract/codes.ts';
import { listingsOf, pushTarget } from '#server/advertisements/push/publication-push.ts';
import { causesOf, mayGoOn } from '#server/advertisements/push/push-refusal.ts';
import { applyListing } from '#server/advertisements/sync/remote-state.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';
import type { ContentPart, Listing } from '#server/outside/marketplaces/listing.ts';
import { type PublicationWork, Refused, runPublicationJob } from './publication-job.ts';
import { noPictures, uploadPictures } from './publication-pictures.ts';
import { enqueuePublish } from './publication-queue.ts';
import {
  contentOf,
  loadTarget,
  type Pictures,
  publicationMark,
  type Target,
  type TargetVariation,
  variationContent,
  variationMark,
} from './publication-target.ts';

/** Creates missing listings at the marketplace, then updates them; idempotent. */
export const publishTask: Task = (job, input) =>
  runPublicationJob(job, input, 'publish', async (work) => {
    if (work.target.desired_state === 'closed') return;
    if (await followModel(work)) return;
    const isGrowing = !work.target.price_per_variation && listingsOf(work.target).length > 0;
    const made = isGrowing ? await growListing(work) : await createMissing(work);
    const current = await work.context.transact((tx) => loadTarget(tx, work.target.id));
    const outcome = current ? await pushTarget({ ...work, target: current }) : undefined;
    if (made.refused.length > 0) throw new Refused(made.refused[0]?.code ?? 'refused', made.refused);
    if (made.waiting) throw noStock();
    return outcome;
  });

/**
 * The marketplace may move a seller to the newer item model, or to stock in several places, at any time. Missing
 * listings are then created that way: true if the job has to run again.
 */
async function followModel({ target, session, context, businessId }: PublicationWork): Promise<boolean> {
  if (target.variations.some((variation) => variation.remote_item_id !== null)) return false;
  const tags = await session.marketplace.listings.readTags(session);
  const perVariation = session.marketplace.capabilities(tags).variations === 'price_each';
  const isSame =
    perVariation === target.price_per_variation && tags.toSorted().join() === session.tags.toSorted().join();
  if (isSame) return false;
  await context.transact(async (tx) => {
    await tx.db
      .updateTable('marketplace_accounts')
      .set({ tags })
      .where('id', '=', session.accountId)
      .execute();
    await tx.db
      .updateTable('publications')
      .set({ price_per_variation: perVariation })
      .where('id', '=', target.id)
      .execute();
    enqueuePublish(tx, businessId, target.id);
  });
  return true;
}

/** The marketplace creates nothing without stock; the next stock change tries again. */
const noStock = () => new Refused('no_stock', [{ field: 'quantity', message: '' }], 'waiting');

/** `waiting`: something could not be created because there is no stock. */
type Made = { waiting: boolean; refused: RemoteCause[] };

async function createMissing(work: PublicationWork): Promise<Made> {
  const { target, context } = work;
  const isOne = !target.price_per_variation;
  const missing = target.variations.filter(
    (variation) => variation.remote_item_id === null && (isOne || variation.active),
  );
  if (missing.length === 0) return { waiting: false, refused: [] };
  const due = isOne ? missing : missing.filter((variation) => variation.quantity > 0);
  if (!missing.some((variation) => variation.quantity > 0)) throw noStock();
  const pictures = arePicturesLater(work) ? noPictures : await uploadPictures(work);
  const before = target.attempted_at !== null;
  if (!before) await context.transact((tx) => markAttempted(tx, target.id));
  const listings = isOne ? [missing] : due.map((variation) => [variation]);
  return {
    waiting: due.length < missing.length,
    refused: await createEach(work, listings, pictures, before),
  };
}

/** They belong to the listing, and follow once it exists. */
const arePicturesLater = ({ session }: PublicationWork) =>
  session.marketplace.capabilities(session.tags).picturesOf === 'listing';

/** A refused one does not block the others. */
async function createEach(
  work: PublicationWork,
  listings: readonly (readonly TargetVariation[])[],
  pictures: Pictures,
  attemptedBefore: boolean,
): Promise<RemoteCause[]> {
  const refused: RemoteCause[] = [];
  let failure: unknown;
  for (const variations of listings) {
    try {
      await create(work, variations, pictures, attemptedBefore);
    } catch (error) {
      if (!mayGoOn(error)) throw error;
      const causes = causesOf(error, work.target, variations);
      if (causes) refused.push(...causes);
      else failure ??= error;
    }
  }
  if (failure) throw failure;
  return refused;
}

async function create(
  work: PublicationWork,
  variations: readonly TargetVariation[],
  pictures: Pictures,
  attemptedBefore: boolean,
): Promise<void> {
  const { session, context, target } = work;
  const { listings } = session.marketplace;
  const [first] = variations;
  if (!first) return;
  const mark = target.price_per_variation ? variationMark(target, first) : publicationMark(target);
  const content = { ...contentOf(target, pictures), mark };
  const wanted = variations.map((variation) => variationContent(target, variation, pictures));
  const keys = { mark, skus: variations.map(({ sku }) => sku).filter(Boolean) };
  // An earlier attempt may have created it and lost the answer.
  const marked = attemptedBefore ? await listings.findByMark(session, keys) : null;
  const found = marked && (await showFound(work, marked));
  const continued = found ?? (await relist(work, variations, pictures));
  const listing = continued ?? (await listings.create(session, content, wanted));
  const later: ContentPart[] = [];
  if (target.description) later.push('description');
  if (arePicturesLater(work)) later.push('pictures');
  await context.transact((tx) => storeCreated(tx, target, variations, listing, found === null, later));
}

/** An interrupted attempt may have left it off sale, which looks as if its seller had paused it. */
async function showFound({ session, target }: PublicationWork, found: Listing): Promise<Listing> {
  if (!found.pausedBySeller || target.desired_state !== 'active') return found;
  const { listings } = session.marketplace;
  await listings.pushState(session, found, 'active');
  return listings.read(session, found.id);
}

/** The continuation of a closed listing keeps its reviews and ranking if the marketplace allows it. */
async function relist(
  { session, target }: PublicationWork,
  variations: readonly TargetVariation[],
  pictures: Pictures,
): Promise<Listing | null> {
  const former = variations[0]?.former_item_id;
  if (!former) return null;
  const { listings } = session.marketplace;
  const closed = await listings.read(session, former);
  const offers = variations.map((variation) => ({
    ...variationContent(target, variation, pictures),
    id: variation.former_variation_id,
  }));
  return listings.relist(session, closed, contentOf(target, pictures), offers);
}

/** A variation added to a listing with variations; all of them have one price, so the price is sent first. */
async function growListing(work: PublicationWork): Promise<Made> {
  const { target, session, context } = work;
  const { listings } = session.marketplace;
  const [home] = listingsOf(target);
  const missing = target.variations.filter(
    (variation) => variation.remote_item_id === null && variation.active,
  );
  const made: Made = { waiting: missing.some(({ quantity }) => quantity === 0), refused: [] };
  if (!home || missing.length === 0) return { ...made, waiting: false };
  await pushTarget(work);
  const pictures = await uploadPictures(work);
  const content = contentOf(target, pictures);
  for (const variation of missing) {
    if (variation.quantity === 0) continue;
    const before = await listings.read(session, home.listingId);
    if (before.state === 'closed') return { ...made, waiting: false };
    try {
      const { listing, variationId, isNew } = await listings.grow(
        session,
        before,
        content,
        variationContent(target, variation, pictures),
      );
      const own = { ...listing, variations: listing.variations.filter(({ id }) => id === variationId) };
      const later: ContentPart[] = target.description ? ['description'] : [];
      await context.transact((tx) => storeCreated(tx, target, [variation], own, isNew, later));
    } catch (error) {
      const causes = causesOf(error, target, [variation]);
      if (!causes) throw error;
      made.refused.push(...causes);
    }
  }
  return made;
}

async function markAttempted(tx: Tx, publicationId: number): Promise<void> {
  await tx.db
    .updateTable('publications')
    .set({ attempted_at: tx.now() })
    .where('id', '=', publicationId)
    .execute();
}

async function storeCreated(
  tx: Tx,
  target: Target,
  variations: readonly TargetVariation[],
  listing: Listing,
  isNew: boolean,
  later: readonly ContentPart[],
): Promise<void> {
  for (const [index, variation] of variations.entries()) {
    const remote =
      listing.variations.find((entry) => entry.mark === variationMark(target, variation)) ??
      listing.variations.find((entry) => entry.sku !== '' && asCode(entry.sku) === asCode(variation.sku)) ??
      listing.variations[index];
    await tx.db
      .updateTable('publication_variations')
      .set({
        remote_item_id: listing.id,
        remote_variation_id: remote?.id ?? null,
        synced_quantity: remote?.quantity ?? listing.quantity,
        // A new listing has its units at the default location; the push that follows moves them.
        synced_location: null,
        synced_price_centavos: remote ? remote.price : listing.price,
        // An adopted listing has the quantity of an unknown earlier revision.
        synced_revision: isNew ? variation.revision : null,
        synced_at: tx.now(),
      })
      .where('id', '=', variation.id)
      .execute();
  }
  if (later.length > 0) {
    await tx.db
      .updateTable('publications')
      .set({
        pending_fields: sql<string[]>`array(select distinct unnest(pending_fields || ${later}::text[]))`,
      })
      .where('id', '=', target.id)
      .execute();
  }
  await applyListing(tx, target.id, listing);
}
