import type { RemoteCause } from '#contract/advertisements/sync-error.ts';
import { highestBand } from '#contract/advertisements/wholesale.ts';
import { guardMargins } from '#server/advertisements/margin/guard-margins.ts';
import {
  type PublicationWork,
  Refused,
  runPublicationJob,
} from '#server/advertisements/publication/publication-job.ts';
import { noPictures, uploadPictures } from '#server/advertisements/publication/publication-pictures.ts';
import { enqueuePublish } from '#server/advertisements/publication/publication-queue.ts';
import {
  contentOf,
  publicationPayload,
  type Target,
  type TargetVariation,
  variationContent,
} from '#server/advertisements/publication/publication-target.ts';
import { parseSyncError } from '#server/advertisements/publication/publication-view.ts';
import { listedOf } from '#server/advertisements/sync/promotion-facts.ts';
import { applyListing } from '#server/advertisements/sync/remote-state.ts';
import type { Task } from '#server/jobs/task.ts';
import {
  type ContentPart,
  contentParts,
  type Listing,
  type StockValue,
} from '#server/outside/marketplaces/listing.ts';
import { acknowledgePrices, acknowledgeSent, acknowledgeStock, priceIn } from './push-acknowledge.ts';
import { causesOf, mayGoOn, type Part } from './push-refusal.ts';

/**
 * Sends quantity, price, state and content of a publication to the marketplace if they differ from what it
 * acknowledged.
 */
export const pushTask: Task = async (job, input) => {
  // A margin below its floor is handled first, so that the sent price or quantity 0 is the right one.
  const unguarded = await guardMargins(job, publicationPayload.parse(input)).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  await runPublicationJob(job, input, 'push', async (work) => {
    if (unguarded) {
      await pushTarget(work, 'what oversells');
      throw unguarded.error;
    }
    if (isCreatable(work.target))
      await work.context.transact(async (tx) => enqueuePublish(tx, work.businessId, work.target.id));
    return pushTarget(work);
  });
};

/** Variations waited for stock that has arrived. Refused ones wait for a person instead. */
function isCreatable(target: Target): boolean {
  if (target.desired_state === 'closed' || target.state === 'failed') return false;
  const error = parseSyncError(target.sync_error);
  if (error?.act === 'publish' && error.kind !== 'waiting') return false;
  return target.variations.some(
    (variation) => variation.remote_item_id === null && variation.active && variation.quantity > 0,
  );
}

export type PublishedListing = { listingId: string; variations: TargetVariation[] };

/** The listings of a publication with the variations of each. */
export function listingsOf(target: Target): PublishedListing[] {
  const found = new Map<string, TargetVariation[]>();
  for (const variation of target.variations) {
    const id = variation.remote_item_id;
    if (id) found.set(id, [...(found.get(id) ?? []), variation]);
  }
  return [...found].map(([listingId, variations]) => ({ listingId, variations }));
}

type Refusal = { part: Part; causes: RemoteCause[] };

/**
 * The parts that are sent: `what oversells` if it is not sent (a pause, a smaller stock), stock and state, or
 * everything.
 */
type Scope = 'what oversells' | 'stock and state' | 'everything';

/**
 * Every listing is processed even if an earlier one failed. Returns `held` if a refusal is open: then only stock and
 * state are sent, and the rest waits for the person who corrects it.
 */
export async function pushTarget(
  work: PublicationWork,
  only?: 'what oversells',
): Promise<'held' | undefined> {
  const { target, context } = work;
  if (target.state === 'closed') return;
  const shown = parseSyncError(target.sync_error);
  const held = shown?.kind === 'refused' ? shown.causes : null;
  const scope: Scope = only ?? (held === null ? 'everything' : 'stock and state');
  const refusals: Refusal[] = [];
  let failure: unknown;
  for (const published of listingsOf(target)) {
    try {
      refusals.push(...(await pushListing(work, published, scope)));
    } catch (error) {
      if (!mayGoOn(error)) throw error;
      failure ??= error;
    }
  }
  if (failure) throw failure;
  const refused = new Set<string>(refusals.map(({ part }) => part));
  const sent = target.pending_fields.filter((part) =>
    part === 'state' ? isStateSent(target, scope) : scope === 'everything',
  );
  const acknowledged = sent.filter((part) => !refused.has(part));
  if (acknowledged.length > 0) await context.transact((tx) => acknowledgeSent(tx, target, acknowledged));
  const stands = (held ?? []).filter(({ field }) => field !== 'quantity' && field !== 'state');
  if (refusals.length > 0) throw refusedOf(refusals, stands);
  return stands.length > 0 ? 'held' : undefined;
}

