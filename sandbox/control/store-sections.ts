import type { StoreFaultKind } from '../nuvemshop/faults.ts';
import { shippingStatusOf } from '../nuvemshop/fulfillment-state.ts';
import type { Delivery, Order } from '../nuvemshop/market.ts';
import { grantOf } from '../nuvemshop/market.ts';
import { privacyAddress, privacyEvents } from '../nuvemshop/notify.ts';
import { totalOf } from '../nuvemshop/order-sums.ts';
import { storeOf } from '../nuvemshop/purchase.ts';
import type { Location, Store } from '../nuvemshop/stores.ts';
import type { Html } from '../pages/html.ts';
import { html, reais, whenPt } from '../pages/html.ts';
import { storeOrderState, storePath } from '../shop/store-pages.ts';
import type { World } from '../world.ts';
import type { Fault } from './faults.ts';
import { button, table } from './sections.ts';

const SHOWN = 50;

/** Requests required by law: about the whole store, or the buyer of the order. */
const privacyButton = (store: Store, order: Order | null): Html =>
  button(
    'store-privacy',
    store.id,
    'Pedir',
    html`${order === null ? null : html`<input type="hidden" name="orderId" value="${order.id}">`}
<select name="event" aria-label="Pedido de dados">${privacyEvents
      .filter((event) => order === null || event !== 'store/redact')
      .map((event) => html`<option>${event}</option>`)}</select>
<label class="tick"><input type="checkbox" name="unsigned"> sem assinatura</label>`,
  );

const addresses = (world: World): Html => {
  const set = privacyEvents.map((event) => privacyAddress(world, event)).filter((url) => url !== null);
  return set.length === 0
    ? html`<p class="quiet">O aplicativo não tem endereços para pedidos sobre dados pessoais.</p>`
    : html`<p class="quiet">Pedidos sobre dados pessoais vão para ${set.join(', ')}.</p>`;
};

const locationRow = (store: Store, location: Location): Html => {
  const act = (name: string, words: string): Html =>
    button(
      'store-location-act',
      store.id,
      words,
      html`<input type="hidden" name="location" value="${location.id}"><input type="hidden" name="act" value="${name}">`,
    );
  return html`<div>${location.name}${location.is_default ? html` <span class="quiet">padrão</span>` : html`${act('default', 'Tornar padrão')}${act('remove', 'Fechar')}`}</div>`;
};

const storeRow = (world: World, store: Store): Html => {
  const webhooks = Object.values(world.nuvemshop.webhooks).filter(
    ({ store_id: id }) => id === store.id,
  ).length;
  return html`<tr><td><a href="${storePath(store)}">${store.name}</a><br><span class="quiet">${store.id} · plano ${store.plan_name}</span></td>
<td>${store.locations.map((location) => locationRow(store, location))}${button('store-location', store.id, 'Novo local', html`<input name="name" aria-label="Nome do local" placeholder="Depósito" size="12">`)}</td>
<td>${grantOf(world.nuvemshop, store.id) === null ? 'não' : `sim · ${webhooks} avisos pedidos`}</td>
<td>${button('store-uninstall', store.id, 'Desinstalar')}
${button('store-suspend', store.id, store.suspended ? 'Reativar' : 'Suspender', html`<input type="hidden" name="suspended" value="${store.suspended ? 'no' : 'yes'}">`)}
${privacyButton(store, null)}</td></tr>`;
};

export const storesSection = (
  world: World,
): Html => html`<section class="card" id="lojas"><h2>Lojas Nuvemshop</h2>
${table(
  'Lojas Nuvemshop',
  ['Loja', 'Estoque em', 'Aplicativo', ''],
  world.nuvemshop.stores.map((store) => storeRow(world, store)),
)}
${addresses(world)}</section>`;

const orderRow = (
  world: World,
  order: Order,
): Html => html`<tr><td>${order.number}<br><span class="quiet">${order.id}</span></td>
<td>${storeOf(world, order).name}</td>
<td>${order.lines.map((line) => html`${line.quantity} × ${line.name}<br>`)}<span class="quiet">${reais(totalOf(order))} · ${whenPt(order.created_at)}</span></td>
<td>${storeOrderState(order)}<br><span class="quiet">${order.status} · ${order.payment_status} · ${shippingStatusOf(order)}</span></td>
<td>${order.payment_status === 'pending' ? button('store-pay', order.id, 'Pagar') : null}${order.payment_status === 'paid' ? button('store-refund', order.id, 'Devolver') : null}${
  order.status === 'cancelled'
    ? null
    : html`${button('store-cancel', order.id, 'Cancelar')}${button('store-advance', order.id, '→ Envio')}`
}${privacyButton(storeOf(world, order), order)}</td></tr>`;

