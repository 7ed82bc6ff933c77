import type { FastifyInstance, FastifyReply } from 'fastify';
import { claimActs, complain, mediate } from '../mercado-livre/after-sale/buyer-acts.ts';
import type { ClaimRefusal } from '../mercado-livre/after-sale/claims.ts';
import { openClaim } from '../mercado-livre/after-sale/claims.ts';
import type { MessageRefusal } from '../mercado-livre/after-sale/conversations.ts';
import { blockOf, buyerWrites, conversationOf, markRead } from '../mercado-livre/after-sale/conversations.ts';
import { passDeadlines } from '../mercado-livre/after-sale/deadlines.ts';
import type { SentFile } from '../mercado-livre/after-sale/files.ts';
import type { ReviewRefusal } from '../mercado-livre/after-sale/reviews.ts';
import { writeReview } from '../mercado-livre/after-sale/reviews.ts';
import type { Claim, Conversation, PackMessage, Review } from '../mercado-livre/after-sale/state.ts';
import type { Order } from '../mercado-livre/market.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { fileIn } from './sent-file.ts';

/** Acts of buyers and of the marketplace's staff after a sale; null if the record does not exist. */

const orderBy = (world: World, id: unknown): Order | null => {
  const key = String(id);
  const orders = Object.values(world.market.orders);
  return world.market.orders[key] ?? orders.find(({ pack_id: pack }) => String(pack) === key) ?? null;
};

/** Body: `{ orderId, text }`. */
export const writeAsBuyer = (
  world: World,
  body: Fields,
  file: SentFile | null,
): PackMessage | { refused: MessageRefusal } | null => {
  const order = orderBy(world, body.orderId);
  return order === null ? null : buyerWrites(world, order, textOf(body.text) ?? '', file);
};

const conversationBy = (world: World, key: string): Conversation | null => {
  const order = orderBy(world, key);
  return order === null ? null : conversationOf(world, order);
};

export const readAsBuyer = (world: World, key: string): Conversation | null => {
  const conversation = conversationBy(world, key);
  if (conversation !== null) markRead(world, conversation, 'buyer');
  return conversation;
};

/** Body: `{ blocked: substatus | null }`. */
export const blockConversation = (world: World, key: string, body: Fields): Conversation | null => {
  const conversation = conversationBy(world, key);
  if (conversation === null) return null;
  conversation.blocked = textOf(body.blocked) || null;
  conversation.status_date = world.clock.now().toISOString();
  world.changed();
  return conversation;
};

const viewConversation = (world: World, conversation: Conversation) => ({
  ...conversation,
  substatus: blockOf(world, conversation),
});

/** Body: `{ orderId, reasonId, quantity?, text?, solution?, refundAt? }`. */
export const complainAbout = (
  world: World,
  body: Fields,
  file: SentFile | null,
): Claim | { refused: ClaimRefusal } | null => {
  const order = orderBy(world, body.orderId);
  if (order === null) return null;
  return openClaim(world, order, {
    reasonId: textOf(body.reasonId) ?? '',
    quantity: numberOf(body.quantity) ?? order.quantity,
    text: textOf(body.text) ?? '',
    solution: textOf(body.solution) ?? '',
    refundAt: body.refundAt === 'shipped' ? 'shipped' : 'delivered',
    file,
  });
};

/** False if it cannot be done now. */
export const actInClaim = (world: World, id: string, act: string): Claim | false | null => {
  passDeadlines(world);
  const claim = world.market.afterSale.claims[id];
  const perform = Object.hasOwn(claimActs, act) ? claimActs[act] : undefined;
  if (claim === undefined || perform === undefined) return null;
  return perform(world, claim) ? claim : false;
};

/** Body: `{ text, by? }`, by the buyer or by the `mediator`. */
export const writeInClaim = (
  world: World,
  id: string,
  body: Fields,
  file: SentFile | null,
): Claim | false | null => {
  const claim = world.market.afterSale.claims[id];
  if (claim === undefined) return null;
  const text = textOf(body.text) ?? '';
  const done = body.by === 'mediator' ? mediate(world, claim, text) : complain(world, claim, text, file);
  return done ? claim : false;
};

/** Body: `{ orderId, rate, title?, text? }`. */
export const rate = (world: World, body: Fields): Review | { refused: ReviewRefusal } | null => {
  const order = orderBy(world, body.orderId);
  if (order === null) return null;
  return writeReview(world, order, {
    rate: numberOf(body.rate) ?? 0,
    title: textOf(body.title) ?? '',
    content: textOf(body.text) ?? '',
  });
};

type Made = object | { refused: string } | false | null;

const answer = (reply: FastifyReply, made: Made, status = 201) => {
  if (made === null) return reply.status(404).send({ error: 'not-found' });
  if (made === false) return reply.status(409).send({ refused: 'not-now' });
  return reply.status('refused' in made ? 409 : status).send(made);
};

const paramOf = (params: unknown, name: string): string => textOf(fieldsOf(params)[name]) ?? '';

export const mountAfterSale = (app: FastifyInstance, world: World, api: string): void => {
  const { market } = world;
  app.get(`${api}/conversations`, () =>
    Object.values(market.afterSale.conversations).map((entry) => viewConversation(world, entry)),
  );
  app.get(`${api}/claims`, () => {
    passDeadlines(world);
    return Object.values(market.afterSale.claims);
  });
  app.get(`${api}/reviews`, () => market.afterSale.reviews);
  app.post(`${api}/messages`, async (request, reply) => {
    const body = fieldsOf(request.body);
    return answer(reply, writeAsBuyer(world, body, await fileIn(body)));
  });
  app.patch(`${api}/conversations/:key`, (request, reply) =>
    answer(reply, blockConversation(world, paramOf(request.params, 'key'), fieldsOf(request.body)), 200),
  );
  app.post(`${api}/conversations/:key/read`, (request, reply) =>
    answer(reply, readAsBuyer(world, paramOf(request.params, 'key')), 200),
  );
  app.post(`${api}/claims`, async (request, reply) => {
    const body = fieldsOf(request.body);
    return answer(reply, complainAbout(world, body, await fileIn(body)));
  });
  app.post(`${api}/claims/:id/messages`, async (request, reply) => {
    const body = fieldsOf(request.body);
    const id = paramOf(request.params, 'id');
    return answer(reply, writeInClaim(world, id, body, await fileIn(body)));
  });
  app.post(`${api}/claims/:id/:act`, (request, reply) =>
    answer(reply, actInClaim(world, paramOf(request.params, 'id'), paramOf(request.params, 'act')), 200),
  );
  app.post(`${api}/reviews`, (request, reply) => answer(reply, rate(world, fieldsOf(request.body))));
};
