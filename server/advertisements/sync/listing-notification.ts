import { askForListing } from '#server/advertisements/link/read-listings.ts';
import { findByRemoteItem } from '#server/advertisements/publication/publication.queries.ts';
import { enqueueRead } from '#server/advertisements/publication/publication-queue.ts';
import type { NotificationHandler } from '#server/marketplaces/notification-event.ts';

/** Something about a listing changed: its publication is read anew, in its turn; one that nothing here stands for as such. */
export const processListing: NotificationHandler = async (job, { businessId, accountId, id }) => {
  await job.inBusiness(businessId, async (tx) => {
    const found = await findByRemoteItem(tx, accountId, id);
    for (const publication of found) enqueueRead(tx, businessId, publication.id);
    if (found.length === 0) await askForListing(tx, { businessId, accountId }, id);
  });
};
