import { totalQuantity } from '../mercado-livre/item-rules.ts';
import type { Item, Notice, Order, Question, StockLocation } from '../mercado-livre/market.ts';
import { questionStatuses, sellerById } from '../mercado-livre/market.ts';
import { nextStep, walkOf } from '../mercado-livre/shipping.ts';
import type { Html } from '../pages/html.ts';
import { html, reais, whenPt } from '../pages/html.ts';
import { variationName } from '../shop/item-page.ts';
import { pathOfItem, priceOf } from '../shop/listing.ts';
import { orderState } from '../shop/order-page.ts';
import type { World } from '../world.ts';

const SHOWN = 50;

export const button = (act: string, id: string | number, words: string, extra: Html | null = null): Html =>
  html`<form method="post" action="/control/do/${act}"><input type="hidden" name="id" value="${id}">${extra}<button>${words}</button></form>`;

export const table = (
  name: string,
  heads: string[],
  rows: Html[],
): Html => html`<div class="table" tabindex="0" role="region" aria-label="${name}"><table>
<thead><tr>${heads.map((head) => html`<th>${head === '' ? html`<span class="sr">Ações</span>` : head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;

const shipmentActions = (world: World, order: Order): Html | null => {
  const shipment = world.market.shipments[String(order.shipment_id)];
  if (shipment === undefined) return null;
  const next = nextStep(shipment);
  const steps = walkOf(shipment).map(([status, substatus]) => `${status}/${substatus ?? ''}`);
  return html`${next === null ? null : button('advance', shipment.id, `→ ${next[1] ?? next[0]}`)}
${button('advance', shipment.id, 'Ir', html`<select name="to" aria-label="Ir para">${steps.map((step) => html`<option value="${step}">${step}</option>`)}</select>`)}
<a href="/control/api/shipments/${shipment.id}/nfe">NF-e</a>`;
};

const saleRow = (world: World, order: Order): Html => {
  const shipment = world.market.shipments[String(order.shipment_id)];
  return html`<tr><td>${order.id}${order.pack_id === null ? null : html`<br><span class="quiet">pacote ${order.pack_id}</span>`}</td>
<td>${sellerById(world.market, order.seller_id)?.nickname}</td>
<td>${order.quantity} × ${order.title}<br><span class="quiet">${reais(order.unit_price)} · ${whenPt(order.date_created)}</span></td>
<td>${orderState(world, order)}<br><span class="quiet">${order.status}${shipment === undefined ? '' : ` · ${shipment.status}/${shipment.substatus ?? '–'}`}</span></td>
<td>${order.status === 'payment_required' ? button('pay', order.id, 'Pagar') : null}${order.status === 'cancelled' ? null : button('cancel', order.id, 'Cancelar')}${shipmentActions(world, order)}</td></tr>`;
};

export const salesSection = (world: World): Html => {
  const orders = Object.values(world.market.orders).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="vendas"><h2>Vendas</h2>
${
  orders.length === 0
    ? html`<p class="quiet">Nenhuma venda ainda. Compre na <a href="/shop">loja</a>.</p>`
    : table(
        'Vendas',
        ['Venda', 'Conta', 'Produto', 'Situação', ''],
        orders.map((order) => saleRow(world, order)),
      )
}
</section>`;
};

const buyField = (
  item: Item,
): Html => html`<form method="post" action="/control/do/purchase"><input type="hidden" name="itemId" value="${item.id}">
${item.variations.length === 0 ? null : html`<select name="variationId" aria-label="Variação">${item.variations.map((variation) => html`<option value="${variation.id}">${variationName(variation)}</option>`)}</select>`}
<input name="quantity" type="number" min="1" value="1" aria-label="Quantidade" size="3"><label class="tick"><input type="checkbox" name="pay" checked> paga</label><button>Comprar</button></form>`;

const fullField = (item: Item): Html => {
  if (item.shipping.logistic_type === 'fulfillment')
    return html`<span class="quiet">Full ${item.inventory_id ?? ''}</span>${button('full-out', item.id, 'Tirar do Full')}`;
  return button(
    'full',
    item.id,
    'Pôr no Full',
    html`${item.variations.length === 0 ? null : html`<select name="variationId" aria-label="Variação">${item.variations.map((variation) => html`<option value="${variation.id}">${variationName(variation)}</option>`)}</select>`}
<input name="quantity" type="number" min="0" value="10" aria-label="Unidades no Full" size="3"><label class="tick"><input type="checkbox" name="flex"> com Flex</label>`,
  );
};

const placesOf = (world: World, item: Item): Html => {
  const locations = world.market.userProducts[item.user_product_id ?? '']?.locations ?? [];
  return html`${locations.map(
    ({ type, store_id: store, quantity }) =>
      html`<br><span class="quiet">${placeNames[type]}${store === null ? '' : ` ${store}`}: ${quantity}</span>`,
  )}`;
};

const placeNames: Record<StockLocation['type'], string> = {
  selling_address: 'endereço',
  seller_warehouse: 'depósito',
  meli_facility: 'Full',
};

const itemRow = (
  world: World,
  item: Item,
): Html => html`<tr><td>${item.id}<br><span class="quiet">${item.user_product_id ?? 'modelo antigo'}</span></td>
<td>${sellerById(world.market, item.seller_id)?.nickname}</td>
<td><a href="${pathOfItem(world, item)}">${item.title}</a><br><span class="quiet">${reais(priceOf(world, item))}</span></td>
<td>${item.status}${item.sub_status.length > 0 ? ` (${item.sub_status.join(', ')})` : ''}</td>
<td>${totalQuantity(item)}${item.variations.map((variation) => html`<br><span class="quiet">${variationName(variation)}: ${variation.available_quantity}</span>`)}${placesOf(world, item)}</td>
<td>${item.status === 'active' ? buyField(item) : null}${item.sub_status.includes('picture_download_pending') ? html`${button('pictures', item.id, 'Fotos chegaram', html`<input type="hidden" name="good" value="yes">`)}${button('pictures', item.id, 'Fotos falharam')}` : null}${fullField(item)}</td></tr>`;

export const itemsSection = (world: World): Html => {
  const items = Object.values(world.market.items).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="anuncios"><h2>Anúncios</h2>
${
  items.length === 0
    ? html`<p class="quiet">Nenhum anúncio ainda.</p>`
    : table(
        'Anúncios',
        ['Código', 'Conta', 'Anúncio', 'Situação', 'Estoque', ''],
        items.map((item) => itemRow(world, item)),
      )
}
</section>`;
};

const questionRow = (
  world: World,
  question: Question,
): Html => html`<tr><td>${question.id}<br><span class="quiet">${whenPt(question.date_created)}</span></td>
<td>${sellerById(world.market, question.seller_id)?.nickname}<br><span class="quiet">${question.item_id}</span></td>
<td>${question.text}${question.answer === null ? null : html`<br><span class="quiet">↳ ${question.answer.text}</span>`}</td>
<td>${button('question', question.id, 'Mudar', html`<select name="status" aria-label="Situação">${questionStatuses.map((status) => html`<option${status === question.status ? { markup: ' selected' } : null}>${status}</option>`)}</select>`)}</td></tr>`;

export const questionsSection = (world: World): Html => {
  const questions = Object.values(world.market.questions).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="perguntas"><h2>Perguntas</h2>
${
  questions.length === 0
    ? html`<p class="quiet">Nenhuma pergunta ainda. Pergunte na página de um anúncio.</p>`
    : table(
        'Perguntas',
        ['Pergunta', 'Conta', 'Texto', 'Situação'],
        questions.map((question) => questionRow(world, question)),
      )
}
</section>`;
};

const noticeStates: Record<Notice['state'], string> = {
  waiting: 'a caminho',
  held: 'retido',
  delivered: 'entregue',
  missed: 'não entregue',
  lost: 'perdido',
};

const noticeRow = (
  notice: Notice,
): Html => html`<tr><td>${whenPt(notice.sent)}</td><td>${notice.topic}</td><td>${notice.resource}</td>
<td>${noticeStates[notice.state]} <span class="quiet">${notice.attempts} × ${notice.answer ?? ''}</span></td><td>${button('resend', notice.id, 'Reenviar')}</td></tr>`;

export const noticesSection = (world: World): Html => {
  const notices = world.market.notices.toReversed().slice(0, SHOWN);
  const held = world.market.notices.filter((notice) => notice.state === 'held').length;
  return html`<section class="card" id="avisos"><h2>Avisos enviados</h2>
${held === 0 ? null : html`<form method="post" action="/control/do/release"><p>${held} retidos. <button name="order" value="sent">Soltar na ordem</button> <button name="order" value="reverse">Soltar ao contrário</button></p></form>`}
${notices.length === 0 ? html`<p class="quiet">Nenhum aviso ainda. Só contas que autorizaram a aplicação são avisadas.</p>` : table('Avisos', ['Quando', 'Tópico', 'Recurso', 'Situação', ''], notices.map(noticeRow))}
</section>`;
};

export const sellersSection = (world: World): Html => html`<section class="card" id="contas"><h2>Contas</h2>
${table(
  'Contas',
  ['Conta', 'Marcas', 'Autorizou', ''],
  world.market.sellers.map(
    (
      seller,
    ) => html`<tr><td>${seller.nickname}<br><span class="quiet">${seller.id} · ${seller.logistic_type}</span></td><td>${seller.tags.join(', ')}</td>
<td>${world.market.grants.includes(seller.id) ? 'sim' : 'não'}</td>
<td>${button('expire', seller.id, 'Vencer token')}${button('revoke', seller.id, 'Revogar')}${button('tag', seller.id, 'Preço por variação', html`<input type="hidden" name="tag" value="user_product_seller">`)}${button('tag', seller.id, 'Vende a empresas', html`<input type="hidden" name="tag" value="business">`)}${button('store', seller.id, 'Novo depósito', html`<input name="description" aria-label="Nome do depósito" placeholder="Depósito" size="12">`)}</td></tr>`,
  ),
)}</section>`;
