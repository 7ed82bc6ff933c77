import { sql } from 'kysely';
import { z } from 'zod';
import type { Task } from '#server/jobs/worker.ts';
import { enqueuePush } from './publication-queue.ts';

const payload = z.object({ stockId: z.number() });

/** One change of a shelf row becomes one push for each publication, of every seller and account, that stands on it. */
export const shelfPushTask: Task = async (job, input) => {
  const { stockId } = payload.parse(input);
  await job.unscoped(async (tx) => {
    const { rows } = await sql<{ business_id: number; publication_id: number }>`
      select business_id, publication_id from publications_of_shelf(array[${stockId}]::bigint[])`.execute(
      tx.db,
    );
    for (const row of rows) enqueuePush(tx, row.business_id, row.publication_id);
  });
};
