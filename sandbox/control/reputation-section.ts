import type { Seller } from '../mercado-livre/people.ts';
import { viewReputation } from '../mercado-livre/reputation.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import { fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { button, table } from './sections.ts';

const levels: [string, string][] = [
  ['', 'como está'],
  ['5_green', 'verde'],
  ['4_light_green', 'verde-claro'],
  ['3_yellow', 'amarelo'],
  ['2_orange', 'laranja'],
  ['1_red', 'vermelho'],
  ['none', 'sem nível (poucas vendas)'],
];

const percent = (rate: unknown): string =>
  (numberOf(rate) ?? 0).toLocaleString('pt-BR', { style: 'percent', maximumFractionDigits: 2 });

const metricCell = (metric: unknown): Html => {
  const { value, rate, excluded } = fieldsOf(metric);
  const real = fieldsOf(excluded);
  return html`<td>${numberOf(value)} · ${percent(rate)}${excluded === undefined ? null : html`<br><span class="quiet">de verdade ${numberOf(real.real_value)} · ${percent(real.real_rate)}</span>`}</td>`;
};

const row = (world: World, seller: Seller): Html => {
  const shown = viewReputation(world, seller);
  const metrics = fieldsOf(shown.metrics);
  const sales = fieldsOf(metrics.sales);
  const isSet = world.market.reputations[String(seller.id)] !== undefined;
  const real = textOf(shown.real_level);
  return html`<tr><td>${seller.nickname}<br><span class="quiet">${isSet ? 'à mão' : 'pelas vendas'}</span></td>
<td>${textOf(shown.level_id) ?? 'sem nível'}${real === null ? null : html`<br><span class="quiet">de verdade ${real}</span>`}</td>
<td>${numberOf(sales.completed)}<br><span class="quiet">${textOf(sales.period)}</span></td>
${metricCell(metrics.claims)}${metricCell(metrics.delayed_handling_time)}${metricCell(metrics.cancellations)}
<td>${isSet ? button('reputation-clear', seller.id, 'Voltar às vendas') : null}</td></tr>`;
};

const options = (entries: [string, string][]): Html[] =>
  entries.map(([value, words]) => html`<option value="${value}">${words}</option>`);

const count = (name: string, words: string): Html =>
  html`<label>${words} <input name="${name}" type="number" min="0" placeholder="como está"></label>`;

/** Of the accounts in use. */
const shownSellers = (world: World): Seller[] => {
  const { grants, reputations, orders, sellers } = world.market;
  const selling = new Set(Object.values(orders).map(({ seller_id: id }) => id));
  return sellers.filter(
    ({ id }) => grants.includes(id) || selling.has(id) || reputations[String(id)] !== undefined,
  );
};

export const reputationSection = (world: World): Html => {
  const shown = shownSellers(world);
  return html`<section class="card" id="reputacao"><h2>Reputação</h2>
${
  shown.length === 0
    ? html`<p class="quiet">Nenhuma conta em uso ainda.</p>`
    : table(
        'Reputação',
        ['Conta', 'Nível', 'Vendas', 'Reclamações', 'Despacho com atraso', 'Canceladas', ''],
        shown.map((seller) => row(world, seller)),
      )
}
<form method="post" action="/control/do/reputation" class="fields">
<label>Conta <select name="seller">${world.market.sellers.map(({ id, nickname }) => html`<option value="${id}">${nickname}</option>`)}</select></label>
<label>Nível <select name="level">${options(levels)}</select></label>
<label>MercadoLíder <select name="powerSeller">${options([
    ['', 'como está'],
    ['none', 'não'],
    ['silver', 'silver'],
    ['gold', 'gold'],
    ['platinum', 'platinum'],
  ])}</select></label>
<label>Período <select name="period">${options([
    ['', 'como está'],
    ['60 days', '60 dias'],
    ['365 days', '365 dias'],
  ])}</select></label>
${count('sales', 'Vendas')}
${count('claims', 'Reclamações')}
${count('delayed', 'Com atraso')}
${count('cancellations', 'Canceladas')}
<label>Protegida até <input name="protectedUntil" type="date"></label>
<button>Mudar</button>
</form></section>`;
};