export const storeOrdersSection = (world: World): Html => {
  const orders = Object.values(world.nuvemshop.orders).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="pedidos"><h2>Pedidos nas lojas Nuvemshop</h2>
${
  orders.length === 0
    ? html`<p class="quiet">Nenhum pedido ainda. Compre em uma das lojas.</p>`
    : table(
        'Pedidos nas lojas Nuvemshop',
        ['Pedido', 'Loja', 'Produto', 'Situação', ''],
        orders.map((order) => orderRow(world, order)),
      )
}
</section>`;
};

const kindNames: Record<StoreFaultKind, string> = {
  'rate-limit': '429',
  'error-500': 'erro 500',
  'unavailable-503': 'fora do ar (503, texto)',
  'refused-422': 'recusa 422',
  'suspended-402': 'loja suspensa (402)',
  slow: 'resposta lenta',
  silent: 'nunca responde',
  cut: 'conexão cortada no meio',
  truncated: 'JSON cortado',
  html: 'HTML no lugar de JSON',
  'wrong-type': 'tipos errados',
  'wrong-id': 'id errado',
  'without-effect': '200 sem efeito',
  'partial-success': 'sucesso parcial',
  'notify-duplicate': 'aviso repetido',
  'notify-late': 'aviso atrasado',
  'notify-lost': 'aviso perdido',
  'notify-hold': 'aviso retido',
  'notify-unsigned': 'aviso sem assinatura',
};

const faultRow = (
  world: World,
  fault: Fault<StoreFaultKind>,
): Html => html`<tr><td>${kindNames[fault.kind]}</td>
<td>${world.nuvemshop.stores.find(({ id }) => id === fault.seller)?.name ?? 'todas'}</td>
<td>${fault.method ?? ''} ${fault.path ?? fault.topic ?? 'tudo'}</td><td>${fault.times ?? 'sempre'}</td>
<td>${button('store-fault-off', fault.id, 'Desligar')}</td></tr>`;

export const storeFaultsSection = (world: World): Html => {
  const { active } = world.nuvemshop.faults;
  return html`<section class="card" id="defeitos-lojas"><h2>Defeitos da Nuvemshop</h2>
${
  active.length === 0
    ? html`<p class="quiet">Nenhum defeito ligado.</p>`
    : table(
        'Defeitos da Nuvemshop',
        ['Defeito', 'Loja', 'Onde', 'Vezes', ''],
        active.map((fault) => faultRow(world, fault)),
      )
}
<form method="post" action="/control/do/store-fault" class="fields">
<label>Defeito <select name="kind">${Object.entries(kindNames).map(([kind, name]) => html`<option value="${kind}">${name}</option>`)}</select></label>
<label>Loja <select name="store"><option value="">todas</option>${world.nuvemshop.stores.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
<label>Caminho <input name="path" placeholder="/products/*"></label>
<label>Evento <input name="topic" placeholder="order/paid"></label>
<label>Vezes <input name="times" type="number" min="1" placeholder="sempre"></label>
<label class="tick"><input name="applied" type="checkbox"> depois do efeito</label>
<button>Ligar defeito</button>
</form></section>`;
};

const deliveryStates: Record<Delivery['state'], string> = {
  waiting: 'a caminho',
  held: 'retido',
  delivered: 'entregue',
  'given-up': 'desistiu',
  lost: 'perdido',
};

const deliveryRow = (delivery: Delivery): Html => html`<tr><td>${whenPt(delivery.sent ?? delivery.due)}</td>
<td>${delivery.event}</td><td>${delivery.body}</td>
<td>${deliveryStates[delivery.state]} <span class="quiet">${delivery.attempts} × ${delivery.answer ?? ''}</span></td>
<td>${button('store-resend', delivery.id, 'Reenviar')}</td></tr>`;

export const deliveriesSection = (world: World): Html => {
  const deliveries = world.nuvemshop.deliveries.toReversed().slice(0, SHOWN);
  const held = world.nuvemshop.deliveries.filter(({ state }) => state === 'held').length;
  return html`<section class="card" id="entregas"><h2>Avisos da Nuvemshop</h2>
${held === 0 ? null : html`<form method="post" action="/control/do/store-release"><p>${held} retidos. <button name="order" value="sent">Soltar na ordem</button> <button name="order" value="reverse">Soltar ao contrário</button></p></form>`}
${deliveries.length === 0 ? html`<p class="quiet">Nenhum aviso ainda. Só vai aviso do que o aplicativo pediu.</p>` : table('Avisos da Nuvemshop', ['Quando', 'Evento', 'Corpo', 'Situação', ''], deliveries.map(deliveryRow))}
</section>`;
};
