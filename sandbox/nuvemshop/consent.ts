import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { storeById } from './market.ts';
import { issueCode } from './oauth.ts';
import type { Store } from './stores.ts';

export const AUTH_PREFIX = '/nuvemshop-auth';
const PATH = `${AUTH_PREFIX}/apps/:app/authorize`;

const scopeNames: Record<string, string> = {
  read_products: 'Ver produtos e categorias',
  write_products: 'Ver e mudar produtos, preços, estoque e categorias',
  read_orders: 'Ver vendas e envios',
  write_orders: 'Ver e mudar vendas e envios',
  read_customers: 'Ver os dados dos clientes',
  write_customers: 'Ver e mudar os dados dos clientes',
};

const card = (reply: FastifyReply, title: string, words: string, status: number) =>
  sendPage(reply, {
    title,
    place: 'consent',
    status,
    body: html`<section class="card narrow"><h1>${title}</h1><p>${words}</p></section>`,
  });

/** The error of the request itself; such a request is never redirected. */
const refusalOf = (world: World, app: string, asked: Fields): string | null => {
  if (app !== world.nuvemshopApplication.clientId) return 'O aplicativo não existe.';
  const redirect = textOf(asked.redirect_uri);
  // The address is the one registered with the application; another is not followed.
  if (redirect !== null && redirect !== '' && redirect !== world.nuvemshopApplication.redirectUri) {
    return 'O endereço de retorno não é o registrado no aplicativo.';
  }
  return null;
};

const choice = (store: Store, index: number) => html`<label class="choice">
<input type="radio" name="store_id" value="${store.id}"${index === 0 ? { markup: ' checked' } : null}>
<span><strong>${store.name}</strong><small>${store.email} · plano ${store.plan_name}${store.locations.length > 1 ? ` · ${store.locations.length} locais de estoque` : ''}</small></span>
</label>`;

const consentPage = (world: World, reply: FastifyReply, app: string, asked: Fields) =>
  sendPage(reply, {
    title: 'Instalar aplicativo',
    place: 'consent',
    body: html`<section class="card narrow">
<h1>Instalar aplicativo na sua loja Nuvemshop</h1>
<p>O aplicativo <strong>${app}</strong> pede permissão para:</p>
<ul>${world.nuvemshop.scopes.map((scope) => html`<li>${scopeNames[scope] ?? scope}</li>`)}</ul>
<form method="post" action="${AUTH_PREFIX}/apps/${app}/authorize">
<input type="hidden" name="state" value="${textOf(asked.state) ?? ''}">
<fieldset><legend>Entrar na loja</legend>${world.nuvemshop.stores.map(choice)}</fieldset>
<div class="actions">
<button class="primary" name="decision" value="approve">Aceitar e começar a usar</button>
<button name="decision" value="deny">Cancelar</button>
</div>
</form>
</section>`,
  });

const decide = (world: World, reply: FastifyReply, form: Fields) => {
  // After a refusal the merchant stays in the store's administration; the application gets no notification.
  if (textOf(form.decision) !== 'approve') {
    return card(reply, 'Instalação cancelada', 'Nada foi instalado. Você pode fechar esta página.', 200);
  }
  const store = storeById(world.nuvemshop, numberOf(form.store_id) ?? 0);
  if (store === null) return card(reply, 'Não foi possível instalar', 'A loja escolhida não existe.', 400);
  const target = new URL(world.nuvemshopApplication.redirectUri);
  target.searchParams.set('code', issueCode(world, store));
  const state = textOf(form.state);
  if (state !== null && state !== '') target.searchParams.set('state', state);
  return reply.redirect(target.href, 303);
};

export const mountStoreConsent = (app: FastifyInstance, world: World): void => {
  const appOf = (params: unknown): string => textOf(fieldsOf(params).app) ?? '';
  app.get(PATH, (request, reply) => {
    const asked = fieldsOf(request.query);
    const reason = refusalOf(world, appOf(request.params), asked);
    if (reason !== null) return card(reply, 'Não foi possível instalar', reason, 400);
    return consentPage(world, reply, appOf(request.params), asked);
  });
  app.post(PATH, (request, reply) => {
    const form = fieldsOf(request.body);
    const reason = refusalOf(world, appOf(request.params), form);
    return reason === null
      ? decide(world, reply, form)
      : card(reply, 'Não foi possível instalar', reason, 400);
  });
};
