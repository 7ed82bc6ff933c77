import { randomUUID } from 'node:crypto';
import { brasiliaWall, later } from '../../clock.ts';
import type { World } from '../../world.ts';
import type { Order, Shipment } from '../market.ts';
import { notify } from '../notices.ts';
import type { SentFile } from './files.ts';
import { keepWithWords, messageFileProblem } from './files.ts';
import { moderationOf } from './moderation.ts';
import type { Conversation, PackMessage } from './state.ts';

/** The agent between seller and buyer in Brazil, who is written to and read from instead of the buyer. */
export const AGENT_ID = 3_037_675_074;
export const SELLER_MAX = 350;
export const BUYER_MAX = 3_500;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SILENCE_MS = 30 * DAY;
/** Working hours that the seller has to answer. */
const ANSWER_HOURS = 48;
const KEPT_MS = 548 * DAY;

export const keyOf = (order: Order): string => String(order.pack_id ?? order.id);

export const ordersOfKey = (world: World, key: string): Order[] =>
  Object.values(world.market.orders).filter((order) => keyOf(order) === key);

export const conversationOf = (world: World, order: Order): Conversation => {
  const key = keyOf(order);
  const known = world.market.afterSale.conversations[key];
  if (known !== undefined) return known;
  const fresh: Conversation = {
    key,
    seller_id: order.seller_id,
    buyer_id: order.buyer_id,
    messages: [],
    blocked: null,
    used: {},
    status_date: order.date_created,
  };
  world.market.afterSale.conversations[key] = fresh;
  return fresh;
};

export const shipmentOfKey = (world: World, key: string): Shipment | null => {
  const id = ordersOfKey(world, key).find((order) => order.shipment_id !== null)?.shipment_id;
  return world.market.shipments[String(id)] ?? null;
};

/** Hours of Monday to Friday, in Brasília, between two moments; counted no further than needed. */
const workingHours = (from: Date, to: Date): number => {
  let hours = 0;
  for (let at = from.getTime(); at + HOUR <= to.getTime() && hours < ANSWER_HOURS; at += HOUR) {
    const day = brasiliaWall(new Date(at)).getUTCDay();
    if (day !== 0 && day !== 6) hours += 1;
  }
  return hours;
};

/** States of the sale that close the conversation. */
const saleBlock = (world: World, key: string): string | null => {
  const orders = ordersOfKey(world, key);
  const cancelled = orders.every((order) => order.status === 'cancelled');
  const fraud = orders.some((order) => order.tags.includes('fraud_risk_detected'));
  if (cancelled) return fraud ? 'blocked_by_cancelled_order_by_fraud' : 'blocked_by_cancelled_order';
  if (orders.some((order) => order.status === 'payment_required')) return 'blocked_by_payment';
  const shipment = shipmentOfKey(world, key);
  const full = shipment?.logistic_type === 'fulfillment';
  const ids = new Set(orders.map((order) => order.id));
  const mediated = Object.values(world.market.afterSale.claims).some(
    (claim) => ids.has(claim.order_id) && claim.status === 'opened' && claim.stage === 'dispute',
  );
  if (mediated) return full ? 'blocked_by_mediation_fbm' : 'blocked_by_mediation';
  return full && shipment?.status !== 'delivered' ? 'blocked_by_fulfillment' : null;
};

export const isExpired = (world: World, key: string): boolean =>
  ordersOfKey(world, key).every((order) => later(new Date(order.date_created), KEPT_MS) <= world.clock.now());

const refundedAt = (world: World, key: string): string =>
  ordersOfKey(world, key)
    .map((order) => world.market.afterSale.refunds[String(order.id)] ?? '')
    .toSorted()
    .at(-1) ?? '';

/** Messages, or their absence, that close the conversation. */
const talkBlock = (world: World, { key, messages }: Conversation): string | null => {
  const now = world.clock.now();
  const heard = messages.filter(({ by, status }) => by === 'buyer' && status === 'available').at(-1);
  const refund = refundedAt(world, key);
  if (refund !== '' && (heard === undefined || heard.created < refund)) return 'blocked_by_refund';
  const last = messages.filter(({ status }) => status === 'available').at(-1);
  if (last !== undefined && later(new Date(last.created), SILENCE_MS) <= now) return 'blocked_by_time';
  if (last?.by === 'buyer' && workingHours(new Date(last.created), now) >= ANSWER_HOURS)
    return 'blocked_by_ai_assistant_expired';
  const own = shipmentOfKey(world, key)?.mode;
  return heard === undefined && (own === undefined || own === 'me2')
    ? 'blocked_by_conversation_initiated_by_seller_limited'
    : null;
};

/** Null: open for the seller. */
export const blockOf = (world: World, conversation: Conversation): string | null => {
  if (conversation.blocked !== null) return conversation.blocked;
  if (isExpired(world, conversation.key)) return 'blocked_by_conversation_expired';
  return saleBlock(world, conversation.key) ?? talkBlock(world, conversation);
};

type Words = { by: PackMessage['by']; text: string; attachments: string[] };

export const say = (world: World, conversation: Conversation, words: Words): PackMessage => {
  const reason = moderationOf(words.text);
  const message: PackMessage = {
    id: randomUUID().replaceAll('-', ''),
    ...words,
    status: reason === null ? 'available' : 'moderated',
    reason,
    created: world.clock.now().toISOString(),
    read: null,
  };
  conversation.messages.push(message);
  conversation.status_date = message.created;
  // Notifies the receiver about messages they may see.
  if (words.by === 'buyer' && reason === null) {
    notify(world, 'messages', message.id, conversation.seller_id, ['created']);
  }
  world.changed();
  return message;
};

/** Marks messages as read; their author is notified. */
export const markRead = (world: World, conversation: Conversation, reader: PackMessage['by']): void => {
  for (const message of conversation.messages) {
    if (message.by === reader || message.read !== null || message.status !== 'available') continue;
    message.read = world.clock.now().toISOString();
    if (reader === 'buyer') notify(world, 'messages', message.id, conversation.seller_id, ['read']);
  }
  world.changed();
};

export type MessageRefusal = 'empty' | 'too-long' | 'closed' | 'wrong-file';

/** The buyer writes; that also opens again what silence had closed. */
export const buyerWrites = (
  world: World,
  order: Order,
  text: string,
  file: SentFile | null = null,
): PackMessage | { refused: MessageRefusal } => {
  const written = text.trim();
  if (written === '') return { refused: 'empty' };
  if (written.length > BUYER_MAX) return { refused: 'too-long' };
  const conversation = conversationOf(world, order);
  if (saleBlock(world, conversation.key) !== null || isExpired(world, conversation.key))
    return { refused: 'closed' };
  if (file !== null && messageFileProblem(file) !== null) return { refused: 'wrong-file' };
  const attachments = file === null ? [] : [keepWithWords(world, file, order.buyer_id, null)];
  return say(world, conversation, { by: 'buyer', text: written, attachments });
};
