import { toDecimal } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/worker.ts';
import { MercadoLivreError } from '#server/outside/marketplaces/mercado-livre/client.ts';
import { type RemoteItem, readItem, updateItem } from '#server/outside/marketplaces/mercado-livre/items.ts';
import { publicationChanged } from './publication.queries.ts';
import { sendContent, sendDescription, sendType } from './publication-content.ts';
import { type PublicationWork, Refused, runPublicationJob } from './publication-job.ts';
import { enqueuePublish, enqueuePush } from './publication-queue.ts';
import type { Target, TargetVariation } from './publication-target.ts';
import { parseSyncError } from './publication-view.ts';
import { applyRemoteItem } from './remote-state.ts';

type Json = Record<string, unknown>;

/** Brings quantity, price, state and text of a publication to the marketplace where they differ from what it acknowledged. */
export const pushTask: Task = (job, input) =>
  runPublicationJob(job, input, 'push', async (work) => {
    if (isCreatable(work.target))
      await work.context.transact(async (tx) => enqueuePublish(tx, work.businessId, work.target.id));
    await pushTarget(work);
  });

/** Something waited for stock that is there now. What was refused waits for a person instead. */
function isCreatable(target: Target): boolean {
  if (target.wanted_state === 'closed' || target.state === 'failed') return false;
  const error = parseSyncError(target.sync_error);
  if (error?.act === 'publish' && error.kind !== 'waiting') return false;
  return target.variations.some(
    (variation) => variation.remote_item_id === null && variation.active && variation.quantity > 0,
  );
}

/** The remote items of a publication with the variations each stands for. */
export function itemsOf(target: Target): { itemId: string; variations: TargetVariation[] }[] {
  const items = new Map<string, TargetVariation[]>();
  for (const variation of target.variations) {
    const itemId = variation.remote_item_id;
    if (itemId) items.set(itemId, [...(items.get(itemId) ?? []), variation]);
  }
  return [...items].map(([itemId, variations]) => ({ itemId, variations }));
}

export async function pushTarget(work: PublicationWork): Promise<void> {
  const { target, context } = work;
  if (target.state === 'closed') return;
  const items = itemsOf(target);
  if (items.length === 0) return;
  for (const item of items) await pushItem(work, item.itemId, item.variations);
  if (target.unsent.length > 0) await context.transact((tx) => acknowledgeSent(tx, target));
}

async function pushItem(
  work: PublicationWork,
  itemId: string,
  variations: readonly TargetVariation[],
): Promise<void> {
  const { target, session } = work;
  const changed = variations.filter(isBehind);
  const { unsent } = target;
  if (changed.length === 0 && unsent.length === 0) return;
  const needsItem =
    unsent.length > 0 || variations.some((variation) => variation.remote_variation_id !== null);
  const before = needsItem ? await readItem(session, itemId) : null;
  if (before?.status === 'closed') return settle(work, before);
  const content = unsent.some((part) => part === 'content' || part === 'pictures')
    ? await sendContent(work, before, variations)
    : {};
  const body: Json = { ...offerBody(changed, variations, before, content), ...stateBody(target, before) };
  try {
    if (Object.keys(body).length > 0) await updateItem(session, itemId, body);
    if (unsent.includes('type') && before) await sendType(work, before);
    if (unsent.includes('description')) await sendDescription(work, itemId);
  } catch (error) {
    // Closed there meanwhile: that is an answer, not an error.
    if (!(error instanceof MercadoLivreError) || error.status !== 400) throw error;
    const now = await readItem(session, itemId);
    if (now.status !== 'closed') throw error;
    return settle(work, now);
  }
  await acknowledge(work, itemId, changed, unsent.length > 0);
}

const isBehind = (variation: TargetVariation) =>
  variation.quantity !== variation.pushed_quantity ||
  variation.price_centavos !== variation.pushed_price_centavos;

/**
 * Price and quantity in one call. In an item with variations every id it has is sent, also those that do not change
 * and those that are not ours: the marketplace deletes the ones left out. A price is the same for all of them.
 */
