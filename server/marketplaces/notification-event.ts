import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { JobContext } from '#server/jobs/task.ts';

/** A notification that is believed to be for one of our accounts; what it concerns is still to be read. */
export type NotificationEvent = {
  notificationId: number;
  marketplace: MarketplaceId;
  businessId: number;
  accountId: number;
  /** The marketplace's, of what it concerns. */
  id: string;
};

export type NotificationHandler = (job: JobContext, event: NotificationEvent) => Promise<void>;
