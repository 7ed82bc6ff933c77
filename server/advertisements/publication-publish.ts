import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/worker.ts';
import { RemoteFailure } from '#server/outside/http.ts';
import { readSeller } from '#server/outside/marketplaces/mercado-livre/authorization.ts';
import {
  legacyBody,
  userProductBody,
  type VariationDraft,
  variationBody,
} from '#server/outside/marketplaces/mercado-livre/item-bodies.ts';
import {
  addVariation,
  createItem,
  findByMarker,
  type RemoteItem,
  type RemoteVariation,
  readItem,
} from '#server/outside/marketplaces/mercado-livre/items.ts';
import { type PublicationWork, Refused, runPublicationJob } from './publication-job.ts';
import { uploadPictures } from './publication-pictures.ts';
import { itemsOf, pushTarget } from './publication-push.ts';
import { enqueuePublish } from './publication-queue.ts';
import {
  draftOf,
  loadTarget,
  publicationMarker,
  type Target,
  type TargetVariation,
  variationDraft,
  variationMarker,
} from './publication-target.ts';
import { applyRemoteItem } from './remote-state.ts';

/** Creates at the marketplace what is not there yet, then brings it up to date; may run any number of times. */
export const publishTask: Task = (job, input) =>
  runPublicationJob(job, input, 'publish', async (work) => {
    if (work.target.wanted_state === 'closed') return;
    if (await followModel(work)) return;
    const isGrowing = work.target.model === 'legacy' && itemsOf(work.target).length > 0;
    const waiting = isGrowing ? await growItem(work) : await createMissing(work);
    const current = await work.context.transact((tx) => loadTarget(tx, work.target.id));
    if (current) await pushTarget({ ...work, target: current });
    if (waiting) throw noStock();
  });

/**
 * A seller is moved to the newer item model by the marketplace, from one day to the next. What is not created yet is then
 * created in it: true where the job is to be run anew.
 */
async function followModel({ target, session, context, businessId }: PublicationWork): Promise<boolean> {
  if (target.variations.some((variation) => variation.remote_item_id !== null)) return false;
  const user = await readSeller(session);
  const model = user.tags.includes('user_product_seller') ? 'user_product' : 'legacy';
  await context.transact(async (tx) => {
    await tx.db
      .updateTable('marketplace_accounts')
      .set({ tags: user.tags })
      .where('id', '=', session.accountId)
      .execute();
    if (model === target.model) return;
    await tx.db.updateTable('publications').set({ model }).where('id', '=', target.id).execute();
    enqueuePublish(tx, businessId, target.id);
  });
  return model !== target.model;
}

/** The marketplace creates nothing without stock; the shelf's next change tries again. */
const noStock = () => new Refused('no_stock', { field: 'quantity', message: '' }, 'waiting');

/** Answers whether something could not be created for want of stock. */
async function createMissing(work: PublicationWork): Promise<boolean> {
  const { target } = work;
  const isLegacy = target.model === 'legacy';
  const missing = target.variations.filter(
    (variation) => variation.remote_item_id === null && (isLegacy || variation.active),
  );
  if (missing.length === 0) return false;
  if (!missing.some((variation) => variation.quantity > 0)) throw noStock();
  const pictureIds = await uploadPictures(work);
  const draft = draftOf(target, pictureIds);
  const before = target.attempted_at !== null;
  if (!before) await work.context.transact((tx) => markAttempted(tx, target.id));
  if (isLegacy) {
    const body = legacyBody(
      draft,
      missing.map((variation) => variationDraft(target, variation)),
    );
    await create(work, publicationMarker(target), body, missing, before);
    return false;
  }
  for (const variation of missing) {
    if (variation.quantity === 0) continue;
    const body = userProductBody(draft, variationDraft(target, variation));
    await create(work, variationMarker(target, variation), body, [variation], before);
  }
  return missing.some((variation) => variation.quantity === 0);
}

/** What was added to an item that has variations; all of them have one price, so that goes first. */
async function growItem(work: PublicationWork): Promise<boolean> {
  const { target, session, context } = work;
  const [home] = itemsOf(target);
  const missing = target.variations.filter(
    (variation) => variation.remote_item_id === null && variation.active,
  );
  if (!home || missing.length === 0) return false;
  await pushTarget(work);
  const pictureIds = await uploadPictures(work);
  for (const variation of missing) {
    if (variation.quantity === 0) continue;
    const draft = variationDraft(target, variation);
    let item = await readItem(session, home.itemId);
    if (item.status === 'closed') return false;
    // An earlier try may have added it and lost the answer.
    const found = findVariation(item, draft);
    if (!found) {
      await addVariation(session, home.itemId, variationBody({ pictureIds }, draft));
      item = await readItem(session, home.itemId);
    }
    const remote = found ?? findVariation(item, draft);
    if (!remote) throw new RemoteFailure(`item ${home.itemId} without the variation that was added`);
    const of = { ...item, variations: [remote] };
    await context.transact((tx) => storeCreated(tx, target, [variation], of, !found));
  }
  return missing.some((variation) => variation.quantity === 0);
}

function findVariation(item: RemoteItem, draft: VariationDraft): RemoteVariation | undefined {
  const valuesOf = (attributes: readonly { valueName: string }[]) =>
    attributes
      .map(({ valueName }) => valueName.toLowerCase())
      .sort()
      .join('|');
  return (
    item.variations.find((entry) => entry.marker === draft.marker) ??
    item.variations.find((entry) => valuesOf(entry.attributes) === valuesOf(draft.attributes))
  );
}

async function create(
  work: PublicationWork,
  marker: string,
  body: Record<string, unknown>,
  variations: readonly TargetVariation[],
  attemptedBefore: boolean,
): Promise<void> {
  const { session, context, target } = work;
  // An earlier try may have created it and lost the answer.
  const found = attemptedBefore ? await findOpenByMarker(work, marker) : null;
  const item = found ?? (await createItem(session, body));
  await context.transact((tx) => storeCreated(tx, target, variations, item, found === null));
}

async function findOpenByMarker({ session }: PublicationWork, marker: string): Promise<RemoteItem | null> {
  for (const id of await findByMarker(session, marker)) {
    const item = await readItem(session, id);
    if (item.marker === marker && item.status !== 'closed') return item;
  }
  return null;
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
  item: RemoteItem,
  isNew: boolean,
): Promise<void> {
  for (const [index, variation] of variations.entries()) {
    const remote =
      item.variations.find((entry) => entry.marker === variationMarker(target, variation)) ??
      item.variations[index];
    await tx.db
      .updateTable('publication_variations')
      .set({
        remote_item_id: item.id,
        remote_variation_id: remote?.id ?? null,
        pushed_quantity: remote?.quantity ?? item.quantity,
        pushed_price_centavos: remote?.price ?? item.price,
        // An adopted item carries a quantity of an earlier revision, which nobody knows any more.
        pushed_revision: isNew ? variation.revision : null,
        pushed_at: tx.now(),
      })
      .where('id', '=', variation.id)
      .execute();
  }
  if (target.description) {
    await tx.db
      .updateTable('publications')
      .set({ unsent: sql<string[]>`array(select distinct unnest(unsent || array['description']))` })
      .where('id', '=', target.id)
      .execute();
  }
  await applyRemoteItem(tx, target.id, item);
}
