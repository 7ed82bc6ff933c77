import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../reading.ts';
import { healthOf, lateOrdersOf, performanceOf } from '../shopee/health.ts';
import type { Shop } from '../shopee/shops.ts';
import type { World } from '../world.ts';
import { button, table } from './sections.ts';
import { setHealth } from './shopee-health.ts';

const metricNames: [number, string][] = [
  [1, 'envios atrasados'],
  [3, 'não cumpridos'],
  [4, 'tempo de preparo'],
  [42, 'cancelados'],
  [43, 'devolvidos'],
  [52, 'anúncios: violações graves'],
  [53, 'anúncios: outras violações'],
  [11, 'respostas no chat'],
  [22, 'nota da loja'],
];
const ratings = ['ruim', 'precisa melhorar', 'boa', 'excelente'];
const units: Record<number, string> = { 2: ' %', 4: ' dias' };

const figure = (metric: Fields): Html => {
  const current = numberOf(metric.current_period);
  const target = fieldsOf(metric.target);
  const unit = units[numberOf(metric.unit) ?? 0] ?? '';
  const name = metricNames.find(([id]) => id === metric.metric_id)?.[1] ?? textOf(metric.metric_name);
  return html`${name}: <strong>${current?.toLocaleString('pt-BR')}${unit}</strong> <span class="quiet">(${textOf(target.comparator)} ${numberOf(target.value)})</span><br>`;
};

/** Figures that are not measured are left out. */
const figures = (shown: Fields): Html[] =>
  listOf(shown.metric_list)
    .map(fieldsOf)
    .filter((metric) => metric.current_period !== null)
    .map(figure);

const row = (world: World, shop: Shop): Html => {
  const shown = performanceOf(world, shop.shop_id);
  const rating = numberOf(fieldsOf(shown.overall_performance).rating) ?? 0;
  const { penalties } = healthOf(world, shop.shop_id);
  const isSet = world.shopee.health[String(shop.shop_id)] !== undefined;
  return html`<tr><td>${shop.shop_name}<br><span class="quiet">${isSet ? 'à mão' : 'pelos pedidos'}</span></td>
<td>${ratings[rating - 1]}</td>
<td>${figures(shown)}</td>
<td>${lateOrdersOf(world, shop.shop_id).length}</td>
<td>${penalties.reduce((sum, { points }) => sum + points, 0)}</td>
<td>${isSet ? button('shopee-health-clear', shop.shop_id, 'Voltar aos pedidos') : null}</td></tr>`;
};

/** From the page: one metric, or points. */
export const setHealthFromForm = (world: World, form: Fields): unknown => {
  const points = numberOf(form.points);
  const current = numberOf(form.current);
  return setHealth(world, {
    shop: form.shop,
    rating: form.rating,
    ...(current !== null && { metrics: { [textOf(form.metric) ?? '']: current } }),
    ...(points !== null && points > 0 && { penalty: { points } }),
  });
};

export const shopeeHealthSection = (
  world: World,
): Html => html`<section class="card" id="saude-shopee"><h2>Saúde das lojas Shopee</h2>
${table(
  'Saúde das lojas Shopee',
  ['Loja', 'Nota geral', 'Medidas', 'Atrasados', 'Pontos', ''],
  world.shopee.shops.map((shop) => row(world, shop)),
)}
<form method="post" action="/control/do/shopee-health" class="fields">
<label>Loja <select name="shop">${world.shopee.shops.map(({ shop_id: id, shop_name: name }) => html`<option value="${id}">${name}</option>`)}</select></label>
<label>Nota geral <select name="rating"><option value="">como está</option>${ratings.map((name, index) => html`<option value="${index + 1}">${name}</option>`)}</select></label>
<label>Medida <select name="metric">${metricNames.map(([id, name]) => html`<option value="${id}">${name}</option>`)}</select></label>
<label>Valor <input name="current" type="number" min="0" step="any" placeholder="como está"></label>
<label>Pontos <input name="points" type="number" min="1" placeholder="nenhum"></label>
<button>Mudar</button>
</form></section>`;
