import { processListing } from '#server/advertisements/sync/listing-notification.ts';
import { processOrder, processShipment } from '#server/orders/sync/fetch-order.ts';
import type { Concern } from '#server/outside/marketplaces/inbox.ts';
import { processClaim, processMessage } from './chats/fetch-chat.ts';
import { processGrant } from './grant.ts';
import type { NotificationHandler } from './notification-event.ts';
import { processQuestion } from './questions/fetch-question.ts';

/** What is done about each thing a notification may concern. */
export const notificationHandlers: Record<Concern['what'], NotificationHandler> = {
  order: processOrder,
  parcel: processShipment,
  listing: processListing,
  question: processQuestion,
  message: processMessage,
  claim: processClaim,
  grant: processGrant,
};
