import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Item } from '../mercado-livre/market.ts';
import type { PurchaseLine, PurchaseRefusal } from '../mercado-livre/purchase.ts';
import { buy, cancelOrder, expireUnpaid, ordersOfCart, payCart } from '../mercado-livre/purchase.ts';
import { ask } from '../mercado-livre/questions.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';
import { type Fields, fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { cartPage } from './cart-page.ts';
import { itemPage } from './item-page.ts';
import { questionProblems } from './item-questions.ts';
import { listingPage, pathOfItem } from './listing.ts';
import { orderPage, ordersPage } from './order-page.ts';
import { cartOf, rememberVisitor, visitorBar, visitorOf } from './visitor.ts';

const problems: Record<PurchaseRefusal['refused'], string> = {
  'out-of-stock': 'Não há mais essa quantidade em estoque.',
  'not-for-sale': 'Este anúncio não está à venda agora.',
  'variation-required': 'Escolha uma das opções do produto.',
  'not-found': 'Este produto não existe mais.',
};

type Visit = { request: FastifyRequest; reply: FastifyReply };

export const show = (world: World, { request, reply }: Visit, title: string, body: Html, status = 200) =>
  sendPage(reply, {
    title,
    body,
    status,
    place: 'shop',
    live: true,
    aside: visitorBar(world, visitorOf(world, request)),
  });

export const missing = (world: World, visit: Visit) =>
  show(
    world,
    visit,
    'Não encontrado',
    html`<p class="empty">Página não encontrada. <a href="/shop">Ver produtos</a></p>`,
    404,
  );

/** `MLB-4000000001-caneca-_JM` or the bare code. */
const itemAt = (world: World, text: string): Item | null => {
  const digits = /^MLB-?(\d+)/i.exec(text)?.[1];
  return digits === undefined ? null : (world.market.items[`MLB${digits}`] ?? null);
};

const place = (world: World, visit: Visit, lines: PurchaseLine[], pay: boolean) => {
  const result = buy(world, lines, {
    buyerId: visitorOf(world, visit.request).id,
    pay,
    pack: false,
    buffered: false,
    interest: 0,
    coupon: 0,
  });
  if (!Array.isArray(result)) return problems[result.refused];
  const [order] = result;
  visit.reply.redirect(`/shop/orders/${order?.id}?new=1`, 303);
  return null;
};

const buyNow = (world: World, visit: Visit, form: Fields) => {
  const item = itemAt(world, textOf(form.itemId) ?? '');
  if (item === null) return missing(world, visit);
  const line = {
    itemId: item.id,
    variationId: numberOf(form.variationId),
    quantity: numberOf(form.quantity) ?? 1,
  };
  if (form.act === 'cart') {
    cartOf(world, visitorOf(world, visit.request)).push({
      item_id: line.itemId,
      variation_id: line.variationId,
      quantity: line.quantity,
    });
    world.changed();
    return visit.reply.redirect('/shop/cart', 303);
  }
  const problem = place(world, visit, [line], form.act === 'pay');
  return problem === null ? visit.reply : show(world, visit, item.title, itemPage(world, item, problem), 409);
};

const askSeller = (world: World, visit: Visit, form: Fields) => {
  const item = itemAt(world, textOf(form.itemId) ?? '');
  if (item === null) return missing(world, visit);
  const asked = ask(world, item, visitorOf(world, visit.request).id, textOf(form.text) ?? '');
  return 'refused' in asked
    ? show(world, visit, item.title, itemPage(world, item, questionProblems[asked.refused]), 409)
    : visit.reply.redirect(`${pathOfItem(world, item)}#perguntas`, 303);
};

const checkout = (world: World, visit: Visit, form: Fields) => {
  const visitor = visitorOf(world, visit.request);
  const cart = cartOf(world, visitor);
  const lines = cart.map((line) => ({
    itemId: line.item_id,
    variationId: line.variation_id,
    quantity: line.quantity,
  }));
  const problem =
    lines.length === 0 ? 'O carrinho está vazio.' : place(world, visit, lines, form.act === 'pay');
  if (problem !== null) return show(world, visit, 'Carrinho', cartPage(world, visitor, problem), 409);
  cart.length = 0;
  world.changed();
  return visit.reply;
};

const mountOrders = (app: FastifyInstance, world: World): void => {
  const orderOf = ({ request }: Visit) => {
    expireUnpaid(world);
    const order = world.market.orders[textOf(fieldsOf(request.params).id) ?? ''];
    return order?.buyer_id === visitorOf(world, request).id ? order : null;
  };
  app.get('/shop/orders', (request, reply) => {
    expireUnpaid(world);
    const visitor = visitorOf(world, request);
    const orders = Object.values(world.market.orders).filter((order) => order.buyer_id === visitor.id);
    const atShopee = Object.values(world.shopee.orders).filter(({ buyer }) => buyer.id === visitor.id);
    const inStores = Object.values(world.nuvemshop.orders).filter((order) => order.buyer_id === visitor.id);
    return show(
      world,
      { request, reply },
      'Minhas compras',
      ordersPage(world, orders.toReversed(), inStores.toReversed(), atShopee.toReversed()),
    );
  });
  app.get('/shop/orders/:id', (request, reply) => {
    const order = orderOf({ request, reply });
    if (order === null) return missing(world, { request, reply });
    const query = fieldsOf(request.query);
    const notice = query.file === 'refused' ? 'file-refused' : query.new === '1' ? 'new' : null;
    return show(world, { request, reply }, `Compra ${order.id}`, orderPage(world, order, notice));
  });
  app.post('/shop/orders/:id/pay', (request, reply) => {
    const order = orderOf({ request, reply });
    if (order === null) return missing(world, { request, reply });
    payCart(world, order);
    return reply.redirect(`/shop/orders/${order.id}`, 303);
  });
  app.post('/shop/orders/:id/cancel', (request, reply) => {
    const order = orderOf({ request, reply });
    if (order === null) return missing(world, { request, reply });
    for (const other of ordersOfCart(world, order)) {
      cancelOrder(world, other, { by: 'buyer', reason: 'buyer_cancel_express', restock: true });
    }
    return reply.redirect(`/shop/orders/${order.id}`, 303);
  });
};

export const mountShop = (app: FastifyInstance, world: World): void => {
  app.get('/shop', (request, reply) => {
    const query = fieldsOf(request.query);
    const search = {
      text: textOf(query.q) ?? '',
      categoryId: textOf(query.category) ?? '',
      sellerId: numberOf(query.seller),
      where: textOf(query.where) ?? '',
    };
    return show(world, { request, reply }, 'Mercado de Testes', listingPage(world, search));
  });
  app.post('/shop/visitor', (request, reply) => {
    rememberVisitor(reply, numberOf(fieldsOf(request.body).buyer) ?? 0);
    return reply.redirect('/shop', 303);
  });
  app.get('/shop/cart', (request, reply) =>
    show(world, { request, reply }, 'Carrinho', cartPage(world, visitorOf(world, request), null)),
  );
  app.post('/shop/cart/remove', (request, reply) => {
    cartOf(world, visitorOf(world, request)).splice(numberOf(fieldsOf(request.body).index) ?? 0, 1);
    world.changed();
    return reply.redirect('/shop/cart', 303);
  });
  app.post('/shop/buy', (request, reply) => buyNow(world, { request, reply }, fieldsOf(request.body)));
  app.post('/shop/questions', (request, reply) =>
    askSeller(world, { request, reply }, fieldsOf(request.body)),
  );
  app.post('/shop/checkout', (request, reply) => checkout(world, { request, reply }, fieldsOf(request.body)));
  mountOrders(app, world);
  app.get('/shop/items/:id', (request, reply) => {
    const item = itemAt(world, textOf(fieldsOf(request.params).id) ?? '');
    return item === null ? missing(world, { request, reply }) : reply.redirect(pathOfItem(world, item));
  });
  app.get('/shop/:slug', (request, reply) => {
    const item = itemAt(world, textOf(fieldsOf(request.params).slug) ?? '');
    if (item === null) return missing(world, { request, reply });
    return show(world, { request, reply }, item.title, itemPage(world, item, null));
  });
};
