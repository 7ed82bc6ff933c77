import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actInClaim, complainAbout, rate, writeAsBuyer, writeInClaim } from '../control/after-sale.ts';
import { conversationOf, markRead } from '../mercado-livre/after-sale/conversations.ts';
import type { SentFile } from '../mercado-livre/after-sale/files.ts';
import { bytesOf } from '../mercado-livre/after-sale/files.ts';
import type { Order } from '../mercado-livre/market.ts';
import { type Fields, fieldsOf, isFields, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { filesOf } from './after-sale.ts';
import { formOf } from './form.ts';
import { missing } from './routes.ts';
import { visitorOf } from './visitor.ts';

/** A buyer may act only on their own purchases. */
const buyersActs = ['accept', 'reject', 'dispute', 'withdraw', 'ship'];

type Sent = { form: Fields; file: SentFile | null; params: Record<'claim' | 'act', string> };

export const mountAfterSalePages = (app: FastifyInstance, world: World): void => {
  const orderOf = (request: FastifyRequest): Order | null => {
    const order = world.market.orders[textOf(fieldsOf(request.params).id) ?? ''];
    return order?.buyer_id === visitorOf(world, request).id ? order : null;
  };
  const onOrder = (path: string, act: (order: Order, sent: Sent) => unknown) =>
    app.post(`/shop/orders/:id/${path}`, async (request, reply) => {
      const order = orderOf(request);
      if (order === null) return missing(world, { request, reply });
      const { claim, act: name } = fieldsOf(request.params);
      const { form, file } = await formOf(request);
      const made = act(order, {
        form,
        file,
        params: { claim: textOf(claim) ?? '', act: textOf(name) ?? '' },
      });
      const isRefused =
        file !== null && (made === false || (isFields(made) && made.refused === 'wrong-file'));
      return reply.redirect(`/shop/orders/${order.id}${isRefused ? '?file=refused' : ''}`, 303);
    });
  const claimIn = (order: Order, { params }: Sent): string =>
    world.market.afterSale.claims[params.claim]?.order_id === order.id ? params.claim : '';
  onOrder('messages', (order, { form, file }) => {
    markRead(world, conversationOf(world, order), 'buyer');
    return writeAsBuyer(world, { ...form, orderId: order.id }, file);
  });
  onOrder('claims', (order, { form, file }) => complainAbout(world, { ...form, orderId: order.id }, file));
  onOrder('review', (order, { form }) => rate(world, { ...form, orderId: order.id }));
  onOrder('claims/:claim/messages', (order, sent) =>
    writeInClaim(world, claimIn(order, sent), { text: sent.form.text }, sent.file),
  );
  onOrder('claims/:claim/:act', (order, sent) =>
    buyersActs.includes(sent.params.act) ? actInClaim(world, claimIn(order, sent), sent.params.act) : null,
  );
  app.get('/shop/orders/:id/files/:name', (request, reply) => {
    const order = orderOf(request);
    const name = textOf(fieldsOf(request.params).name);
    const file = order === null ? undefined : filesOf(world, order).find((known) => known.name === name);
    if (file === undefined) return missing(world, { request, reply });
    return reply.type(file.type).header('x-content-type-options', 'nosniff').send(bytesOf(world, file));
  });
};
