import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';
import type { Fields } from '../reading.ts';
import { fieldsOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { sellerById } from './market.ts';
import { issueCode } from './oauth.ts';
import type { Seller } from './people.ts';

const PATH = '/mercado-livre-auth/authorization';

const carried = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/** The error of the request itself; such a request is never redirected. */
const refusalOf = (world: World, asked: Fields): string | null => {
  const method = textOf(asked.code_challenge_method) ?? 'plain';
  if (textOf(asked.client_id) !== world.application.clientId) return 'A aplicação não existe (client_id).';
  if (textOf(asked.redirect_uri) !== world.application.redirectUri) {
    return 'O endereço de retorno (redirect_uri) não é o registrado na aplicação.';
  }
  if (textOf(asked.response_type) !== 'code') return 'O tipo de resposta (response_type) precisa ser "code".';
  if (asked.code_challenge !== undefined && method !== 'S256' && method !== 'plain') {
    return 'O método do desafio (code_challenge_method) não é conhecido.';
  }
  return null;
};

const refused = (reply: FastifyReply, reason: string) =>
  sendPage(reply, {
    title: 'Não foi possível conectar',
    place: 'consent',
    status: 400,
    body: html`<section class="card narrow"><h1>Não foi possível conectar</h1><p>${reason}</p></section>`,
  });

const choice = (seller: Seller, index: number) => html`<label class="choice">
<input type="radio" name="user_id" value="${seller.id}"${index === 0 ? { markup: ' checked' } : null}>
<span><strong>${seller.nickname}</strong><small>${seller.email}${
  seller.operator_of === null ? '' : ' · operador, não pode autorizar'
}${seller.tags.includes('user_product_seller') ? ' · preço por variação' : ''}</small></span>
</label>`;

const consentPage = (world: World, reply: FastifyReply, asked: Fields) =>
  sendPage(reply, {
    title: 'Autorizar aplicação',
    place: 'consent',
    body: html`<section class="card narrow">
<h1>Conectar sua conta</h1>
<p>A aplicação <strong>${world.application.clientId}</strong> quer ler e escrever em sua conta: anúncios, estoque, vendas e envios.</p>
<form method="post" action="${PATH}">
${carried.map((name) => html`<input type="hidden" name="${name}" value="${textOf(asked[name]) ?? ''}">`)}
<fieldset><legend>Entrar como</legend>${world.market.sellers.map(choice)}</fieldset>
<div class="actions">
<button class="primary" name="decision" value="approve">Permitir</button>
<button name="decision" value="deny">Não permitir</button>
</div>
</form>
</section>`,
  });

const back = (reply: FastifyReply, asked: Fields, answer: Record<string, string>) => {
  const target = new URL(textOf(asked.redirect_uri) ?? '');
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  const state = textOf(asked.state);
  if (state !== null && state !== '') target.searchParams.set('state', state);
  return reply.redirect(target.href, 303);
};

const decide = (world: World, reply: FastifyReply, form: Fields) => {
  if (textOf(form.decision) !== 'approve') {
    return back(reply, form, {
      error: 'access_denied',
      error_description: 'The user denied the authorization',
    });
  }
  const seller = sellerById(world.market, Number(form.user_id));
  if (seller === null) return refused(reply, 'A conta escolhida não existe.');
  if (seller.operator_of !== null) {
    return back(reply, form, {
      error: 'invalid_operator_user_id',
      error_description: 'Only the account administrator may authorize applications',
    });
  }
  const challenge = textOf(form.code_challenge);
  const code = issueCode(world, seller, {
    redirectUri: textOf(form.redirect_uri) ?? '',
    challenge: challenge === '' ? null : challenge,
    method: textOf(form.code_challenge_method) || 'plain',
  });
  return back(reply, form, { code });
};

export const mountConsent = (app: FastifyInstance, world: World): void => {
  app.get(PATH, (request, reply) => {
    const asked = fieldsOf(request.query);
    const reason = refusalOf(world, asked);
    return reason === null ? consentPage(world, reply, asked) : refused(reply, reason);
  });
  app.post(PATH, (request, reply) => {
    const form = fieldsOf(request.body);
    const empty = form.code_challenge === '' ? { ...form, code_challenge: undefined } : form;
    const reason = refusalOf(world, empty);
    return reason === null ? decide(world, reply, form) : refused(reply, reason);
  });
};
