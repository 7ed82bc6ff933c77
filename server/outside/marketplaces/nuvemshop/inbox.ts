import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { understand } from '../../http.ts';
import type { Concern, Delivery, Inbox } from '../inbox.ts';
import type { SellerSession } from '../seller-session.ts';
import type { Application } from './authorization.ts';
import { storePath } from './client.ts';
import { readPages } from './pages.ts';
import { isPrivacyEvent, namedPrivacy, privacyOf } from './privacy.ts';
import { remoteId } from './values.ts';

const signatureHeader = 'x-linkedstore-hmac-sha256';

const id = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).slice(0, 40))
  .catch('');
/** Only what is needed to find the resource later; anything may be missing or of another type. */
const envelope = z.object({
  store_id: id,
  event: z.string().max(60).catch(''),
  id,
  /** Events of a part of an order. */
  order_id: id,
});

/** The events to subscribe to. */
const events = [
  ...['created', 'updated', 'paid', 'pending', 'voided'].map((what) => `order/${what}`),
  ...['packed', 'unpacked', 'fulfilled', 'cancelled', 'edited'].map((what) => `order/${what}`),
  ...['product/updated', 'product/deleted', 'fulfillment_order/status_updated'],
  ...['app/uninstalled', 'app/suspended', 'app/resumed'],
];

const concerns: Readonly<Record<string, Concern['what']>> = {
  orders: 'order',
  products: 'listing',
  app: 'grant',
};

/** Notifications about one record are processed once: they are identified by the record and not by the event. */
function topicOf(event: string): string {
  const [family = ''] = event.split('/');
  if (family === 'order' || family === 'fulfillment_order') return 'orders';
  return family === 'product' ? 'products' : family;
}

export function createInbox(application: Application & { notifyUrl: string }): Inbox {
  return {
    isProven: (delivery) => isSigned(delivery, application.clientSecret),
    read(body) {
      const reported = envelope.parse(body);
      const topic = topicOf(reported.event);
      if (isPrivacyEvent(reported.event))
        return {
          remoteUserId: reported.store_id,
          topic: 'privacy',
          resource: digestOf(body),
          isOurs: reported.store_id !== '',
        };
      return {
        remoteUserId: reported.event ? reported.store_id : '',
        topic,
        resource: topic === 'orders' && reported.order_id ? reported.order_id : reported.id,
        isOurs: reported.event !== '' && reported.store_id !== '',
      };
    },
    answersEmpty: false,
    topics: Object.keys(concerns),
    concernOf({ topic, resource }) {
      const what = Object.hasOwn(concerns, topic) ? concerns[topic] : undefined;
      if (!what) return null;
      return what === 'grant' || /^\d{1,19}$/.test(resource) ? { what, id: resource } : null;
    },
    named: namedPrivacy,
    privacyOf,
    readMissed: null,
    subscribe: (session) => subscribe(session, application.notifyUrl),
  };
}

/** Each is processed separately, because the next one may name other orders. */
const digestOf = (body: object): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 40);

/** Hex of the HMAC over the bytes as received, compared in constant time. */
function isSigned({ bytes, headers }: Delivery, secret: string): boolean {
  const said = headers[signatureHeader];
  if (typeof said !== 'string' || !/^[0-9a-f]{64}$/i.test(said)) return false;
  return timingSafeEqual(Buffer.from(said, 'hex'), createHmac('sha256', secret).update(bytes).digest());
}

const webhooks = z.array(z.object({ id: remoteId, event: z.string(), url: z.string() }));

/**
 * Registers missing webhooks, because removing the application from the store deletes them. A refused one does not
 * block the others.
 */
async function subscribe(session: SellerSession, url: string): Promise<void> {
  const known = new Set<string>();
  await readPages(
    session,
    '/webhooks',
    {},
    (json) => understand(webhooks, json, 'webhooks'),
    (page) => {
      for (const hook of page) if (hook.url === url) known.add(hook.event);
    },
  );
  const failures: unknown[] = [];
  for (const event of events)
    if (!known.has(event))
      await session
        .call(`${storePath(session.remoteUserId)}/webhooks`, { method: 'POST', json: { event, url } })
        .catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
