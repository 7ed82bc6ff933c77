import { askForListing } from '#server/advertisements/link/read-listings.ts';
import { findByRemoteItem } from '#server/advertisements/publication/publication.queries.ts';
import { enqueueRead } from '#server/advertisements/publication/publication-queue.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { NotificationHandler } from '#server/marketplaces/notification-event.ts';

/** A listing changed: its publication is read again, in the order of its queue; so is a listing without one. */
export async function enqueueListingRead(
  tx: Tx,
  account: { businessId: number; accountId: number },
  remoteId: string,
): Promise<void> {
  const found = await findByRemoteItem(tx, account.accountId, remoteId);
  for (const publication of found) enqueueRead(tx, account.businessId, publication.id);
  if (found.length === 0) await askForListing(tx, account, remoteId);
}

export const processListing: NotificationHandler = (job, { businessId, accountId, id }) =>
  job.inBusiness(businessId, (tx) => enqueueListingRead(tx, { businessId, accountId }, id));
