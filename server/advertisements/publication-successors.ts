import type { Tx } from '#server/db/transaction.ts';
import {
  findByMarker,
  findBySku,
  type RemoteItem,
  readItem,
} from '#server/outside/marketplaces/mercado-livre/items.ts';
import type { PublicationWork } from './publication-job.ts';
import { publicationMarker, type Target, type TargetVariation } from './publication-target.ts';
import { applyRemoteItem } from './remote-state.ts';

/** The marketplace's mark on an item that it has split into one item per variation by itself ("UPtin"). */
const splitTag = 'variations_migration_source';

/**
 * Follows a publication whose one item became several: each variation is found again by its SKU among the items that came
 * of the old one. Answers whether it was such a case.
 */
export async function followSuccessors(work: PublicationWork, closed: RemoteItem): Promise<boolean> {
  const { target, context } = work;
  if (closed.status !== 'closed' || target.model !== 'legacy' || !closed.tags.includes(splitTag))
    return false;
  const successors = await findSuccessors(work, closed);
  const pairs = target.variations.flatMap((variation) => {
    const item = successors.find((candidate) => variation.sku !== '' && candidate.sku === variation.sku);
    return item ? [{ variation, item }] : [];
  });
  const [first] = pairs;
  if (!first) return false;
  await context.transact((tx) => storeSuccessors(tx, target, pairs, first.item));
  for (const { item } of pairs) await context.transact((tx) => applyRemoteItem(tx, target.id, item));
  return true;
}

async function findSuccessors(
  { session, target }: PublicationWork,
  closed: RemoteItem,
): Promise<RemoteItem[]> {
  const ids = new Set(await findByMarker(session, publicationMarker(target)));
  for (const { sku } of target.variations)
    if (sku) for (const id of await findBySku(session, sku)) ids.add(id);
  ids.delete(closed.id);
  const items: RemoteItem[] = [];
  for (const id of ids) items.push(await readItem(session, id));
  return items.filter((item) => item.parentId === closed.id && item.status !== 'closed');
}

type Pair = { variation: TargetVariation; item: RemoteItem };

async function storeSuccessors(
  tx: Tx,
  target: Target,
  pairs: readonly Pair[],
  first: RemoteItem,
): Promise<void> {
  for (const { variation, item } of pairs) {
    await tx.db
      .updateTable('publication_variations')
      .set({
        remote_item_id: item.id,
        remote_variation_id: null,
        remote_user_product_id: item.userProductId,
        pushed_quantity: item.quantity,
        pushed_price_centavos: item.price,
      })
      .where('id', '=', variation.id)
      .execute();
  }
  await tx.db
    .updateTable('publications')
    .set({ model: 'user_product', remote_item_id: first.id })
    .where('id', '=', target.id)
    .execute();
}