function refusedOf(refusals: readonly Refusal[], stands: readonly RemoteCause[]): Refused {
  const causes = [...refusals.flatMap((refusal) => refusal.causes), ...stands];
  return new Refused(causes.find(({ warning }) => !warning)?.code ?? 'refused', causes);
}

/** A listing that is being updated: its earlier state at the marketplace, if that was read, and the refusals. */
type Push = PublishedListing & { work: PublicationWork; before: Listing | null; refusals: Refusal[] };

/**
 * Each part is sent alone, so that a refused one does not block the others: first what oversells if it is not sent (a
 * pause, a smaller stock), then the price, so that nothing more is sold at the old one, then a larger stock, then the
 * content. Returns the refusals.
 */
async function pushListing(
  work: PublicationWork,
  published: PublishedListing,
  scope: Scope,
): Promise<Refusal[]> {
  const { target, session } = work;
  const behind = published.variations.filter(isStockBehind);
  const stocked = scope === 'what oversells' ? behind.filter((one) => !isKnownToGrow(one)) : behind;
  const isAll = scope === 'everything';
  const priced = isAll ? published.variations.filter(isPriceBehind) : [];
  const parts = isAll ? contentParts.filter((part) => target.pending_fields.includes(part)) : [];
  const wantsState = target.pending_fields.includes('state') && isStateSent(target, scope);
  if (stocked.length + priced.length + parts.length === 0 && !wantsState) return [];
  const isRead = wantsState || parts.length + priced.length > 0;
  const before = isRead ? await session.marketplace.listings.read(session, published.listingId) : null;
  if (before?.state === 'closed') return settle(work, before);

  const push: Push = { ...published, work, before, refusals: [] };
  const due = before ? await withoutWaiting(push, before, priced) : [];
  const early = parts.filter((part) => part === 'wholesale' && isBandInTheWay(before, due));
  if (wantsState && target.desired_state !== 'active') await sendState(push);
  await sendStock(push, stocked.filter(isFewer));
  for (const part of early) await attempt(push, part, () => sendPart(push, part));
  await sendPrices(push, due);
  await sendStock(
    push,
    stocked.filter((variation) => !isFewer(variation)),
  );
  if (wantsState && target.desired_state === 'active') await sendState(push);
  const late = parts.filter((part) => !early.includes(part));
  for (const part of late) await attempt(push, part, () => sendPart(push, part));
  if (!before && push.refusals.length === 0) return [];
  return readBack(push, due);
}

/** A price change ends a running promotion: it waits for its end unless a person sends it anyway. */
async function withoutWaiting(
  { work: { context, target } }: Push,
  before: Listing,
  priced: readonly TargetVariation[],
): Promise<TargetVariation[]> {
  const isWaiting = (variation: TargetVariation) =>
    !variation.price_leaves_promotion && listedOf(before, variation)?.promotion != null;
  if (priced.some(isWaiting)) await context.transact((tx) => applyListing(tx, target.id, before));
  return priced.filter((variation) => !isWaiting(variation));
}

/** A price must stay above the wholesale prices that the marketplace still has: new ones then go first. */
function isBandInTheWay(before: Listing | null, due: readonly TargetVariation[]): boolean {
  const highest = highestBand(before?.wholesale ?? []);
  return highest !== null && due.some(({ price_centavos: price }) => price <= highest);
}

/** A refusal is stored; any other failure ends the push. */
async function attempt(push: Push, part: Part, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    const causes = causesOf(error, push.work.target, push.variations, part);
    if (!causes) throw error;
    push.refusals.push({ part, causes });
  }
}

