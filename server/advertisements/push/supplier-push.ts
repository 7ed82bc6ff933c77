import { z } from 'zod';
import { enqueuePush } from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Task } from '#server/jobs/task.ts';

const payloadSchema = z.object({ businessId: z.number(), supplierId: z.number() });

/** Updates every publication of the seller with goods of this supplier; merged by key. */
export function enqueuePushOfSupplier(
  tx: Tx,
  { sellerId, supplierId }: { sellerId: number; supplierId: number },
): void {
  tx.enqueue({
    task: 'publications.push-of-supplier',
    payload: { businessId: sellerId, supplierId },
    key: `push-of:${sellerId}:${supplierId}`,
  });
}

/** Task `publications.push-of-supplier`. */
export const pushOfSupplier: Task = async (job, payload) => {
  const { businessId, supplierId } = payloadSchema.parse(payload);
  await job.inBusiness(businessId, async (tx) => {
    const rows = await tx.db
      .selectFrom('publication_components as c')
      .innerJoin('publication_variations as v', 'v.id', 'c.publication_variation_id')
      .select('v.publication_id')
      .distinct()
      .where('c.supplier_id', '=', supplierId)
      .where('v.business_id', '=', businessId)
      .execute();
    for (const row of rows) enqueuePush(tx, businessId, row.publication_id);
    tx.changed(businessId, 'publications');
    tx.changed(businessId, 'advertisements');
  });
};
