import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Concern, Inbox } from '../inbox.ts';
import { claimResource, listingResource, readMissed } from './missed-feeds.ts';

const maxText = 300;
const maxId = 40;

const text = z.union([z.string(), z.number()]).transform((value) => String(value).slice(0, maxText));
/** Only what is needed to find the resource later; anything may be missing or of another type. */
const envelope = z.object({
  topic: text.catch(''),
  resource: text.catch(''),
  user_id: text.transform((id) => id.slice(0, maxId)).catch(''),
  application_id: text.catch(''),
});

const order = { what: 'order', resource: /\/orders\/(\d{1,19})(?:$|[/?])/ } as const;
const parcel = { what: 'parcel', resource: /\/shipments\/(\d{1,19})(?:$|[/?])/ } as const;
const listing = { what: 'listing', resource: listingResource } as const;
const question = { what: 'question', resource: /^\/questions\/(\d{1,19})(?:$|[/?])/ } as const;
/** It names the message and not its sale. */
const message = { what: 'message', resource: /^(?:\/messages\/)?([\w-]{1,64})$/ } as const;
const claim = { what: 'claim', resource: claimResource } as const;
const concerns: Readonly<Record<string, { what: Concern['what']; resource: RegExp }>> = {
  orders_v2: order,
  shipments: parcel,
  items: listing,
  items_prices: listing,
  questions: question,
  messages: message,
  post_purchase: claim,
};

const digest = (secret: string) => createHash('sha256').update(secret).digest();

/** Mercado Livre does not sign: the path holds a secret, compared in constant time. */
export function createInbox(application: { clientId: string; notificationSecret: string }): Inbox {
  return {
    isProven: ({ secret }) => timingSafeEqual(digest(secret), digest(application.notificationSecret)),
    read(body) {
      const { topic, resource, user_id, application_id } = envelope.parse(body);
      return {
        remoteUserId: user_id,
        topic,
        resource,
        isOurs: application_id === application.clientId,
      };
    },
    answersEmpty: false,
    topics: Object.keys(concerns),
    concernOf({ topic, resource }) {
      const concern = Object.hasOwn(concerns, topic) ? concerns[topic] : undefined;
      const id = concern?.resource.exec(resource)?.[1];
      return concern && id ? { what: concern.what, id } : null;
    },
    named: null,
    privacyOf: null,
    readMissed: (session) => readMissed(session, application.clientId),
    subscribe: null,
  };
}