async function sendState(push: Push): Promise<void> {
  const { work, before } = push;
  const { session, target } = work;
  if (!before) return;
  await attempt(push, 'state', () =>
    session.marketplace.listings.pushState(session, before, target.desired_state),
  );
}

async function sendStock(push: Push, stocked: readonly TargetVariation[]): Promise<void> {
  const { work, before, listingId, refusals } = push;
  const own = stocked.filter((variation) => !before || !listedOf(before, variation)?.fulfilledByMarketplace);
  const [first] = own;
  if (!first) return;
  const { session } = work;
  const place = { id: listingId, stockId: first.remote_user_product_id ?? null };
  const units = own.map(unitOf);
  await attempt(push, 'stock', async () => {
    const refused = await session.marketplace.listings.pushStock(session, place, units, before);
    const isRefused = (variation: TargetVariation) =>
      refused.some(({ id }) => id === variation.remote_variation_id);
    await acknowledgeStock(
      work,
      own.filter((variation) => !isRefused(variation)),
    );
    for (const { causes } of refused) refusals.push({ part: 'stock', causes });
  });
}

/** Without a location now and before, it stays where the marketplace has it. */
const unitOf = ({ remote_variation_id: id, quantity: value, ...at }: TargetVariation): StockValue =>
  at.location === null && at.synced_location === null ? { id, value } : { id, value, location: at.location };

async function sendPrices(push: Push, priced: readonly TargetVariation[]): Promise<void> {
  if (priced.length === 0) return;
  const { work, before, listingId, refusals } = push;
  const { session } = work;
  const prices = priced.map(({ remote_variation_id: id, price_centavos: value }) => ({ id, value }));
  await attempt(push, 'price', async () => {
    for (const { causes } of await session.marketplace.listings.pushPrice(session, listingId, prices, before))
      refusals.push({ part: 'price', causes });
  });
}

/** The marketplace may accept a price without applying it: the listing afterwards decides. */
async function readBack(push: Push, priced: readonly TargetVariation[]): Promise<Refusal[]> {
  const { work, listingId, refusals } = push;
  const after = await work.session.marketplace.listings.read(work.session, listingId);
  if (after.state === 'closed') return settle(work, after);
  await acknowledgePrices(work, priced, after);
  const lost = priced.find((variation) => priceIn(after, variation) !== variation.price_centavos);
  if (lost && !refusals.some(({ part }) => part === 'price'))
    refusals.push({
      part: 'price',
      causes: new Refused('price_not_taken', [{ field: 'price', message: '' }]).causes,
    });
  // The stock was moved to the marketplace's own warehouse meanwhile: this is no error, and is shown.
  return refusals.filter(({ part }) => part !== 'stock' || !after.fulfilledByMarketplace);
}

async function sendPart({ work, before, variations }: Push, part: ContentPart): Promise<void> {
  const { session, target } = work;
  if (!before) return;
  const pictures = part === 'pictures' ? await uploadPictures(work) : noPictures;
  await session.marketplace.listings.pushContent(
    session,
    before,
    part,
    contentOf(target, pictures),
    variations.map((variation) => variationContent(target, variation, pictures)),
  );
}

/** Stock that the marketplace stores and counts itself is left unchanged. */
const isStockBehind = (variation: TargetVariation) =>
  !variation.fulfilled_by_marketplace &&
  (variation.quantity !== variation.synced_quantity || variation.location !== variation.synced_location);
const isStateSent = ({ desired_state: wanted }: Target, scope: Scope) =>
  scope !== 'what oversells' || wanted !== 'active';
const isKnownToGrow = ({ quantity, synced_quantity: pushed }: TargetVariation) =>
  pushed !== null && quantity > pushed;
const isFewer = ({ quantity, synced_quantity: pushed }: TargetVariation) =>
  pushed !== null && quantity < pushed;
const isPriceBehind = (variation: TargetVariation) =>
  variation.price_centavos !== variation.synced_price_centavos;

async function settle({ context, target }: PublicationWork, listing: Listing): Promise<Refusal[]> {
  await context.transact((tx) => applyListing(tx, target.id, listing));
  return [];
}
