import { processListing } from '#server/advertisements/listing-notification.ts';
import type { JobContext } from '#server/jobs/task.ts';
import { processOrder, processShipment } from '#server/orders/fetch-order.ts';

/** A notification that is believed to be for one of our accounts; its resource is still to be fetched. */
export type Notice = {
  notificationId: number;
  marketplace: string;
  topic: string;
  resource: string;
  businessId: number;
  accountId: number;
};

export type TopicHandler = (job: JobContext, notice: Notice) => Promise<void>;

/** What is done about a topic, by its name at the marketplace. Others are stored and left. */
export const topics: Record<string, TopicHandler> = {
  items: processListing,
  orders_v2: processOrder,
  shipments: processShipment,
  items_prices: processListing,
};
