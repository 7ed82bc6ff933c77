import { sql } from 'kysely';
import { z } from 'zod';
import { publicationChanged } from '#server/advertisements/publication/publication.queries.ts';
import {
  enqueueGuard,
  enqueueMeasure,
  enqueuePush,
} from '#server/advertisements/publication/publication-queue.ts';
import { publicationPayload } from '#server/advertisements/publication/publication-target.ts';
import type { Task } from '#server/jobs/task.ts';
import type { ContentPart } from '#server/outside/marketplaces/listing.ts';
import { findNewSizes } from './size.queries.ts';

const measured = z.object({ productId: z.number() });

/** Task `products.measured`: measures every publication, of every seller, whose parcel follows the product. */
export const productMeasuredTask: Task = async (job, input) => {
  const { productId } = measured.parse(input);
  await job.unscoped(async (tx) => {
    const { rows } = await sql<{ business_id: number; publication_id: number }>`
      select business_id, publication_id from publications_of_products(${[productId]}::bigint[])`.execute(
      tx.db,
    );
    for (const row of rows) enqueueMeasure(tx, row.business_id, row.publication_id);
  });
};

/**
 * Task `publication.measure`: the parcels get the current size of their products or kits, which is sent to the
 * marketplace, and freight and margin are checked again. Idempotent.
 */
export const measureTask: Task = async (job, input) => {
  const { businessId, publicationId } = publicationPayload.parse(input);
  await job.inBusiness(businessId, async (tx) => {
    const sizes = await findNewSizes(tx, publicationId);
    if (!sizes) return;
    for (const { id, ...size } of sizes.ofVariations)
      await tx.db.updateTable('publication_variations').set(size).where('id', '=', id).execute();
    const part: ContentPart = 'package';
    const { remote_item_id: listing } = await tx.db
      .updateTable('publications')
      .set((set) => ({
        ...sizes.ofPublication,
        pending_fields: sql<string[]>`case when remote_item_id is null then pending_fields
          else array(select distinct unnest(pending_fields || ${[part]}::text[])) end`,
        updated_at: tx.now(),
        version: set('version', '+', 1),
      }))
      .where('id', '=', publicationId)
      .returning('remote_item_id')
      .executeTakeFirstOrThrow();
    // Its consequences are decided first, so that the size is sent with the right price or quantity 0.
    enqueueGuard(tx, businessId, publicationId);
    if (listing !== null) enqueuePush(tx, businessId, publicationId);
    publicationChanged(tx, businessId);
  });
};
