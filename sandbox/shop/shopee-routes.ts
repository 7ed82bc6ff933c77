import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actOnOrder, actOnReturn, askReturn, rateAt } from '../control/shopee-actions.ts';
import { fieldsOf, numberOf, textOf } from '../reading.ts';
import { buyerOf } from '../shopee/customers.ts';
import type { Item, Order } from '../shopee/market.ts';
import type { PurchaseRefusal } from '../shopee/orders/purchase.ts';
import { buyFrom } from '../shopee/orders/purchase.ts';
import type { World } from '../world.ts';
import { missing, show } from './routes.ts';
import { shopeeItemPage, shopeeOrderPage } from './shopee-pages.ts';
import { visitorOf } from './visitor.ts';

const problems: Record<PurchaseRefusal['refused'], string> = {
  'out-of-stock': 'Não há mais essa quantidade em estoque.',
  'not-for-sale': 'Este produto não está à venda agora.',
  'model-required': 'Escolha uma das opções do produto.',
  'not-found': 'Este produto não existe mais.',
  'two-shops': 'Os produtos são de lojas diferentes.',
};

const buyersReturnActs = ['accept-offer', 'ship', 'withdraw'];

const buy = (world: World, request: FastifyRequest, reply: FastifyReply) => {
  const form = fieldsOf(request.body);
  const item = world.shopee.items[textOf(form.itemId) ?? ''];
  if (item === undefined) return missing(world, { request, reply });
  const line = {
    itemId: item.item_id,
    modelId: numberOf(form.modelId) ?? 0,
    quantity: numberOf(form.quantity) ?? 1,
  };
  const buyer = buyerOf(world, visitorOf(world, request).id);
  const bought = buyFrom(world, [line], buyer, { pay: form.act === 'pay', channelId: null });
  if (!('refused' in bought)) return reply.redirect(`/shop/shopee/orders/${bought.order_sn}`, 303);
  const page = shopeeItemPage(world, item, problems[bought.refused]);
  return show(world, { request, reply }, item.item_name, page, 409);
};

export const mountShopeePages = (app: FastifyInstance, world: World): void => {
  const orderOf = (request: FastifyRequest): Order | null => {
    const order = world.shopee.orders[textOf(fieldsOf(request.params).sn) ?? ''];
    return order?.buyer.id === visitorOf(world, request).id ? order : null;
  };
  const onOrder = (path: string, act: (order: Order, request: FastifyRequest) => unknown) =>
    app.post(`/shop/shopee/orders/:sn/${path}`, (request, reply) => {
      const order = orderOf(request);
      if (order === null) return missing(world, { request, reply });
      act(order, request);
      return reply.redirect(`/shop/shopee/orders/${order.order_sn}`, 303);
    });
  onOrder('pay', (order) => actOnOrder(world, order.order_sn, 'pay', {}));
  onOrder('cancel', (order) => actOnOrder(world, order.order_sn, 'ask-cancel', {}));
  onOrder('return', (order, { body }) => askReturn(world, { ...fieldsOf(body), orderSn: order.order_sn }));
  onOrder('rate', (order, { body }) => rateAt(world, { ...fieldsOf(body), orderSn: order.order_sn }));
  onOrder('returns/:return/:act', (order, request) => {
    const { return: sn, act } = fieldsOf(request.params);
    const found = world.shopee.returns[textOf(sn) ?? ''];
    const isOwn = found?.order_sn === order.order_sn && buyersReturnActs.includes(textOf(act) ?? '');
    return isOwn ? actOnReturn(world, found.return_sn, textOf(act) ?? '') : null;
  });
  app.post('/shop/shopee/buy', (request, reply) => buy(world, request, reply));
  app.get('/shop/shopee/orders/:sn', (request, reply) => {
    const order = orderOf(request);
    if (order === null) return missing(world, { request, reply });
    return show(world, { request, reply }, `Pedido ${order.order_sn}`, shopeeOrderPage(world, order));
  });
  const showItem = (request: FastifyRequest, reply: FastifyReply, item: Item | undefined) =>
    item === undefined || item.item_status.endsWith('_DELETE')
      ? missing(world, { request, reply })
      : show(world, { request, reply }, item.item_name, shopeeItemPage(world, item, null));
  app.get('/shop/shopee/product/:shop/:item', (request, reply) => {
    const { shop, item: id } = fieldsOf(request.params);
    const item = world.shopee.items[textOf(id) ?? ''];
    return showItem(request, reply, String(item?.shop_id) === shop ? item : undefined);
  });
};
