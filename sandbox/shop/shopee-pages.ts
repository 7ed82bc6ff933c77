import type { Html } from '../pages/html.ts';
import { cepPt, html, reais, whenPt } from '../pages/html.ts';
import type { Item, Model, Order, Return } from '../shopee/market.ts';
import { shopById } from '../shopee/market.ts';
import { totalOf } from '../shopee/orders/order-views.ts';
import { availableOf } from '../shopee/orders/purchase.ts';
import { returnReasons } from '../shopee/orders/returns.ts';
import { imageName, imageUrl } from '../shopee/products/images.ts';
import { itemPath, modelName } from '../shopee/products/item-views.ts';
import { paidPrice } from '../shopee/products/price-info.ts';
import type { World } from '../world.ts';
import { pixCode } from './pix.ts';

const photoOf = (world: World, item: Item, index = 0): Html => {
  const id = item.image_ids[index];
  return id !== undefined && world.pictures.has(imageName(id))
    ? html`<img src="${imageUrl(world, id)}" alt="${item.item_name}" loading="lazy">`
    : html`<span class="no-photo" role="img" aria-label="Sem foto">${item.item_name.slice(0, 1)}</span>`;
};

const unitsOf = (item: Item): number =>
  item.models.length === 0
    ? availableOf(item, null)
    : item.models.reduce((sum, model) => sum + availableOf(item, model), 0);

/** Of the cheapest model; during a discount, the regular price is struck through. */
const priceTag = (world: World, item: Item): Html => {
  const places = item.models.length === 0 ? [item] : item.models;
  const prices = places.map((place) => ({ paid: paidPrice(world, place), regular: place.original_price }));
  const [cheapest] = prices.toSorted((one, other) => one.paid - other.paid);
  const { paid, regular } = cheapest ?? { paid: item.original_price, regular: item.original_price };
  return html`${regular > paid ? html`<s class="quiet">${reais(regular)}</s> ` : null}${reais(paid)}`;
};

const unitWords = (units: number): string =>
  units === 0 ? 'Esgotado' : units === 1 ? 'Última unidade' : `${units} disponíveis`;

export const shopeeCard = (
  world: World,
  item: Item,
): Html => html`<li class="product"><a href="${itemPath(item)}">
<div class="photo">${photoOf(world, item)}</div>
<div class="text">
<h2>${item.item_name}</h2>
<p class="price">${priceTag(world, item)}</p>
<p class="quiet">${unitWords(unitsOf(item))}</p>
<p class="quiet">Shopee · ${shopById(world.shopee, item.shop_id)?.shop_name}</p>
</div>
</a></li>`;

/** Search results in one shop, or in all. */
export const listedAtShopee = (world: World): Item[] =>
  Object.values(world.shopee.items)
    .filter((item) => {
      const shop = shopById(world.shopee, item.shop_id);
      return item.item_status === 'NORMAL' && shop?.status === 'NORMAL';
    })
    .toReversed();

const choice = (world: World, item: Item, model: Model, checked: boolean): Html => {
  const left = availableOf(item, model);
  const state = left <= 0 ? ' disabled' : checked ? ' checked' : '';
  return html`<label class="chip"><input type="radio" name="modelId" value="${model.model_id}"${{ markup: state }} required>
<span>${modelName(item, model)} <small>${left <= 0 ? 'esgotado' : `${left} un.`} ${reais(paidPrice(world, model))}</small></span></label>`;
};

const MAX_CHOICE = 10;

const buyForm = (world: World, item: Item): Html => {
  const counts = Array.from({ length: Math.min(unitsOf(item), MAX_CHOICE) }, (_, at) => at + 1);
  const first = item.models.find((model) => availableOf(item, model) > 0);
  return html`<form class="buy" method="post" action="/shop/shopee/buy">
<input type="hidden" name="itemId" value="${item.item_id}">
${
  item.models.length === 0
    ? null
    : html`<fieldset><legend>${item.tiers.map(({ name }) => name).join(' / ')}</legend><div class="chips">${item.models.map((model) => choice(world, item, model, model === first))}</div></fieldset>`
}
<label>Quantidade <select name="quantity">${counts.map((count) => html`<option>${count}</option>`)}</select></label>
<div class="actions">
<button class="primary" name="act" value="pay">Comprar e pagar com PIX</button>
<button name="act" value="later">Comprar e pagar depois</button>
</div>
</form>`;
};

