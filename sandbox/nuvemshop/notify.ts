import { createHmac, randomUUID } from 'node:crypto';
import { later } from '../clock.ts';
import { strike } from '../control/faults.ts';
import type { Fields } from '../reading.ts';
import type { World } from '../world.ts';
import { storeNotificationFaults } from './faults.ts';
import type { Delivery } from './market.ts';
import { storeById } from './market.ts';

/** The receiver has three seconds to answer 2XX. */
const ANSWER_WITHIN_MS = 3_000;
const KEPT_DELIVERIES = 5_000;
const MINUTE = 60_000;
const ATTEMPTS = 16;

/** At once, after 5, 10 and 15 minutes, then each wait 1.4 times the last. */
const documentedWaits = (): number[] => {
  const waits = [5 * MINUTE, 10 * MINUTE, 15 * MINUTE];
  while (waits.length < ATTEMPTS - 1) waits.push(Math.round((waits.at(-1) ?? 0) * 1.4));
  return waits;
};
const WAITS = documentedWaits();

/** Hex, over the bytes that are sent. */
const signatureOf = (world: World, body: string): string =>
  createHmac('sha256', world.nuvemshopApplication.clientSecret).update(body).digest('hex');

const send = async (world: World, delivery: Delivery): Promise<string> => {
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(delivery.signed && { 'x-linkedstore-hmac-sha256': signatureOf(world, delivery.body) }),
      },
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (failure) {
    return failure instanceof Error ? failure.name : 'failed';
  }
};

const EARLY_MS = 5;

const schedule = (world: World, delivery: Delivery, waitMs: number): void => {
  delivery.due = later(world.clock.now(), waitMs).toISOString();
  const timer = setTimeout(() => {
    world.timers.delete(timer);
    // When the clock was turned, another timer has already been here and put it off.
    const early = Date.parse(delivery.due) - world.clock.now().getTime() > EARLY_MS;
    if (!early) void attempt(world, delivery);
  }, waitMs);
  timer.unref();
  world.timers.add(timer);
};

const onTheWay = new WeakSet<Delivery>();

const attempt = async (world: World, delivery: Delivery): Promise<void> => {
  if (delivery.state !== 'waiting' || onTheWay.has(delivery)) return;
  // A suspended store sends only its suspension, and requests required by law.
  const suspended = storeById(world.nuvemshop, delivery.store_id)?.suspended === true;
  if (suspended && !delivery.event.startsWith('app/') && !isPrivacy(delivery.event)) return;
  const before = delivery.attempts;
  delivery.attempts += 1;
  delivery.sent = world.clock.now().toISOString();
  onTheWay.add(delivery);
  const answer = await send(world, delivery);
  onTheWay.delete(delivery);
  delivery.answer = answer;
  // After a reset this notification is no longer expected.
  if (!world.nuvemshop.deliveries.includes(delivery)) return;
  const waits = world.storeRetries ?? WAITS;
  const wait = waits[before];
  if (answer.startsWith('2')) delivery.state = 'delivered';
  else if (wait === undefined) delivery.state = 'given-up';
  else schedule(world, delivery, wait);
  world.changed();
};

type Message = { storeId: number; event: string; url: string; body: string; signed: boolean };

const keep = (world: World, message: Message, state: Delivery['state']): Delivery => {
  const delivery: Delivery = {
    id: randomUUID(),
    store_id: message.storeId,
    event: message.event,
    url: message.url,
    body: message.body,
    signed: message.signed,
    attempts: 0,
    state,
    due: world.clock.now().toISOString(),
    sent: null,
    answer: null,
  };
  const { deliveries } = world.nuvemshop;
  deliveries.push(delivery);
  if (deliveries.length > KEPT_DELIVERIES) deliveries.splice(0, deliveries.length - KEPT_DELIVERIES);
  world.changed();
  return delivery;
};

