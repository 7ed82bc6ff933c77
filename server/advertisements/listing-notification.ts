import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { TopicHandler } from '#server/marketplaces/topics.ts';
import { findByRemoteItem } from './publication.queries.ts';
import { enqueueRead } from './publication-queue.ts';

/** Something about a listing changed: its publication is read anew, in its turn. Those that are not ours are left alone. */
export const processListing: TopicHandler = async (job, notice) => {
  const { listings } = job.outside.marketplaces[notice.marketplace as MarketplaceId];
  const listingId = listings.listingIn(notice.resource);
  if (!listingId) return;
  await job.inBusiness(notice.businessId, async (tx) => {
    const found = await findByRemoteItem(tx, notice.accountId, listingId);
    for (const publication of found) enqueueRead(tx, notice.businessId, publication.id);
  });
};
