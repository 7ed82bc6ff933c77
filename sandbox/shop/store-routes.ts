import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { purchaserOf } from '../nuvemshop/customers.ts';
import type { Order, Product } from '../nuvemshop/market.ts';
import { productsOf, storeById } from '../nuvemshop/market.ts';
import type { PurchaseRefusal } from '../nuvemshop/purchase.ts';
import { buyIn, cancelOrder, payOrder } from '../nuvemshop/purchase.ts';
import type { Store } from '../nuvemshop/stores.ts';
import { fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { missing, show } from './routes.ts';
import { storeOrderPage, storePage, storeProductPage } from './store-pages.ts';
import { visitorOf } from './visitor.ts';

const problems: Record<PurchaseRefusal['refused'], string> = {
  'out-of-stock': 'Não há mais essa quantidade em estoque.',
  'not-for-sale': 'Este produto não está à venda agora.',
  'variant-required': 'Escolha uma das opções do produto.',
  'not-found': 'Este produto não existe mais.',
};

const storeIn = (world: World, params: unknown): Store | null =>
  world.nuvemshop.stores.find(({ handle }) => handle === fieldsOf(params).store) ?? null;

const buy = (world: World, request: FastifyRequest, reply: FastifyReply) => {
  const form = fieldsOf(request.body);
  const product = world.nuvemshop.products[textOf(form.productId) ?? ''];
  const store = storeById(world.nuvemshop, product?.store_id ?? 0);
  if (product === undefined || store === null) return missing(world, { request, reply });
  const line = {
    productId: product.id,
    variantId: numberOf(form.variantId),
    quantity: numberOf(form.quantity) ?? 1,
  };
  const purchaser = purchaserOf(world, visitorOf(world, request).id);
  const bought = buyIn(world, store, [line], purchaser, { pay: form.act === 'pay', storefront: 'store' });
  if (!('refused' in bought)) return reply.redirect(`/shop/lojas/orders/${bought.id}`, 303);
  const page = storeProductPage(world, store, product, problems[bought.refused]);
  return show(world, { request, reply }, store.name, page, 409);
};

const productIn = (world: World, store: Store, handle: unknown): Product | undefined =>
  productsOf(world.nuvemshop, store.id).find(
    (product) =>
      product.visibility !== 'hidden' && Object.values(product.handle).some((text) => text === handle),
  );

export const mountStorePages = (app: FastifyInstance, world: World): void => {
  const orderOf = (request: FastifyRequest): Order | null => {
    const order = world.nuvemshop.orders[textOf(fieldsOf(request.params).id) ?? ''];
    return order?.buyer_id === visitorOf(world, request).id ? order : null;
  };
  const onOrder = (path: string, act: (order: Order) => unknown) =>
    app.post(`/shop/lojas/orders/:id/${path}`, (request, reply) => {
      const order = orderOf(request);
      if (order === null) return missing(world, { request, reply });
      act(order);
      return reply.redirect(`/shop/lojas/orders/${order.id}`, 303);
    });
  onOrder('pay', (order) => payOrder(world, order));
  // The merchant grants every wish of this kind.
  onOrder('cancel', (order) => cancelOrder(world, order, { reason: 'customer', restock: true }));
  app.post('/shop/lojas/buy', (request, reply) => buy(world, request, reply));
  app.get('/shop/lojas/orders/:id', (request, reply) => {
    const order = orderOf(request);
    if (order === null) return missing(world, { request, reply });
    return show(world, { request, reply }, `Pedido ${order.number}`, storeOrderPage(world, order));
  });
  app.get('/shop/lojas/:store', (request, reply) => {
    const store = storeIn(world, request.params);
    if (store === null) return missing(world, { request, reply });
    return show(world, { request, reply }, store.name, storePage(world, store));
  });
  app.get('/shop/lojas/:store/:handle', (request, reply) => {
    const store = storeIn(world, request.params);
    const product = store === null ? undefined : productIn(world, store, fieldsOf(request.params).handle);
    if (store === null || product === undefined) return missing(world, { request, reply });
    return show(world, { request, reply }, store.name, storeProductPage(world, store, product, null));
  });
};
