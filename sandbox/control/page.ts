import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { releaseHeld, resendNotice } from '../mercado-livre/notices.ts';
import { finishPictures } from '../mercado-livre/pictures.ts';
import { releaseDeliveries, resendDelivery } from '../nuvemshop/notify.ts';
import { html, whenPt } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';
import { type Fields, fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import * as actions from './actions.ts';
import { actInClaim, blockConversation, readAsBuyer } from './after-sale.ts';
import { claimsSection, conversationsSection } from './after-sale-section.ts';
import { endCampaign } from './campaigns.ts';
import { campaignsSection, openCampaignFromForm, shopeeDiscountsSection } from './campaigns-section.ts';
import { faultsSection } from './faults-section.ts';
import { moderateQuestion } from './questions.ts';
import { setReputation } from './reputation.ts';
import { reputationSection } from './reputation-section.ts';
import { itemsSection, noticesSection, questionsSection, salesSection, sellersSection } from './sections.ts';
import { shopeeActs } from './shopee-acts.ts';
import { shopeeHealthSection } from './shopee-health-section.ts';
import {
  shopeeFaultsSection,
  shopeeOrdersSection,
  shopeePushesSection,
  shopeeReturnsSection,
  shopeeShopsSection,
} from './shopee-sections.ts';
import { openStoreOf, putIntoFull, takeOutOfFull } from './stock-places.ts';
import * as stores from './store-actions.ts';
import { askPrivacy } from './store-privacy.ts';
import {
  deliveriesSection,
  storeFaultsSection,
  storeOrdersSection,
  storesSection,
} from './store-sections.ts';

const HOUR_SECONDS = 3_600;

const zipCodeNames: [string, string][] = [
  ['up', 'no ar'],
  ['down', 'fora do ar'],
  ['slow', 'lento'],
  ['not-found', 'CEP não encontrado ("true")'],
  ['not-found-boolean', 'CEP não encontrado (true)'],
];

const clockSection = (world: World) => html`<section class="card"><h2>Relógio</h2>
<p><strong>${whenPt(world.clock.now().toISOString())}</strong>${world.clock.ahead() > 0 ? html` <span class="quiet">${(world.clock.ahead() / 3_600_000).toFixed(1)} h à frente</span>` : null}</p>
<form method="post" action="/control/do/clock"><div class="actions">
<button name="hours" value="1">+1 h</button><button name="hours" value="6">+6 h</button><button name="hours" value="24">+1 dia</button><button name="hours" value="72">+3 dias</button>
</div></form></section>`;

const zipCodeSection = (world: World) => html`<section class="card"><h2>Serviço de CEP</h2>
<form method="post" action="/control/do/zip-code" class="fields">
<label>Situação <select name="mode">${zipCodeNames.map(
  ([mode, name]) =>
    html`<option value="${mode}"${mode === world.faults.zipCode ? { markup: ' selected' } : null}>${name}</option>`,
)}</select></label><button>Mudar</button></form></section>`;

const resetSection = html`<section class="card"><h2>Recomeçar</h2>
<p class="quiet">Esquece anúncios, vendas, autorizações e defeitos.</p>
<form method="post" action="/control/do/reset" class="actions">
<label class="tick"><input type="checkbox" name="sure" value="on" required> Tenho certeza</label>
<button class="danger">Apagar tudo</button></form></section>`;

const page = (world: World, reply: FastifyReply) =>
  sendPage(reply, {
    title: 'Controle',
    place: 'control',
    body: html`<h1>Controle do mundo de fora</h1>
${salesSection(world)}
${itemsSection(world)}
${questionsSection(world)}
${conversationsSection(world)}
${claimsSection(world)}
${campaignsSection(world)}
${faultsSection(world)}
${noticesSection(world)}
${sellersSection(world)}
${reputationSection(world)}
${storesSection(world)}
${storeOrdersSection(world)}
${storeFaultsSection(world)}
${deliveriesSection(world)}
${shopeeShopsSection(world)}
${shopeeOrdersSection(world)}
${shopeeDiscountsSection(world)}
${shopeeHealthSection(world)}
${shopeeReturnsSection(world)}
${shopeeFaultsSection(world)}
${shopeePushesSection(world)}
<div class="grid">${clockSection(world)}${zipCodeSection(world)}${resetSection}</div>`,
  });

type Act = (world: World, form: Fields) => unknown;

const id = (form: Fields): string => textOf(form.id) ?? '';

/** Form name → its act, and the section to return to. */
const acts: Record<string, [act: Act, section: string]> = {
  clock: [(world, form) => actions.turnClock(world, (numberOf(form.hours) ?? 0) * HOUR_SECONDS * 1000), ''],
  'zip-code': [(world, form) => actions.setZipCode(world, textOf(form.mode)), ''],
  reset: [(world) => actions.reset(world, {}), ''],
  purchase: [(world, form) => actions.purchase(world, { ...form, pay: form.pay === 'on' }), 'vendas'],
  pay: [(world, form) => actions.payOrder(world, id(form)), 'vendas'],
  cancel: [(world, form) => actions.cancel(world, id(form), form), 'vendas'],
  advance: [
    (world, form) => {
      const [status, substatus] = (textOf(form.to) ?? '').split('/');
      return actions.advance(world, id(form), status ? { status, substatus: substatus || null } : {});
    },
    'vendas',
  ],
  pictures: [
    (world, form) => {
      const item = world.market.items[id(form)];
      if (item !== undefined) finishPictures(world, item, form.good === 'yes');
    },
    'anuncios',
  ],
  full: [(world, form) => putIntoFull(world, id(form), form), 'anuncios'],
  'full-out': [(world, form) => takeOutOfFull(world, id(form)), 'anuncios'],
  store: [(world, form) => openStoreOf(world, Number(form.id), form), 'contas'],
  question: [(world, form) => moderateQuestion(world, id(form), form), 'perguntas'],
  conversation: [(world, form) => blockConversation(world, id(form), form), 'conversas'],
  'conversation-read': [(world, form) => readAsBuyer(world, id(form)), 'conversas'],
  claim: [(world, form) => actInClaim(world, id(form), textOf(form.act) ?? ''), 'reclamacoes'],
  campaign: [openCampaignFromForm, 'campanhas'],
  'campaign-end': [(world, form) => endCampaign(world, id(form)), 'campanhas'],
  reputation: [(world, form) => setReputation(world, form), 'reputacao'],
  'reputation-clear': [(world, form) => setReputation(world, { seller: form.id, clear: true }), 'reputacao'],
  fault: [(world, form) => actions.addFault(world, form), 'defeitos'],
  'fault-off': [(world, form) => actions.removeFaults(world, numberOf(form.id)), 'defeitos'],
  release: [(world, form) => releaseHeld(world, form.order === 'reverse' ? 'reverse' : 'sent'), 'avisos'],
  resend: [(world, form) => resendNotice(world, id(form)), 'avisos'],
  revoke: [(world, form) => actions.setTokens(world, { revoke: form.id }), 'contas'],
  expire: [(world, form) => actions.setTokens(world, { expire: form.id }), 'contas'],
  tag: [
    (world, form) => {
      const seller = world.market.sellers.find((candidate) => candidate.id === Number(form.id));
      const tag = textOf(form.tag) ?? '';
      const tags = seller?.tags ?? [];
      return actions.changeSeller(world, Number(form.id), {
        tags: tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag],
      });
    },
    'contas',
  ],
};

