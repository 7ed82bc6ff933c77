import { processListing } from '#server/advertisements/sync/listing-notification.ts';
import { processClaim, processMessage } from '#server/marketplaces/chats/fetch-chat.ts';
import { processGrant } from '#server/marketplaces/grant.ts';
import type { NotificationHandlers } from '#server/marketplaces/notification.ts';
import { processQuestion } from '#server/marketplaces/questions/fetch-question.ts';
import { processOrder, processShipment } from '#server/orders/sync/fetch-order.ts';

/** The rule that processes each thing a notification may concern. */
export const notificationHandlers: NotificationHandlers = {
  order: processOrder,
  parcel: processShipment,
  listing: processListing,
  question: processQuestion,
  message: processMessage,
  claim: processClaim,
  grant: processGrant,
};
