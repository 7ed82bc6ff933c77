import { offerOf } from '../mercado-livre/after-sale/buyer-acts.ts';
import { blockOf } from '../mercado-livre/after-sale/conversations.ts';
import { claimReason } from '../mercado-livre/after-sale/reasons.ts';
import type { Claim, Conversation } from '../mercado-livre/after-sale/state.ts';
import { sellerById } from '../mercado-livre/market.ts';
import type { Html } from '../pages/html.ts';
import { html, whenPt } from '../pages/html.ts';
import type { World } from '../world.ts';
import { button, table } from './sections.ts';

const SHOWN = 50;

const blocks = [
  'blocked_by_buyer',
  'blocked_by_time',
  'blocked_by_mediation',
  'blocked_by_message_pending_review',
  'blocked_by_ai_assistant',
  'blocked_by_restrictions',
  'blocked_by_deactivated_account',
];

const conversationRow = (world: World, conversation: Conversation): Html => {
  const last = conversation.messages.at(-1);
  return html`<tr><td>${conversation.key}</td><td>${sellerById(world.market, conversation.seller_id)?.nickname}</td>
<td>${last === undefined ? null : html`${last.text}<br><span class="quiet">${last.by === 'buyer' ? 'comprador' : 'vendedor'} · ${whenPt(last.created)}${last.reason === null ? '' : ` · ${last.reason}`}</span>`}</td>
<td>${blockOf(world, conversation) ?? 'aberta'}</td>
<td>${button('conversation', conversation.key, 'Mudar', html`<select name="blocked" aria-label="Bloqueio"><option value="">pela regra</option>${blocks.map((block) => html`<option${block === conversation.blocked ? { markup: ' selected' } : null}>${block}</option>`)}</select>`)}
${button('conversation-read', conversation.key, 'Comprador leu')}</td></tr>`;
};

export const conversationsSection = (world: World): Html => {
  const conversations = Object.values(world.market.afterSale.conversations).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="conversas"><h2>Conversas depois da venda</h2>
${
  conversations.length === 0
    ? html`<p class="quiet">Nenhuma conversa ainda. Escreva na página de uma compra.</p>`
    : table(
        'Conversas depois da venda',
        ['Pacote', 'Conta', 'Última mensagem', 'Situação', ''],
        conversations.map((conversation) => conversationRow(world, conversation)),
      )
}
</section>`;
};

const act = (claim: Claim, name: string, words: string): Html =>
  button('claim', claim.id, words, html`<input type="hidden" name="act" value="${name}">`);

const claimActs = (claim: Claim): (Html | null)[] => {
  if (claim.status === 'closed') return [];
  const offer = offerOf(claim) !== null;
  const state = claim.return?.status;
  return [
    offer ? act(claim, 'accept', 'Aceitar parte') : null,
    offer ? act(claim, 'reject', 'Recusar parte') : null,
    state === 'label_generated' ? act(claim, 'ship', 'Postar devolução') : null,
    state === 'shipped' ? act(claim, 'deliver', 'Entregar devolução') : null,
    claim.stage === 'claim' && claim.type !== 'return' ? act(claim, 'dispute', 'Pedir mediação') : null,
    claim.stage === 'dispute' ? act(claim, 'for-buyer', 'Decidir: comprador') : null,
    claim.stage === 'dispute' ? act(claim, 'for-seller', 'Decidir: vendedor') : null,
    claim.stage === 'dispute' ? act(claim, 'covered', 'Mercado Livre paga') : null,
    act(claim, 'withdraw', 'Desistir'),
  ];
};

const claimRow = (
  world: World,
  claim: Claim,
): Html => html`<tr><td>${claim.id}<br><span class="quiet">venda ${claim.order_id}</span></td>
<td>${sellerById(world.market, claim.seller_id)?.nickname}</td>
<td>${claimReason(claim.reason_id)?.detail}<br><span class="quiet">${claim.reason_id} · ${claim.quantity} de ${claim.total_quantity}</span></td>
<td>${claim.status} · ${claim.stage}${claim.answer_due === null ? null : html`<br><span class="quiet">responder até ${whenPt(claim.answer_due)}</span>`}${claim.return === null ? null : html`<br><span class="quiet">devolução ${claim.return.status} · dinheiro ${claim.return.status_money}</span>`}${claim.resolution === null ? null : html`<br><span class="quiet">${claim.resolution.reason}</span>`}</td>
<td>${claimActs(claim)}</td></tr>`;

export const claimsSection = (world: World): Html => {
  const claims = Object.values(world.market.afterSale.claims).toReversed().slice(0, SHOWN);
  return html`<section class="card" id="reclamacoes"><h2>Reclamações e devoluções</h2>
${
  claims.length === 0
    ? html`<p class="quiet">Nenhuma reclamação ainda. Reclame na página de uma compra.</p>`
    : table(
        'Reclamações e devoluções',
        ['Reclamação', 'Conta', 'Motivo', 'Situação', ''],
        claims.map((claim) => claimRow(world, claim)),
      )
}
</section>`;
};
