import { z } from 'zod';
import { freeEmptyTotes } from '#server/inventory/tote.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { liveSales } from './lock-list.ts';

const payload = z.object({ businessId: z.number(), listId: z.number() });

/**
 * Task `picking.end-emptied`: ends a list whose last sale was canceled. It runs after the cancel, because a list is
 * always locked before its sales.
 */
export async function endEmptied({ inBusiness }: JobContext, input: unknown): Promise<void> {
  const { businessId, listId } = payload.parse(input);
  await inBusiness(businessId, async (tx) => {
    const list = await tx.db
      .selectFrom('picking_lists')
      .select(['assignee_id', 'created_by'])
      .where('id', '=', listId)
      .where('state', 'in', ['open', 'in_progress'])
      .forUpdate()
      .executeTakeFirst();
    if (!list || (await liveSales(tx, listId)).length > 0) return;
    await tx.db
      .updateTable('picking_lists')
      .set({ state: 'canceled', canceled_at: tx.now() })
      .where('id', '=', listId)
      .execute();
    // Acts in the name of the picker; a list that nobody took has no tote.
    const userId = list.assignee_id ?? list.created_by;
    if (userId !== null) await freeEmptyTotes(tx, userId, listId);
    tx.changed(businessId, 'picking');
  });
}