export const shopeeItemPage = (world: World, item: Item, problem: string | null): Html => {
  const forSale = item.item_status === 'NORMAL' && unitsOf(item) > 0;
  const isFree = item.logistics.every(({ enabled, is_free: free }) => !enabled || free);
  const comments = world.shopee.comments.filter(({ item_id: id }) => id === item.item_id);
  return html`<nav class="trail" aria-label="Loja"><a href="/shop">Todas as lojas</a> › <a href="/shop?where=shopee">Shopee</a></nav>
${problem === null ? null : html`<p class="notice bad" role="alert">${problem}</p>`}
<article class="item">
<div class="gallery"><div class="photo big">${photoOf(world, item)}</div>
${item.image_ids.length > 1 ? html`<div class="thumbs">${item.image_ids.slice(1, 6).map((_, index) => html`<div class="photo">${photoOf(world, item, index + 1)}</div>`)}</div>` : null}
</div>
<div class="offer">
<p class="quiet">${item.condition === 'NEW' ? 'Novo' : 'Usado'} · ${item.brand.original_brand_name} · ${item.sold} ${item.sold === 1 ? 'vendido' : 'vendidos'}</p>
<h1>${item.item_name}</h1>
<p class="price big">${priceTag(world, item)}</p>
<p class="${isFree ? 'good' : 'quiet'}">${isFree ? 'Frete grátis' : 'Frete R$ 14,90'}</p>
${item.pre_order.is_pre_order ? html`<p class="quiet">Pré-encomenda: envio em até ${item.pre_order.days_to_ship} dias</p>` : null}
${forSale ? buyForm(world, item) : html`<p class="notice" role="status"><strong>${unitsOf(item) === 0 ? 'Produto esgotado' : 'Produto indisponível'}.</strong> Não é possível comprar agora.</p>`}
<p class="quiet">Loja Shopee ${shopById(world.shopee, item.shop_id)?.shop_name} · ${item.item_id}</p>
</div>
</article>
<section class="card"><h2>Descrição</h2><p class="description">${item.description}</p></section>
${
  comments.length === 0
    ? null
    : html`<section class="card"><h2>Avaliações</h2><ul class="questions">${comments.map(
        (comment) =>
          html`<li><p class="description">${comment.rating_star} de 5 · ${comment.comment}</p>${comment.reply === null ? null : html`<p class="description good">↳ ${comment.reply.reply}</p>`}</li>`,
      )}</ul></section>`
}`;
};

const stateWords: Record<Order['order_status'], [words: string, tone: string]> = {
  UNPAID: ['Aguardando pagamento', 'wait'],
  READY_TO_SHIP: ['Pago, em preparação', 'good'],
  PROCESSED: ['Envio organizado', 'good'],
  RETRY_SHIP: ['Nova coleta a organizar', 'wait'],
  SHIPPED: ['A caminho', 'good'],
  TO_CONFIRM_RECEIVE: ['Entregue', 'good'],
  IN_CANCEL: ['Cancelamento pedido', 'wait'],
  CANCELLED: ['Compra cancelada', 'bad'],
  TO_RETURN: ['Em devolução', 'wait'],
  COMPLETED: ['Concluída', 'good'],
};

export const shopeeOrderState = (order: Order): Html => {
  const [words, tone] = stateWords[order.order_status];
  return html`<span class="state ${tone}">${words}</span>`;
};

const payment = (world: World, order: Order): Html | null => {
  if (order.order_status !== 'UNPAID') return null;
  const shop = shopById(world.shopee, order.shop_id);
  return html`<section class="card"><h2>Pagar com PIX</h2>
<p>Valor: <strong>${reais(totalOf(order))}</strong></p>
<label>Código copia e cola <textarea readonly rows="5">${pixCode({ name: 'SHOPEE', city: shop?.address.city ?? '', amount: totalOf(order), txid: order.order_sn })}</textarea></label>
<form method="post" action="/shop/shopee/orders/${order.order_sn}/pay"><button class="primary">Simular pagamento</button></form>
</section>`;
};

const reasonWords: Record<string, string> = {
  NOT_RECEIPT: 'Não recebi',
  WRONG_ITEM: 'Veio o produto errado',
  ITEM_DAMAGED: 'Chegou danificado',
  ITEM_MISSING: 'Faltou um item',
  DIFFERENT_DESCRIPTION: 'Diferente do anúncio',
  PHYSICAL_DMG: 'Quebrado',
  FUNCTIONAL_DMG: 'Não funciona',
  CHANGE_MIND: 'Mudei de ideia',
  OTHER: 'Outro motivo',
};

