import { shippingStatusOf } from '../nuvemshop/fulfillment-state.ts';
import { pictureName } from '../nuvemshop/images.ts';
import type { Order, Product, Variant } from '../nuvemshop/market.ts';
import { productsOf, stockOf, storeById, textIn } from '../nuvemshop/market.ts';
import { totalOf } from '../nuvemshop/order-sums.ts';
import { imageUrl, productPath } from '../nuvemshop/product-views.ts';
import { payable, storeOf } from '../nuvemshop/purchase.ts';
import type { Store } from '../nuvemshop/stores.ts';
import type { Html } from '../pages/html.ts';
import { cepPt, html, reais, whenPt } from '../pages/html.ts';
import type { World } from '../world.ts';
import { pixCode } from './pix.ts';

/** The seller's own shops, each with its own address, next to the marketplace. */

export const storePath = (store: Store): string => `/shop/lojas/${store.handle}`;

const photoOf = (world: World, product: Product, index = 0): Html => {
  const image = product.images[index];
  const name = textIn(product.name);
  return image !== undefined && world.pictures.has(pictureName(image))
    ? html`<img src="${imageUrl(world, image)}" alt="${name}" loading="lazy">`
    : html`<span class="no-photo" role="img" aria-label="Sem foto">${name.slice(0, 1)}</span>`;
};

const unitsOf = (product: Product): number | null => {
  const stocks = product.variants.map(stockOf);
  return stocks.includes(null) ? null : stocks.reduce<number>((sum, stock) => sum + (stock ?? 0), 0);
};

const unitWords = (units: number | null): string => {
  if (units === null) return 'Disponível';
  if (units === 0) return 'Esgotado';
  return units === 1 ? 'Última unidade' : `${units} disponíveis`;
};

const priceTag = (variant: Variant | undefined): Html => {
  const price = variant === undefined ? null : payable(variant);
  if (variant === undefined || price === null) return html`<p class="price">Preço sob consulta</p>`;
  const before = variant.promotional_price !== null && variant.price !== null ? Number(variant.price) : price;
  return html`<p class="price">${before > price ? html`<s class="quiet">${reais(before)}</s> ` : null}${reais(price)}</p>`;
};

export const storeCard = (
  world: World,
  product: Product,
): Html => html`<li class="product"><a href="${productPath(world, product)}">
<div class="photo">${photoOf(world, product)}</div>
<div class="text">
<h2>${textIn(product.name)}</h2>
${priceTag(product.variants[0])}
<p class="quiet">${unitWords(unitsOf(product))}</p>
<p class="quiet">Nuvemshop · ${storeById(world.nuvemshop, product.store_id)?.name}</p>
</div>
</a></li>`;

/** Visible products: hidden and unlisted ones are in no list. */
export const listedIn = (world: World, storeId: number): Product[] =>
  productsOf(world.nuvemshop, storeId)
    .filter((product) => product.visibility === 'visible')
    .toReversed();

export const storePage = (world: World, store: Store): Html => {
  const products = store.suspended ? [] : listedIn(world, store.id);
  return html`<p><a href="/shop">← Todas as lojas</a></p>
<h1>${store.name}</h1>
${
  products.length === 0
    ? html`<p class="empty">${store.suspended ? 'Esta loja está fora do ar.' : 'Esta loja ainda não tem produtos.'}</p>`
    : html`<ul class="products">${products.map((product) => storeCard(world, product))}</ul>`
}`;
};

const variantName = (variant: Variant): string => variant.values.map(textIn).join(' / ');

const choice = (variant: Variant, checked: boolean): Html => {
  const stock = stockOf(variant);
  const state = stock === 0 ? ' disabled' : checked ? ' checked' : '';
  const price = payable(variant);
  return html`<label class="chip"><input type="radio" name="variantId" value="${variant.id}"${{ markup: state }} required>
<span>${variantName(variant)} <small>${stock === 0 ? 'esgotado' : stock === null ? '' : `${stock} un.`}${price === null ? '' : ` ${reais(price)}`}</small></span></label>`;
};

const variantField = (product: Product): Html | null => {
  if (product.attributes.length === 0) return null;
  const first = product.variants.find((variant) => stockOf(variant) !== 0);
  return html`<fieldset><legend>${product.attributes.map(textIn).join(' / ')}</legend><div class="chips">${product.variants.map(
    (variant) => choice(variant, variant.id === first?.id),
  )}</div></fieldset>`;
};

const MAX_CHOICE = 10;

const buyForm = (product: Product): Html => {
  const counts = Array.from(
    { length: Math.min(unitsOf(product) ?? MAX_CHOICE, MAX_CHOICE) },
    (_, at) => at + 1,
  );
  return html`<form class="buy" method="post" action="/shop/lojas/buy">
<input type="hidden" name="productId" value="${product.id}">
${variantField(product)}
<label>Quantidade <select name="quantity">${counts.map((count) => html`<option>${count}</option>`)}</select></label>
<div class="actions">
<button class="primary" name="act" value="pay">Comprar e pagar com PIX</button>
<button name="act" value="later">Comprar e pagar depois</button>
</div>
</form>`;
};

