import { findByRemoteItem } from '#server/advertisements/publication/publication.queries.ts';
import { enqueueRead } from '#server/advertisements/publication/publication-queue.ts';
import type { NotificationHandler } from '#server/marketplaces/notification-event.ts';

/** Something about a listing changed: its publication is read anew, in its turn. Those that are not ours are left alone. */
export const processListing: NotificationHandler = async (job, { businessId, accountId, id }) => {
  await job.inBusiness(businessId, async (tx) => {
    const found = await findByRemoteItem(tx, accountId, id);
    for (const publication of found) enqueueRead(tx, businessId, publication.id);
  });
};
