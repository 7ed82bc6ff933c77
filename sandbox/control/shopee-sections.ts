import type { Html } from '../pages/html.ts';
import { html, reais, whenPt } from '../pages/html.ts';
import { shopeeOrderState } from '../shop/shopee-pages.ts';
import type { ShopeeFaultKind } from '../shopee/faults.ts';
import type { Order, Push, Return } from '../shopee/market.ts';
import { shopById } from '../shopee/market.ts';
import { totalOf } from '../shopee/orders/order-views.ts';
import { waitsForInvoice } from '../shopee/orders/purchase.ts';
import type { Shop } from '../shopee/shops.ts';
import type { World } from '../world.ts';
import type { Fault } from './faults.ts';
import { button, table } from './sections.ts';

const SHOWN = 50;

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

const shopRow = (world: World, shop: Shop): Html => {
  const grant = world.shopee.grants[String(shop.shop_id)];
  return html`<tr><td>${shop.shop_name}<br><span class="quiet">${shop.shop_id} · ${shop.tax_id_type} ${shop.tax_id}</span></td>
<td>${shop.status}${(shop.warehouses ?? []).map((warehouse) => html`<br><span class="quiet">${warehouse.warehouse_name} · ${warehouse.location_id}</span>`)}</td>
<td>${grant === undefined ? 'não' : html`até ${whenPt(grant.expire_time)}`}</td>
<td>${grant === undefined ? null : html`${button('shopee-grant', shop.shop_id, 'Vencer token', hidden('what', 'expire'))}${button('shopee-grant', shop.shop_id, 'Revogar', hidden('what', 'revoke'))}${button('shopee-grant', shop.shop_id, 'Vence em 6 dias', hidden('what', 'soon'))}`}
${button('shopee-shop', shop.shop_id, shop.status === 'NORMAL' ? 'Banir' : 'Reativar', hidden('status', shop.status === 'NORMAL' ? 'BANNED' : 'NORMAL'))}
${button('shopee-warehouse', shop.shop_id, 'Novo depósito', html`<input name="name" aria-label="Nome do depósito" placeholder="Depósito" size="12">`)}</td></tr>`;
};

export const shopeeShopsSection = (
  world: World,
): Html => html`<section class="card" id="shopee"><h2>Lojas Shopee</h2>
${table(
  'Lojas Shopee',
  ['Loja', 'Situação', 'Autorizou', ''],
  world.shopee.shops.map((shop) => shopRow(world, shop)),
)}</section>`;

const orderButton = (order: Order, act: string, words: string): Html =>
  button('shopee-order', order.order_sn, words, hidden('act', act));

const orderRow = (
  world: World,
  order: Order,
): Html => html`<tr><td>${order.order_sn}<br><span class="quiet">${order.package_number}</span></td>
<td>${shopById(world.shopee, order.shop_id)?.shop_name}</td>
<td>${order.lines.map((line) => html`${line.quantity} × ${line.item_name} ${line.model_name}<br>`)}<span class="quiet">${reais(totalOf(order))} · ${whenPt(order.create_time)}</span></td>
<td>${shopeeOrderState(order)}<br><span class="quiet">${waitsForInvoice(world, order) ? 'INVOICE_PENDING' : order.order_status} · ${order.logistics_status} ${order.tracking_number}</span></td>
<td>${order.order_status === 'UNPAID' ? orderButton(order, 'pay', 'Pagar') : null}${['CANCELLED', 'COMPLETED'].includes(order.order_status) ? null : html`${orderButton(order, 'ask-cancel', 'Comprador cancela')}${orderButton(order, 'advance', '→ Envio')}`}
${waitsForInvoice(world, order) ? html`<a href="/control/api/shopee/orders/${order.order_sn}/nfe">NF-e</a>` : null}</td></tr>`;

export const shopeeOrdersSection = (world: World): Html => {
  const orders = Object.values(world.shopee.orders).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="pedidos-shopee"><h2>Pedidos na Shopee</h2>
${
  orders.length === 0
    ? html`<p class="quiet">Nenhum pedido ainda. Compre um produto da Shopee na <a href="/shop">loja</a>.</p>`
    : table(
        'Pedidos na Shopee',
        ['Pedido', 'Loja', 'Produto', 'Situação', ''],
        orders.map((order) => orderRow(world, order)),
      )
}
</section>`;
};

const returnButton = (found: Return, act: string, words: string): Html =>
  button('shopee-return', found.return_sn, words, hidden('act', act));

const returnRow = (
  found: Return,
): Html => html`<tr><td>${found.return_sn}<br><span class="quiet">pedido ${found.order_sn}</span></td>
<td>${found.reason}<br><span class="quiet">${found.text_reason} · ${reais(found.refund_amount)}</span></td>
<td>${found.status}<br><span class="quiet">${found.logistics_status} ${found.negotiation?.status ?? ''}</span></td>
<td>${found.negotiation?.status === 'PENDING_BUYER_RESPOND' ? html`${returnButton(found, 'accept-offer', 'Aceitar oferta')}${returnButton(found, 'counter-offer', 'Contrapropor')}` : null}
${found.logistics_status === 'LOGISTICS_READY' ? returnButton(found, 'ship', 'Postar') : null}${found.logistics_status === 'LOGISTICS_PICKUP_DONE' ? returnButton(found, 'deliver', 'Entregar') : null}
${['JUDGING', 'SELLER_DISPUTE'].includes(found.status) ? html`${returnButton(found, 'for-buyer', 'Decidir: comprador')}${returnButton(found, 'for-seller', 'Decidir: vendedor')}` : null}
${['REQUESTED', 'PROCESSING'].includes(found.status) ? returnButton(found, 'withdraw', 'Desistir') : null}</td></tr>`;

export const shopeeReturnsSection = (world: World): Html => {
  const returns = Object.values(world.shopee.returns).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="devolucoes-shopee"><h2>Devoluções na Shopee</h2>
${
  returns.length === 0
    ? html`<p class="quiet">Nenhuma devolução ainda.</p>`
    : table('Devoluções na Shopee', ['Devolução', 'Motivo', 'Situação', ''], returns.map(returnRow))
}
</section>`;
};

