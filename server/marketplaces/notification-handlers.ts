import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { processListing } from '#server/advertisements/listing-notification.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { processOrder, processShipment } from '#server/orders/fetch-order.ts';
import type { Concern } from '#server/outside/marketplaces/inbox.ts';

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

/** What is done about each thing a notification may concern. */
export const notificationHandlers: Record<Concern['what'], NotificationHandler> = {
  order: processOrder,
  parcel: processShipment,
  listing: processListing,
};
