import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actInClaim, complainAbout, rate, writeAsBuyer, writeInClaim } from '../control/after-sale.ts';
import { conversationOf, markRead } from '../mercado-livre/after-sale/conversations.ts';
import type { Order } from '../mercado-livre/market.ts';
import { fieldsOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { missing } from './routes.ts';
import { visitorOf } from './visitor.ts';

/** A buyer may do no more than what concerns a purchase of his own. */
const buyersActs = ['accept', 'reject', 'dispute', 'withdraw', 'ship'];

export const mountAfterSalePages = (app: FastifyInstance, world: World): void => {
  const orderOf = (request: FastifyRequest): Order | null => {
    const order = world.market.orders[textOf(fieldsOf(request.params).id) ?? ''];
    return order?.buyer_id === visitorOf(world, request).id ? order : null;
  };
  const onOrder = (path: string, act: (order: Order, request: FastifyRequest) => unknown) =>
    app.post(`/shop/orders/:id/${path}`, (request, reply) => {
      const order = orderOf(request);
      if (order === null) return missing(world, { request, reply });
      act(order, request);
      return reply.redirect(`/shop/orders/${order.id}`, 303);
    });
  const claimIn = (order: Order, request: FastifyRequest): string => {
    const id = textOf(fieldsOf(request.params).claim) ?? '';
    return world.market.afterSale.claims[id]?.order_id === order.id ? id : '';
  };
  onOrder('messages', (order, { body }) => {
    markRead(world, conversationOf(world, order), 'buyer');
    return writeAsBuyer(world, { ...fieldsOf(body), orderId: order.id });
  });
  onOrder('claims', (order, { body }) => complainAbout(world, { ...fieldsOf(body), orderId: order.id }));
  onOrder('review', (order, { body }) => rate(world, { ...fieldsOf(body), orderId: order.id }));
  onOrder('claims/:claim/messages', (order, request) =>
    writeInClaim(world, claimIn(order, request), { text: fieldsOf(request.body).text }),
  );
  onOrder('claims/:claim/:act', (order, request) => {
    const act = textOf(fieldsOf(request.params).act) ?? '';
    return buyersActs.includes(act) ? actInClaim(world, claimIn(order, request), act) : null;
  });
};