export const storeProductPage = (
  world: World,
  store: Store,
  product: Product,
  problem: string | null,
): Html => {
  const soldOut = unitsOf(product) === 0;
  const forSale =
    !store.suspended &&
    product.visibility !== 'hidden' &&
    product.variants.some((entry) => payable(entry) !== null);
  return html`<nav class="trail" aria-label="Loja"><a href="/shop">Todas as lojas</a> › <a href="${storePath(store)}">${store.name}</a></nav>
${problem === null ? null : html`<p class="notice bad" role="alert">${problem}</p>`}
<article class="item">
<div class="gallery"><div class="photo big">${photoOf(world, product)}</div>
${product.images.length > 1 ? html`<div class="thumbs">${product.images.slice(1, 6).map((_, index) => html`<div class="photo">${photoOf(world, product, index + 1)}</div>`)}</div>` : null}
</div>
<div class="offer">
<p class="quiet">${product.brand ?? store.name}</p>
<h1>${textIn(product.name)}</h1>
${priceTag(product.variants[0])}
<p class="${product.free_shipping ? 'good' : 'quiet'}">${product.free_shipping ? 'Frete grátis' : 'Frete R$ 21,50'}</p>
${forSale && !soldOut ? buyForm(product) : html`<p class="notice" role="status"><strong>${soldOut ? 'Produto esgotado' : 'Produto indisponível'}.</strong> Não é possível comprar agora.</p>`}
<p class="quiet">Loja Nuvemshop <a href="${storePath(store)}">${store.name}</a> · ${product.id}</p>
</div>
</article>
${textIn(product.description) === '' ? null : html`<section class="card"><h2>Descrição</h2><p class="description">${textIn(product.description).replaceAll(/<[^>]*>/g, ' ')}</p></section>`}`;
};

const shippingWords: Record<string, string> = {
  unpacked: 'Pago, em preparação',
  unshipped: 'Embalado, à espera do envio',
  partially_packed: 'Embalado em parte',
  partially_fulfilled: 'Enviado em parte',
  shipped: 'A caminho',
  delivered: 'Entregue',
};

export const storeOrderState = (order: Order): Html => {
  if (order.status === 'cancelled') return html`<span class="state bad">Compra cancelada</span>`;
  if (order.payment_status === 'pending') return html`<span class="state wait">Aguardando pagamento</span>`;
  if (order.payment_status === 'refunded') return html`<span class="state bad">Pagamento devolvido</span>`;
  return html`<span class="state good">${shippingWords[shippingStatusOf(order)]}</span>`;
};

const payment = (world: World, order: Order): Html | null => {
  if (order.payment_status !== 'pending' || order.status === 'cancelled') return null;
  const city = storeOf(world, order).locations[0]?.city ?? '';
  return html`<section class="card"><h2>Pagar com PIX</h2>
<p>Valor: <strong>${reais(totalOf(order))}</strong></p>
<label>Código copia e cola <textarea readonly rows="5">${pixCode({ name: storeOf(world, order).name, city, amount: totalOf(order), txid: String(order.id) })}</textarea></label>
<form method="post" action="/shop/lojas/orders/${order.id}/pay"><button class="primary">Simular pagamento</button></form>
</section>`;
};

export const storeOrderPage = (world: World, order: Order): Html => {
  const { address } = order.customer;
  const codes = order.fulfillment_orders.flatMap(({ tracking }) =>
    tracking.code === null ? [] : [tracking.code],
  );
  return html`<p><a href="/shop/orders">← Minhas compras</a></p>
<section class="card">
<h1>Pedido ${order.number} na ${storeOf(world, order).name}</h1>
<div data-live><p>${storeOrderState(order)} <span class="quiet">${whenPt(order.created_at)}</span></p></div>
<ul class="lines">${order.lines.map((line) => html`<li><span>${line.quantity} × ${line.name}</span><span>${reais(Number(line.price) * line.quantity)}</span></li>`)}</ul>
<dl class="facts">
<div><dt>Total com frete</dt><dd>${reais(totalOf(order))}</dd></div>
<div><dt>Número do pedido</dt><dd>${order.number} · ${order.id}</dd></div>
${order.fulfillment_orders.length > 1 ? html`<div><dt>Envios</dt><dd>${order.fulfillment_orders.length}</dd></div>` : null}
${codes.length === 0 ? null : html`<div><dt>Rastreamento</dt><dd>${codes.join(', ')}</dd></div>`}
<div><dt>Entregar em</dt><dd>${address.street}, ${address.number} ${address.comment} · ${address.city}/${address.state} · CEP ${cepPt(address.zip)}</dd></div>
</dl>
${order.status === 'open' ? html`<form method="post" action="/shop/lojas/orders/${order.id}/cancel"><button class="danger">Pedir cancelamento</button></form>` : null}
</section>
${payment(world, order)}`;
};

export const storeOrderEntry = (
  world: World,
  order: Order,
): Html => html`<li class="card"><a href="/shop/lojas/orders/${order.id}"><strong>${order.lines[0]?.name ?? ''}</strong>
<span class="quiet">${storeOf(world, order).name} · ${reais(totalOf(order))} · ${whenPt(order.created_at)} · pedido ${order.number}</span></a>
${storeOrderState(order)}</li>`;
