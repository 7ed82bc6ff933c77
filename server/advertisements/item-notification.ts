import type { TopicHandler } from '#server/marketplaces/topics.ts';
import { findByRemoteItem } from './publication.queries.ts';
import { enqueueRead } from './publication-queue.ts';

/** `/items/MLB…`, and `/items/MLB…/prices` for the other topic. */
const resource = /^\/items\/([A-Z]{3}\d{1,20})(?:\/|$)/;

/** Something about an item changed: its publication is read anew, in its turn. Items that are not ours are left alone. */
export const processItem: TopicHandler = async (job, notice) => {
  const itemId = resource.exec(notice.resource)?.[1];
  if (!itemId) return;
  await job.inBusiness(notice.businessId, async (tx) => {
    const found = await findByRemoteItem(tx, notice.accountId, itemId);
    for (const publication of found) enqueueRead(tx, notice.businessId, publication.id);
  });
};
