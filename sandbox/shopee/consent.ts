import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, numberOf, textFields, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { shopById } from './market.ts';
import { issueCode } from './oauth.ts';
import type { Shop } from './shops.ts';
import { checkPublic } from './signing.ts';

const SIGNED = '/api/v2/shop/auth_partner';
const PATH = `/shopee${SIGNED}`;
/** The choices of a seller. */
const terms = [7, 30, 90, 180, 365];

const card = (reply: FastifyReply, title: string, words: string, status: number) =>
  sendPage(reply, {
    title,
    place: 'consent',
    status,
    body: html`<section class="card narrow"><h1>${title}</h1><p>${words}</p></section>`,
  });

const hostOf = (address: string): string | null => {
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
};

/** The error of the link; such a link is not followed. */
const refusalOf = (world: World, query: Record<string, string>): string | null => {
  const problem = checkPublic(world, SIGNED, query);
  if (problem !== null) return textOf(fieldsOf(problem.body).message) ?? 'Link inválido.';
  const redirect = hostOf(query.redirect ?? '');
  if (redirect === null) return 'O link não diz para onde voltar.';
  const registered = hostOf(world.shopeeApplication.redirectUri);
  // The domain is registered with the application; path and query are free.
  return registered !== null && redirect !== registered
    ? 'O endereço de retorno não é do domínio registrado no aplicativo.'
    : null;
};

const choice = (shop: Shop, index: number) => html`<label class="choice">
<input type="radio" name="shop_id" value="${shop.shop_id}"${index === 0 ? { markup: ' checked' } : null}>
<span><strong>${shop.shop_name}</strong><small>${shop.legal_name} · ${shop.tax_id_type}${shop.status === 'NORMAL' ? '' : ` · ${shop.status}`}</small></span>
</label>`;

const hidden = (query: Record<string, string>) =>
  ['partner_id', 'timestamp', 'sign', 'redirect'].map(
    (name) => html`<input type="hidden" name="${name}" value="${query[name] ?? ''}">`,
  );

const consentPage = (world: World, reply: FastifyReply, query: Record<string, string>) =>
  sendPage(reply, {
    title: 'Autorizar aplicativo',
    place: 'consent',
    body: html`<section class="card narrow">
<h1>Autorizar aplicativo na sua loja Shopee</h1>
<p>O parceiro <strong>${query.partner_id}</strong> pede acesso a produtos, pedidos, envios e devoluções.</p>
<form method="post" action="${PATH}">
${hidden(query)}
<fieldset><legend>Entrar na loja</legend>${world.shopee.shops.map(choice)}</fieldset>
<label>Validade <select name="days">${terms.map((days) => html`<option value="${days}"${days === 365 ? { markup: ' selected' } : null}>${days} dias</option>`)}</select></label>
<div class="actions">
<button class="primary" name="decision" value="approve">Confirmar autorização</button>
<button name="decision" value="deny">Cancelar</button>
</div>
</form>
</section>`,
  });

const decide = (world: World, reply: FastifyReply, form: Fields) => {
  // After a refusal the seller stays here; the application gets no notification.
  if (textOf(form.decision) !== 'approve')
    return card(reply, 'Autorização cancelada', 'Nada foi autorizado. Você pode fechar esta página.', 200);
  const shop = shopById(world.shopee, numberOf(form.shop_id));
  if (shop === null || shop.status !== 'NORMAL')
    return card(reply, 'Não foi possível autorizar', 'A loja escolhida não pode autorizar.', 400);
  const asked = numberOf(form.days) ?? 365;
  const target = new URL(textOf(form.redirect) ?? '');
  target.searchParams.set('code', issueCode(world, shop, Math.min(Math.max(1, asked), 365)));
  target.searchParams.set('shop_id', String(shop.shop_id));
  return reply.redirect(target.href, 303);
};

export const mountShopeeConsent = (app: FastifyInstance, world: World): void => {
  app.get(PATH, (request, reply) => {
    const query = textFields(request.query);
    const reason = refusalOf(world, query);
    return reason === null
      ? consentPage(world, reply, query)
      : card(reply, 'Não foi possível autorizar', reason, 400);
  });
  app.post(PATH, (request, reply) => {
    const form = textFields(request.body);
    const reason = refusalOf(world, form);
    return reason === null
      ? decide(world, reply, form)
      : card(reply, 'Não foi possível autorizar', reason, 400);
  });
};
