import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import type { World } from '../world.ts';
import type { Fault } from './faults.ts';

const kindNames: Record<Fault['kind'], string> = {
  'rate-limit-json': '429 (JSON)',
  'rate-limit-text': '429 (texto)',
  'error-500': 'erro 500',
  'conflict-409': 'conflito 409',
  'locked-423': 'bloqueado 423',
  'refused-400': 'recusa 400',
  'forbidden-403': 'sem permissão 403',
  'unauthorized-401': 'token recusado 401',
  slow: 'resposta lenta',
  silent: 'nunca responde',
  truncated: 'JSON cortado',
  html: 'HTML no lugar de JSON',
  'wrong-type': 'tipos errados',
  'wrong-id': 'id errado',
  'partial-206': '206 parcial',
  'failed-shipments': 'recusa da etiqueta com 200',
  'long-ids': 'ids além de 2^53',
  'notify-duplicate': 'aviso repetido',
  'notify-late': 'aviso atrasado',
  'notify-lost': 'aviso perdido',
  'notify-missed': 'aviso não entregue',
  'notify-hold': 'aviso retido',
};

const sellerOptions = (world: World): Html[] =>
  world.market.sellers.map((seller) => html`<option value="${seller.id}">${seller.nickname}</option>`);

const active = (world: World, fault: Fault): Html => {
  const seller = world.market.sellers.find((candidate) => candidate.id === fault.seller);
  return html`<tr><td>${kindNames[fault.kind]}</td><td>${seller?.nickname ?? 'todas'}</td>
<td>${fault.method ?? ''} ${fault.path ?? fault.topic ?? 'tudo'}</td><td>${fault.times ?? 'sempre'}</td><td>${fault.applied ? 'sim' : 'não'}</td>
<td><form method="post" action="/control/do/fault-off"><input type="hidden" name="id" value="${fault.id}"><button>Desligar</button></form></td></tr>`;
};

const list = (world: World): Html =>
  world.faults.active.length === 0
    ? html`<p class="quiet">Nenhum defeito ligado: o mundo se comporta.</p>`
    : html`<div class="table" tabindex="0" role="region" aria-label="Defeitos ligados"><table><thead><tr><th>Defeito</th><th>Conta</th><th>Onde</th><th>Vezes</th><th>Depois do efeito</th><th><span class="sr">Ações</span></th></tr></thead>
<tbody>${world.faults.active.map((fault) => active(world, fault))}</tbody></table></div>`;

export const faultsSection = (
  world: World,
): Html => html`<section class="card" id="defeitos"><h2>Defeitos</h2>
${list(world)}
<form method="post" action="/control/do/fault" class="fields">
<label>Defeito <select name="kind">${Object.entries(kindNames).map(([kind, name]) => html`<option value="${kind}">${name}</option>`)}</select></label>
<label>Conta <select name="seller"><option value="">todas</option>${sellerOptions(world)}</select></label>
<label>Método <select name="method"><option value="">todos</option>${['GET', 'POST', 'PUT', 'DELETE'].map((method) => html`<option>${method}</option>`)}</select></label>
<label>Caminho <input name="path" placeholder="/items/*"></label>
<label>Tópico <input name="topic" placeholder="orders_v2"></label>
<label>Vezes <input name="times" type="number" min="1" placeholder="sempre"></label>
<label>Demora (ms) <input name="delayMs" type="number" min="0" placeholder="10000"></label>
<label>Cópias <input name="copies" type="number" min="2" placeholder="3"></label>
<label class="tick"><input name="applied" type="checkbox"> depois do efeito</label>
<button>Ligar defeito</button>
</form></section>`;
