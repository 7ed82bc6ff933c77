import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/worker.ts';
import { type RemoteItem, readItem } from '#server/outside/marketplaces/mercado-livre/items.ts';
import { runPublicationJob } from './publication-job.ts';
import { itemsOf } from './publication-push.ts';
import { enqueueLatePush, enqueuePush } from './publication-queue.ts';
import { followSuccessors } from './publication-successors.ts';
import type { TargetVariation } from './publication-target.ts';
import { applyRemoteItem } from './remote-state.ts';

const saleMinutes = 1;

/** Reads a publication anew and compares: state is taken over, a quantity or price that differs is pushed again. */
export const readTask: Task = (job, input) =>
  runPublicationJob(job, input, 'read', async (work) => {
    const { target, session, context, businessId } = work;
    for (const { itemId, variations } of itemsOf(target)) {
      const item = await readItem(session, itemId);
      if (await followSuccessors(work, item)) continue;
      await context.transact(async (tx) => {
        await applyRemoteItem(tx, target.id, item);
        const drift = await compare(tx, item, variations);
        if (drift === 'other') enqueuePush(tx, businessId, target.id);
        // Less than we said is most often a sale whose own notification is still on its way: it comes off the shelf first.
        if (drift === 'less') enqueueLatePush(tx, businessId, target.id, addMinutes(tx.now(), saleMinutes));
      });
    }
  });

/** Corrects what we believe the marketplace has; tells whether it is what we said. */
async function compare(
  tx: Tx,
  item: RemoteItem,
  variations: readonly TargetVariation[],
): Promise<'same' | 'less' | 'other'> {
  let drift: 'same' | 'less' | 'other' = 'same';
  for (const variation of variations) {
    const remote = item.variations.find((entry) => entry.id === variation.remote_variation_id);
    if (variation.remote_variation_id !== null && !remote) continue;
    const quantity = remote?.quantity ?? item.quantity;
    const price = remote?.price ?? item.price;
    if (quantity === variation.pushed_quantity && price === variation.pushed_price_centavos) continue;
    await tx.db
      .updateTable('publication_variations')
      .set({ pushed_quantity: quantity, pushed_price_centavos: price })
      .where('id', '=', variation.id)
      .execute();
    const fewer = variation.pushed_quantity !== null && quantity < variation.pushed_quantity;
    if (price === variation.pushed_price_centavos && fewer) drift = drift === 'same' ? 'less' : drift;
    else drift = 'other';
  }
  return drift;
}
