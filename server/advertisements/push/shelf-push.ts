import { sql } from 'kysely';
import { z } from 'zod';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import { createBatcher } from '#server/jobs/batcher.ts';
import type { JobContext, Task } from '#server/jobs/task.ts';

const payload = z.object({ stockId: z.number() });

const mostAtOnce = 50;

/** Simultaneous changes of stock rows are looked up together, and their pushes are enqueued in one commit. */
const pushShelf = createBatcher<JobContext, number, null>(mostAtOnce, async (job, _, stockIds) => {
  await job.unscoped(async (tx) => {
    const { rows } = await sql<{ business_id: number; publication_id: number }>`
      select business_id, publication_id from publications_of_stock(${stockIds}::bigint[])`.execute(tx.db);
    for (const row of rows) enqueuePush(tx, row.business_id, row.publication_id);
  });
  return stockIds.map(() => null);
});

/** A change of a stock row becomes one push for each publication that uses it, of every seller and account. */
export const shelfPushTask: Task = async (job, input) => {
  const { stockId } = payload.parse(input);
  await pushShelf(job, 0, stockId);
};