const returnForm = (order: Order): Html | null =>
  ['SHIPPED', 'TO_CONFIRM_RECEIVE', 'COMPLETED'].includes(order.order_status)
    ? html`<section class="card"><h2>Pedir devolução ou reembolso</h2>
<form class="fields" method="post" action="/shop/shopee/orders/${order.order_sn}/return">
<label>Motivo <select name="reason">${returnReasons.map((reason) => html`<option value="${reason}">${reasonWords[reason] ?? reason}</option>`)}</select></label>
<label>O que você quer <select name="withGoods"><option value="yes">Devolver e receber o dinheiro</option><option value="no">Só o dinheiro</option></select></label>
<label class="grow">Conte o que houve <textarea name="text" rows="2"></textarea></label>
<button>Pedir</button></form></section>`
    : null;

const returnCard = (
  order: Order,
  found: Return,
): Html => html`<section class="card"><h2>Devolução ${found.return_sn}</h2>
<div data-live><p><span class="state wait">${found.status}</span> <span class="quiet">${reasonWords[found.reason] ?? found.reason} · ${reais(found.refund_amount)}</span></p>
${found.negotiation === null ? null : html`<p>Oferta do vendedor: ${reais(found.negotiation.amount)} ${found.negotiation.solution === 'REFUND' ? 'sem devolver' : 'com a devolução'}.</p>`}</div>
<form method="post"><div class="actions">
${found.negotiation?.status === 'PENDING_BUYER_RESPOND' ? html`<button formaction="/shop/shopee/orders/${order.order_sn}/returns/${found.return_sn}/accept-offer">Aceitar oferta</button>` : null}
${found.logistics_status === 'LOGISTICS_READY' ? html`<button formaction="/shop/shopee/orders/${order.order_sn}/returns/${found.return_sn}/ship">Postei a devolução</button>` : null}
${['REQUESTED', 'PROCESSING'].includes(found.status) ? html`<button formaction="/shop/shopee/orders/${order.order_sn}/returns/${found.return_sn}/withdraw">Desistir</button>` : null}
</div></form></section>`;

const rateForm = (world: World, order: Order): Html | null =>
  ['TO_CONFIRM_RECEIVE', 'COMPLETED'].includes(order.order_status) &&
  !world.shopee.comments.some(({ order_sn: sn }) => sn === order.order_sn)
    ? html`<section class="card"><h2>Avaliar</h2>
<form class="fields" method="post" action="/shop/shopee/orders/${order.order_sn}/rate">
<label>Estrelas <select name="rate">${[5, 4, 3, 2, 1].map((stars) => html`<option>${stars}</option>`)}</select></label>
<label class="grow">Opinião <textarea name="text" rows="2"></textarea></label>
<button>Publicar</button></form></section>`
    : null;

export const shopeeOrderPage = (world: World, order: Order): Html => {
  const { address } = order.buyer;
  const returns = Object.values(world.shopee.returns).filter(({ order_sn: sn }) => sn === order.order_sn);
  const canCancel = ['UNPAID', 'READY_TO_SHIP', 'PROCESSED'].includes(order.order_status);
  return html`<p><a href="/shop/orders">← Minhas compras</a></p>
<section class="card">
<h1>Pedido ${order.order_sn} na Shopee</h1>
<div data-live><p>${shopeeOrderState(order)} <span class="quiet">${whenPt(order.create_time)}</span></p></div>
<ul class="lines">${order.lines.map((line) => html`<li><span>${line.quantity} × ${line.item_name}${line.model_name === '' ? null : html` <small>${line.model_name}</small>`}</span><span>${reais(line.price * line.quantity)}</span></li>`)}</ul>
<dl class="facts">
<div><dt>Total com frete</dt><dd>${reais(totalOf(order))}</dd></div>
<div><dt>Loja</dt><dd>${shopById(world.shopee, order.shop_id)?.shop_name}</dd></div>
${order.tracking_number === '' ? null : html`<div><dt>Rastreamento</dt><dd>${order.tracking_number}</dd></div>`}
<div><dt>Entregar em</dt><dd>${address.street}, ${address.number} ${address.comment} · ${address.city}/${address.state} · CEP ${cepPt(address.zip)}</dd></div>
</dl>
${canCancel ? html`<form method="post" action="/shop/shopee/orders/${order.order_sn}/cancel"><button class="danger">Pedir cancelamento</button></form>` : null}
</section>
${payment(world, order)}
${returns.map((found) => returnCard(order, found))}
${returnForm(order)}
${rateForm(world, order)}`;
};

export const shopeeOrderEntry = (
  world: World,
  order: Order,
): Html => html`<li class="card"><a href="/shop/shopee/orders/${order.order_sn}"><strong>${order.lines[0]?.item_name ?? ''}</strong>
<span class="quiet">Shopee · ${shopById(world.shopee, order.shop_id)?.shop_name} · ${reais(totalOf(order))} · ${whenPt(order.create_time)} · pedido ${order.order_sn}</span></a>
${shopeeOrderState(order)}</li>`;