const storeActs: Record<string, [act: Act, section: string]> = {
  'store-pay': [(world, form) => stores.payIn(world, id(form)), 'pedidos'],
  'store-cancel': [(world, form) => stores.cancelIn(world, id(form), {}), 'pedidos'],
  'store-refund': [(world, form) => stores.refundIn(world, id(form), {}), 'pedidos'],
  'store-advance': [(world, form) => stores.advanceIn(world, id(form)), 'pedidos'],
  'store-uninstall': [(world, form) => stores.removeApplication(world, Number(form.id)), 'lojas'],
  'store-suspend': [
    (world, form) => stores.changeStore(world, Number(form.id), { suspended: form.suspended === 'yes' }),
    'lojas',
  ],
  'store-location': [(world, form) => stores.openLocation(world, Number(form.id), form), 'lojas'],
  'store-location-act': [
    (world, form) =>
      stores.actOnLocation(world, Number(form.id), textOf(form.location) ?? '', textOf(form.act) ?? ''),
    'lojas',
  ],
  'store-privacy': [(world, form) => askPrivacy(world, Number(form.id), form), 'lojas'],
  'store-fault': [(world, form) => stores.addStoreFault(world, form), 'defeitos-lojas'],
  'store-fault-off': [(world, form) => stores.removeStoreFaults(world, numberOf(form.id)), 'defeitos-lojas'],
  'store-release': [
    (world, form) => releaseDeliveries(world, form.order === 'reverse' ? 'reverse' : 'sent'),
    'entregas',
  ],
  'store-resend': [(world, form) => resendDelivery(world, id(form)), 'entregas'],
};

const perform = async (world: World, request: FastifyRequest, reply: FastifyReply) => {
  const name = textOf(fieldsOf(request.params).act) ?? '';
  const entry = acts[name] ?? storeActs[name] ?? shopeeActs[name];
  if (entry === undefined) return reply.redirect('/control', 303);
  const [act, section] = entry;
  await act(world, fieldsOf(request.body));
  return reply.redirect(`/control${section === '' ? '' : `#${section}`}`, 303);
};

export const mountControlPage = (app: FastifyInstance, world: World): void => {
  app.get('/control', (_request, reply) => page(world, reply));
  app.post('/control/do/:act', (request, reply) => perform(world, request, reply));
};
