import { roundReais } from '../mercado-livre/fees.ts';
import type { Order, Shipment } from '../mercado-livre/market.ts';
import { sellerById } from '../mercado-livre/market.ts';
import { totalsOf } from '../mercado-livre/order-views.ts';
import { ordersOfCart } from '../mercado-livre/purchase.ts';
import type { Order as StoreOrder } from '../nuvemshop/market.ts';
import type { Html } from '../pages/html.ts';
import { cepPt, html, reais, whenPt } from '../pages/html.ts';
import type { Order as ShopeeOrder } from '../shopee/market.ts';
import type { World } from '../world.ts';
import { afterSale } from './after-sale.ts';
import { pathOfItem } from './listing.ts';
import { pixCode } from './pix.ts';
import { shopeeOrderEntry } from './shopee-pages.ts';
import { storeOrderEntry } from './store-pages.ts';

const steps = ['Compra feita', 'Pagamento', 'Preparação', 'A caminho', 'Entregue'];

const shipmentOf = (world: World, order: Order): Shipment | null =>
  world.market.shipments[String(order.shipment_id)] ?? null;

/** How many of the steps are done, and the words for the parcel's place. */
const progressOf = (
  world: World,
  order: Order,
): { done: number; words: string; tone: 'wait' | 'good' | 'bad' } => {
  if (order.status === 'cancelled') return { done: 0, words: 'Compra cancelada', tone: 'bad' };
  if (order.status !== 'paid') return { done: 1, words: 'Aguardando pagamento', tone: 'wait' };
  const shipment = shipmentOf(world, order);
  if (shipment?.status === 'delivered') return { done: 5, words: 'Entregue', tone: 'good' };
  if (shipment?.status === 'shipped') {
    const out = shipment.substatus === 'out_for_delivery';
    return { done: 4, words: out ? 'Saiu para entrega' : 'A caminho', tone: 'good' };
  }
  const handed = ['dropped_off', 'picked_up'].includes(shipment?.substatus ?? '');
  return { done: 2, words: handed ? 'Entregue à transportadora' : 'Pago, em preparação', tone: 'good' };
};

export const orderState = (world: World, order: Order): Html => {
  const { words, tone } = progressOf(world, order);
  return html`<span class="state ${tone}">${words}</span>`;
};

const timeline = (world: World, order: Order): Html | null => {
  const { done } = progressOf(world, order);
  if (done === 0) return null;
  return html`<ol class="timeline">${steps.map(
    (step, index) =>
      html`<li class="${index < done ? 'done' : ''}"${index === done - 1 ? { markup: ' aria-current="step"' } : null}>${step}</li>`,
  )}</ol>`;
};

const cartTotal = (orders: Order[]): number =>
  roundReais(orders.reduce((total, order) => total + totalsOf(order).goods + totalsOf(order).shipping, 0));

const payment = (world: World, order: Order, orders: Order[]): Html | null => {
  if (order.status !== 'payment_required') return null;
  const total = cartTotal(orders);
  const city = sellerById(world.market, order.seller_id)?.address.city ?? '';
  return html`<section class="card"><h2>Pagar com PIX</h2>
<p>Valor: <strong>${reais(total)}</strong>${order.expiration_date === null ? null : html` · vence em ${whenPt(order.expiration_date)}`}</p>
<label>Código copia e cola <textarea readonly rows="5">${pixCode({ name: 'MERCADO DE TESTES', city, amount: total, txid: String(order.id) })}</textarea></label>
<form method="post" action="/shop/orders/${order.id}/pay"><button class="primary">Simular pagamento</button></form>
</section>`;
};

const canCancel = (world: World, order: Order): boolean => {
  const shipment = shipmentOf(world, order);
  return order.status !== 'cancelled' && !['shipped', 'delivered'].includes(shipment?.status ?? '');
};

const lines = (world: World, orders: Order[]): Html =>
  html`<ul class="lines">${orders.map((line) => {
    const item = world.market.items[line.item_id];
    const name = line.variation_attributes.map((entry) => entry.value_name).join(' / ');
    return html`<li><span>${line.quantity} × ${item === undefined ? line.title : html`<a href="${pathOfItem(world, item)}">${line.title}</a>`}${name === '' ? null : html` <small>${name}</small>`}</span><span>${reais(totalsOf(line).goods)}</span></li>`;
  })}</ul>`;

/** The result of the buyer's last act. */
type OrderNotice = 'new' | 'file-refused' | null;

export const orderPage = (world: World, order: Order, notice: OrderNotice): Html => {
  const orders = ordersOfCart(world, order);
  const shipment = shipmentOf(world, order);
  const address = world.market.buyers.find((buyer) => buyer.id === order.buyer_id)?.address;
  return html`${notice === 'file-refused' ? html`<p class="notice bad" role="alert"><strong>O arquivo não pôde ser enviado</strong>, e nada do que estava com ele. Confira o tipo, o nome (sem espaços nem acentos nas reclamações) e o tamanho.</p>` : null}${notice === 'new' ? html`<p class="notice good" role="status"><strong>Compra registrada.</strong> Número ${order.id}.</p>` : null}
<p><a href="/shop/orders">← Minhas compras</a></p>
<section class="card">
<h1>Compra ${order.id}</h1>
<div data-live><p>${orderState(world, order)} <span class="quiet">${whenPt(order.date_created)}</span></p>
${timeline(world, order)}</div>
${lines(world, orders)}
<dl class="facts">
<div><dt>Total com frete</dt><dd>${reais(cartTotal(orders))}</dd></div>
<div><dt>Vendedor</dt><dd>${sellerById(world.market, order.seller_id)?.nickname}</dd></div>
${order.pack_id === null ? null : html`<div><dt>Pacote</dt><dd>${order.pack_id}</dd></div>`}
${shipment === null ? null : html`<div><dt>Rastreamento</dt><dd>${shipment.tracking_number}</dd></div><div><dt>Previsão de entrega</dt><dd>${whenPt(shipment.estimated_delivery).slice(0, 10)}</dd></div>`}
${address === undefined ? null : html`<div><dt>Entregar em</dt><dd>${address.street}, ${address.number} ${address.comment} · ${address.city}/${address.state} · CEP ${cepPt(address.zip)}</dd></div>`}
</dl>
${canCancel(world, order) ? html`<form method="post" action="/shop/orders/${order.id}/cancel"><button class="danger">Cancelar compra</button></form>` : null}
</section>
${payment(world, order, orders)}
${afterSale(world, order)}`;
};

export const ordersPage = (
  world: World,
  orders: Order[],
  inStores: StoreOrder[],
  atShopee: ShopeeOrder[],
): Html =>
  orders.length + inStores.length + atShopee.length === 0
    ? html`<h1>Minhas compras</h1><p class="empty">Nenhuma compra ainda. <a href="/shop">Ver produtos</a></p>`
    : html`<h1>Minhas compras</h1><ul class="orders">${atShopee.map((order) => shopeeOrderEntry(world, order))}${inStores.map((order) => storeOrderEntry(world, order))}${orders.map(
        (order) => html`<li class="card"><a href="/shop/orders/${order.id}"><strong>${order.title}</strong>
<span class="quiet">${order.quantity} un. · ${reais(totalsOf(order).goods)} · ${whenPt(order.date_created)} · nº ${order.id}</span></a>
${orderState(world, order)}</li>`,
      )}</ul>`;