const kindNames: Record<ShopeeFaultKind, string> = {
  'rate-limit': 'limite de chamadas (200)',
  'rate-limit-429': 'limite de chamadas (429)',
  'daily-limit': 'limite do dia',
  'error-server': 'error_server (200)',
  'error-auth': 'error_auth (200)',
  'error-prefixed': 'common.error_inner (200)',
  refused: 'recusa error_param',
  forbidden: 'a aplicação não pode usar essa chamada',
  'no-linked': 'a loja não está mais ligada à aplicação',
  banned: 'loja banida',
  'error-500': 'erro 500',
  'unavailable-503': 'fora do ar (503, texto)',
  slow: 'resposta lenta',
  silent: 'nunca responde',
  cut: 'conexão cortada no meio',
  truncated: 'JSON cortado',
  html: 'HTML no lugar de JSON',
  'wrong-type': 'tipos errados',
  'wrong-id': 'id errado',
  'without-effect': 'sucesso sem efeito',
  'partial-failure': 'falha parcial',
  'notify-duplicate': 'aviso repetido',
  'notify-late': 'aviso atrasado',
  'notify-lost': 'aviso perdido',
  'notify-missed': 'aviso entre os perdidos',
  'notify-hold': 'aviso retido',
  'notify-unsigned': 'aviso sem assinatura',
  'notify-forged': 'aviso com assinatura falsa',
};

const faultRow = (
  world: World,
  fault: Fault<ShopeeFaultKind>,
): Html => html`<tr><td>${kindNames[fault.kind]}</td>
<td>${shopById(world.shopee, fault.seller)?.shop_name ?? 'todas'}</td>
<td>${fault.method ?? ''} ${fault.path ?? fault.topic ?? 'tudo'}</td><td>${fault.times ?? 'sempre'}</td>
<td>${button('shopee-fault-off', fault.id, 'Desligar')}</td></tr>`;

export const shopeeFaultsSection = (world: World): Html => {
  const { active } = world.shopee.faults;
  return html`<section class="card" id="defeitos-shopee"><h2>Defeitos da Shopee</h2>
${
  active.length === 0
    ? html`<p class="quiet">Nenhum defeito ligado.</p>`
    : table(
        'Defeitos da Shopee',
        ['Defeito', 'Loja', 'Onde', 'Vezes', ''],
        active.map((fault) => faultRow(world, fault)),
      )
}
<form method="post" action="/control/do/shopee-fault" class="fields">
<label>Defeito <select name="kind">${Object.entries(kindNames).map(([kind, name]) => html`<option value="${kind}">${name}</option>`)}</select></label>
<label>Loja <select name="shop"><option value="">todas</option>${world.shopee.shops.map(({ shop_id: id, shop_name: name }) => html`<option value="${id}">${name}</option>`)}</select></label>
<label>Caminho <input name="path" placeholder="/product/*"></label>
<label>Código do aviso <input name="topic" placeholder="3"></label>
<label>Vezes <input name="times" type="number" min="1" placeholder="sempre"></label>
<label class="tick"><input name="applied" type="checkbox"> depois do efeito</label>
<button>Ligar defeito</button>
</form></section>`;
};

const pushStates: Record<Push['state'], string> = {
  waiting: 'a caminho',
  held: 'retido',
  delivered: 'entregue',
  lost: 'entre os perdidos',
  confirmed: 'perdido, já lido',
  swallowed: 'sumiu',
};

const pushRow = (entry: Push): Html => html`<tr><td>${whenPt(entry.sent ?? entry.due)}</td>
<td>${entry.code}</td><td>${entry.body}</td>
<td>${pushStates[entry.state]} <span class="quiet">${entry.attempts} × ${entry.answer ?? ''}</span></td>
<td>${button('shopee-resend', entry.id, 'Reenviar')}</td></tr>`;

export const shopeePushesSection = (world: World): Html => {
  const pushes = world.shopee.pushes.toReversed().slice(0, SHOWN);
  const held = world.shopee.pushes.filter(({ state }) => state === 'held').length;
  return html`<section class="card" id="avisos-shopee"><h2>Avisos da Shopee</h2>
${held === 0 ? null : html`<form method="post" action="/control/do/shopee-release"><p>${held} retidos. <button name="order" value="sent">Soltar na ordem</button> <button name="order" value="reverse">Soltar ao contrário</button></p></form>`}
${pushes.length === 0 ? html`<p class="quiet">Nenhum aviso ainda. Só lojas que autorizaram são avisadas.</p>` : table('Avisos da Shopee', ['Quando', 'Código', 'Corpo', 'Situação', ''], pushes.map(pushRow))}
</section>`;
};