function offerBody(
  changed: readonly TargetVariation[],
  variations: readonly TargetVariation[],
  before: RemoteItem | null,
  content: { item?: Json; variations?: Map<string, Json> },
): Json {
  const [first] = changed;
  const body: Json = { ...content.item };
  if (!before || before.variations.length === 0) {
    if (!first) return body;
    return { ...body, ...quantityOf(first), ...priceOf(first) };
  }
  if (changed.length === 0 && !content.variations) return body;
  const repriced = variations.find(
    (variation) => variation.price_centavos !== variation.pushed_price_centavos,
  );
  return {
    ...body,
    variations: before.variations.map((remote) => {
      const ours = changed.find((variation) => variation.remote_variation_id === remote.id);
      return {
        id: Number(remote.id),
        ...(ours && quantityOf(ours)),
        ...(repriced && { price: toDecimal(repriced.price_centavos) }),
        ...content.variations?.get(remote.id),
      };
    }),
  };
}

const quantityOf = (variation: TargetVariation): Json =>
  variation.quantity === variation.pushed_quantity ? {} : { available_quantity: variation.quantity };
const priceOf = (variation: TargetVariation): Json =>
  variation.price_centavos === variation.pushed_price_centavos
    ? {}
    : { price: toDecimal(variation.price_centavos) };

/** Only a wish that is new is sent; an item without stock comes back by itself when there is some. */
function stateBody(target: Target, before: RemoteItem | null): Json {
  if (!target.unsent.includes('state') || !before) return {};
  if (target.wanted_state === before.status) return {};
  if (target.wanted_state === 'active' && !before.subStatus.includes('paused_by_seller')) return {};
  return { status: target.wanted_state };
}

/** Stores what was taken. A price is believed only when it is read again: the answer shows what was sent, not what holds. */
async function acknowledge(
  work: PublicationWork,
  itemId: string,
  changed: readonly TargetVariation[],
  readBack: boolean,
): Promise<void> {
  const { session, context, target } = work;
  const repriced = changed.filter(
    (variation) => variation.price_centavos !== variation.pushed_price_centavos,
  );
  const after = readBack || repriced.length > 0 ? await readItem(session, itemId) : null;
  await context.transact(async (tx) => {
    let overtaken = false;
    for (const variation of changed) overtaken = !(await storePushed(tx, variation, after)) || overtaken;
    if (overtaken) enqueuePush(tx, target.business_id, target.id);
    if (after) await applyRemoteItem(tx, target.id, after);
    else publicationChanged(tx, target.business_id);
  });
  const lost = repriced.find((variation) => after && priceIn(after, variation) !== variation.price_centavos);
  if (lost) throw new Refused('price_not_taken', { field: 'price', message: '' });
}

function priceIn(item: RemoteItem, variation: TargetVariation): number | null {
  const remote = item.variations.find((entry) => entry.id === variation.remote_variation_id);
  return remote?.price ?? item.price;
}

/**
 * An acknowledgement of an older shelf never overwrites that of a newer one. False where there is a newer one: a worker
 * that was taken for dead has sent this after it, so that nobody knows which of the two the marketplace shows.
 */
async function storePushed(tx: Tx, variation: TargetVariation, after: RemoteItem | null): Promise<boolean> {
  const { revision } = variation;
  const update = tx.db
    .updateTable('publication_variations')
    .set({
      pushed_quantity: variation.quantity,
      pushed_price_centavos: after ? priceIn(after, variation) : variation.price_centavos,
      ...(revision !== null && { pushed_revision: revision }),
      pushed_at: tx.now(),
    })
    .where('id', '=', variation.id);
  // Without a shelf that can be seen there is no revision: 0 is then said in the publication's own turn.
  const stored = await (revision === null
    ? update
    : update.where((where) =>
        where.or([where('pushed_revision', 'is', null), where('pushed_revision', '<=', revision)]),
      )
  ).executeTakeFirst();
  if (stored.numUpdatedRows > 0n) return true;
  await tx.db
    .updateTable('publication_variations')
    .set({ pushed_quantity: null })
    .where('id', '=', variation.id)
    .execute();
  return false;
}

async function settle({ context, target }: PublicationWork, item: RemoteItem): Promise<void> {
  await context.transact((tx) => applyRemoteItem(tx, target.id, item));
}

/** What was changed again while it was being sent stays unsent: the version tells. */
async function acknowledgeSent(tx: Tx, target: Target): Promise<void> {
  await tx.db
    .updateTable('publications')
    .set({ unsent: [] })
    .where('id', '=', target.id)
    .where('version', '=', target.version)
    .execute();
}