const post = (world: World, message: Message): void => {
  const fault = strike(world.nuvemshop.faults, storeNotificationFaults, {
    seller: message.storeId,
    topic: message.event,
  });
  if (fault?.kind === 'notify-lost') {
    keep(world, message, 'lost');
    return;
  }
  if (fault?.kind === 'notify-hold') {
    keep(world, message, 'held');
    return;
  }
  const copies = fault?.kind === 'notify-duplicate' ? fault.copies : 1;
  const wait = fault?.kind === 'notify-late' ? fault.delayMs : 0;
  const signed = fault?.kind !== 'notify-unsigned' && message.signed;
  for (let copy = 0; copy < copies; copy += 1) {
    schedule(world, keep(world, { ...message, signed }, 'waiting'), wait);
  }
};

const tell = (world: World, storeId: number, event: string, content: Fields): void => {
  const body = JSON.stringify(content);
  for (const webhook of Object.values(world.nuvemshop.webhooks)) {
    if (webhook.store_id !== storeId || webhook.event !== event) continue;
    post(world, { storeId, event, url: webhook.url, body, signed: true });
  }
};

/** Tells every webhook that the application registered in this store for the event. */
export const notify = (world: World, storeId: number, event: string, about: Fields): void =>
  tell(world, storeId, event, { store_id: storeId, event, ...about });

/** Fulfilment events write every id as text. */
export const notifyFulfillment = (
  world: World,
  storeId: number,
  event: string,
  about: { order_id: number; fulfillment_id: string; tracking_event_id?: string; status: string },
): void =>
  tell(world, storeId, event, {
    store_id: String(storeId),
    event,
    ...about,
    order_id: String(about.order_id),
  });

export const privacyEvents = ['store/redact', 'customers/redact', 'customers/data_request'] as const;
export type PrivacyEvent = (typeof privacyEvents)[number];

const isPrivacy = (event: string): boolean => privacyEvents.some((name) => name === event);

/** Each has its own address in the partner panel, here ending in its name; null if none is set. */
export const privacyAddress = (world: World, event: PrivacyEvent): string | null => {
  const { privacyUrl } = world.nuvemshopApplication;
  return privacyUrl === '' ? null : `${privacyUrl.replace(/\/$/, '')}/${event}`;
};

/**
 * The three required by law go to the addresses set with the application and not to a webhook of the store; their body
 * does not name the event. False if no address is set.
 */
export const notifyPrivacy = (
  world: World,
  storeId: number,
  event: PrivacyEvent,
  about: Fields,
  signed: boolean,
): boolean => {
  const url = privacyAddress(world, event);
  if (url === null) return false;
  post(world, { storeId, event, url, body: JSON.stringify({ store_id: storeId, ...about }), signed });
  return true;
};

/** Sends held notifications one after the other, so that they arrive in the requested order. */
export const releaseDeliveries = async (world: World, order: 'sent' | 'reverse'): Promise<number> => {
  const held = world.nuvemshop.deliveries.filter((delivery) => delivery.state === 'held');
  for (const delivery of order === 'reverse' ? held.toReversed() : held) {
    delivery.state = 'waiting';
    await attempt(world, delivery);
  }
  return held.length;
};

export const resendDelivery = async (world: World, id: string): Promise<Delivery | null> => {
  const found = world.nuvemshop.deliveries.find((delivery) => delivery.id === id);
  if (found === undefined) return null;
  const { event, url, body, signed } = found;
  const again = keep(world, { storeId: found.store_id, event, url, body, signed }, 'waiting');
  await attempt(world, again);
  return again;
};

/** After a restart, or when the clock was set: sends pending notifications that are due. */
export const resumeDeliveries = (world: World): void => {
  const now = world.clock.now().getTime();
  for (const delivery of world.nuvemshop.deliveries) {
    if (delivery.state !== 'waiting') continue;
    schedule(world, delivery, Math.max(0, Date.parse(delivery.due) - now));
  }
};
