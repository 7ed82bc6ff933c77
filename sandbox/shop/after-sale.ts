import { offerOf } from '../mercado-livre/after-sale/buyer-acts.ts';
import { BUYER_MAX, conversationOf } from '../mercado-livre/after-sale/conversations.ts';
import { visibleTo } from '../mercado-livre/after-sale/message-endpoints.ts';
import { claimReason, claimReasons } from '../mercado-livre/after-sale/reasons.ts';
import type { Attachment, Claim, ClaimMessage } from '../mercado-livre/after-sale/state.ts';
import type { Order } from '../mercado-livre/market.ts';
import type { Html } from '../pages/html.ts';
import { html, whenPt } from '../pages/html.ts';
import type { World } from '../world.ts';

/** The part of a purchase's page about what follows: messages with the seller, claims, the review. */

const claimsOf = (world: World, order: Order): Claim[] =>
  Object.values(world.market.afterSale.claims).filter((claim) => claim.order_id === order.id);

const seenInClaim = ({ messages }: Claim): ClaimMessage[] =>
  messages.filter(({ sender_role: from, status }) => from === 'complainant' || status === 'available');

const attachmentsOf = (world: World, names: string[]): Attachment[] =>
  names.map((name) => world.market.afterSale.attachments[name]).filter((file) => file !== undefined);

/** Attachments of the messages that the buyer of this order sees. */
export const filesOf = (world: World, order: Order): Attachment[] =>
  attachmentsOf(
    world,
    [
      ...visibleTo('buyer', conversationOf(world, order)),
      ...claimsOf(world, order).flatMap((claim) => seenInClaim(claim)),
    ].flatMap(({ attachments }) => attachments),
  );

const fileLink = (order: Order, file: Attachment): Html => {
  const path = `/shop/orders/${order.id}/files/${file.name}`;
  const picture = html`<img src="${path}" alt="${file.original}" loading="lazy">`;
  return html`<a href="${path}">${file.type.startsWith('image/') ? picture : file.original}</a>`;
};

type Words = { by: string; text: string; when: string; note: string | null; files: string[] };

const line = (world: World, order: Order, { by, text, when, note, files }: Words): Html =>
  html`<li><p class="description"><strong>${by}:</strong> ${text}</p>${files.length === 0 ? null : html`<p class="attached">${attachmentsOf(world, files).map((file) => fileLink(order, file))}</p>`}<p class="quiet">${whenPt(when)}${note === null ? '' : ` · ${note}`}</p></li>`;

const fileField = (accept: string, most: string): Html =>
  html`<label class="grow">Foto ou documento, ${most} <input name="file" type="file" accept="${accept}"></label>`;

const messageFile = fileField('.jpg,.jpeg,.png,.pdf,.txt', 'até 25 MB');
const claimFile = fileField('.jpg,.jpeg,.png,.pdf', 'até 5 MB');

const talk = (world: World, order: Order): Html => {
  const messages = visibleTo('buyer', conversationOf(world, order));
  return html`<section class="card" id="mensagens"><h2>Mensagens com o vendedor</h2>
<div data-live>${
    messages.length === 0
      ? html`<p class="quiet">Nenhuma mensagem ainda.</p>`
      : html`<ul class="questions">${messages.map((message) =>
          line(world, order, {
            by: message.by === 'buyer' ? 'Você' : 'Vendedor',
            text: message.text,
            when: message.created,
            note: message.status === 'moderated' ? 'não foi entregue' : null,
            files: message.attachments,
          }),
        )}</ul>`
  }</div>
<form class="fields" method="post" enctype="multipart/form-data" action="/shop/orders/${order.id}/messages">
<label class="grow">Escreva ao vendedor <textarea name="text" rows="2" maxlength="${BUYER_MAX}" required></textarea></label>
${messageFile}<button class="primary">Enviar</button></form></section>`;
};

const names: Record<string, string> = {
  complainant: 'Você',
  respondent: 'Vendedor',
  mediator: 'Mercado Livre',
};

const actButton = (order: Order, claim: Claim, act: string, words: string): Html =>
  html`<button formaction="/shop/orders/${order.id}/claims/${claim.id}/${act}" name="act" value="${act}">${words}</button>`;

