import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { JobContext } from '#server/jobs/task.ts';

/** A notification that was verified to be for one of our accounts; its resource is still to be read. */
export type NotificationEvent = {
  notificationId: number;
  marketplace: MarketplaceId;
  businessId: number;
  accountId: number;
  /** The marketplace's id of the resource. */
  id: string;
};

export type NotificationHandler = (job: JobContext, event: NotificationEvent) => Promise<void>;