const claimButtons = (order: Order, claim: Claim): Html => {
  const offer = offerOf(claim);
  const part = offer?.details.find(({ key }) => key === 'percentage')?.value;
  return html`<form method="post"><div class="actions">
${offer === null ? null : html`${actButton(order, claim, 'accept', `Aceitar ${Number(part)}% de volta`)}${actButton(order, claim, 'reject', 'Recusar a oferta')}`}
${claim.return?.status === 'label_generated' ? actButton(order, claim, 'ship', 'Postei a devolução') : null}
${claim.stage === 'claim' && claim.type !== 'return' ? actButton(order, claim, 'dispute', 'Pedir ajuda ao Mercado Livre') : null}
${claim.return === null || claim.return.status === 'label_generated' ? actButton(order, claim, 'withdraw', 'Desistir da reclamação') : null}
</div></form>`;
};

const stateWords = (claim: Claim): string => {
  if (claim.status === 'closed') return 'Reclamação encerrada';
  if (claim.stage === 'dispute') return 'Em mediação';
  if (claim.return === null) return 'Esperando o vendedor';
  const words: Record<string, string> = {
    label_generated: 'Devolva o produto com a etiqueta',
    shipped: 'Devolução a caminho',
    delivered: 'Devolução entregue ao vendedor',
  };
  return words[claim.return.status] ?? 'Em devolução';
};

const claimCard = (
  world: World,
  order: Order,
  claim: Claim,
): Html => html`<section class="card"><h2>Reclamação ${claim.id}</h2>
<div data-live><p><span class="state ${claim.status === 'closed' ? 'good' : 'wait'}">${stateWords(claim)}</span> <span class="quiet">${claimReason(claim.reason_id)?.detail} · ${claim.quantity} un.</span></p>
<ul class="questions">${seenInClaim(claim).map((message) =>
  line(world, order, {
    by: names[message.sender_role] ?? '',
    text: message.message,
    when: message.date_created,
    note: null,
    files: message.attachments,
  }),
)}</ul></div>
${
  claim.status === 'closed'
    ? null
    : html`${
        claim.type === 'return'
          ? null
          : html`<form class="fields" method="post" enctype="multipart/form-data" action="/shop/orders/${order.id}/claims/${claim.id}/messages">
<label class="grow">Responder <textarea name="text" rows="2" required></textarea></label>${claimFile}<button>Enviar</button></form>`
      }${claimButtons(order, claim)}`
}</section>`;

const claimForm = (order: Order, delivered: boolean): Html => {
  const open = claimReasons.filter(({ id }) => id.startsWith('PNR') !== delivered);
  return html`<section class="card" id="reclamar"><h2>${delivered ? 'Devolver ou reclamar' : 'Reclamar'}</h2>
<form class="fields" method="post" enctype="multipart/form-data" action="/shop/orders/${order.id}/claims">
<label>Motivo <select name="reasonId">${open.map(({ id, detail }) => html`<option value="${id}">${detail}</option>`)}</select></label>
<label>Unidades <input name="quantity" type="number" min="1" max="${order.quantity}" value="${order.quantity}"></label>
<label class="grow">Conte o que houve <textarea name="text" rows="2"></textarea></label>
${claimFile}<button>Abrir reclamação</button></form></section>`;
};

const reviewForm = (
  order: Order,
): Html => html`<section class="card" id="opiniao"><h2>O que você achou do produto?</h2>
<form class="fields" method="post" action="/shop/orders/${order.id}/review">
<label>Estrelas <select name="rate">${[5, 4, 3, 2, 1].map((stars) => html`<option>${stars}</option>`)}</select></label>
<label>Título <input name="title"></label>
<label class="grow">Opinião <textarea name="text" rows="2"></textarea></label>
<button>Publicar opinião</button></form></section>`;

export const afterSale = (world: World, order: Order): Html => {
  const { reviews } = world.market.afterSale;
  const own = claimsOf(world, order);
  const delivered = world.market.shipments[String(order.shipment_id)]?.status === 'delivered';
  const isOpen = own.some(({ status }) => status === 'opened');
  const reviewed = reviews.find((review) => review.order_id === order.id);
  return html`${own.toReversed().map((claim) => claimCard(world, order, claim))}
${order.status === 'cancelled' ? null : talk(world, order)}
${order.status === 'paid' && !isOpen ? claimForm(order, delivered) : null}
${delivered && reviewed === undefined ? reviewForm(order) : null}
${reviewed === undefined ? null : html`<p class="notice good">Você deu ${reviewed.rate} de 5 a este produto.</p>`}`;
};
