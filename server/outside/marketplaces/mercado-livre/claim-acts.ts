import { z } from 'zod';
import type { ClaimAct } from '#contract/marketplaces/chat-states.ts';
import { fromDecimal } from '#contract/money.ts';
import { orNull, understood } from '../answers.ts';
import { type ClaimAction, type ClaimChoice, type ClaimDecision, plainAction } from '../conversations.ts';
import type { SellerCall, SellerSession } from '../seller-session.ts';
import { readReturn } from './claim-return.ts';
import { type ClaimRecord, claimPath, claimRecord } from './claim-schema.ts';
import { giveClaimFiles } from './message-files.ts';
import { refusalOf } from './refusal.ts';

/** The marketplace's name of an action, and ours; other actions are done on its own pages. */
const acts: Readonly<Record<string, ClaimAct>> = {
  send_message_to_complainant: 'message_buyer',
  send_message_to_mediator: 'message_mediator',
  refund: 'refund',
  allow_partial_refund: 'refund_part',
  allow_return: 'accept_return',
  allow_return_label: 'accept_return',
  allow_replace: 'replace',
  open_dispute: 'open_dispute',
  return_review: 'confirm_return',
  return_review_ok: 'confirm_return',
  return_review_fail: 'contest_return',
  add_shipping_evidence: 'prove_shipping',
  send_potential_shipping: 'promise_dispatch',
};

const sendFiles = 'send_attachments';

const texts: Readonly<Partial<Record<ClaimAct, ClaimAction['text']>>> = {
  message_buyer: 'required',
  message_mediator: 'required',
  contest_return: 'required',
};

const asks: Readonly<Partial<Record<ClaimAct, ClaimAction['asks']>>> = {
  prove_shipping: [
    { detail: 'shippedOn', required: true },
    { detail: 'carrier', required: false },
    { detail: 'trackingCode', required: false },
    { detail: 'deliveredOn', required: false },
    { detail: 'receiver', required: false },
  ],
  promise_dispatch: [{ detail: 'dispatchOn', required: true }],
};

const shippingMethods = ['mail', 'entrusted', 'personal_delivery', 'email'];

/** The seller's page of the sale. */
const pageOf = ({ resource, resource_id: id }: ClaimRecord): string =>
  resource === 'order' && id
    ? `https://www.mercadolivre.com.br/vendas/${encodeURIComponent(id)}/detalhe`
    : 'https://www.mercadolivre.com.br/vendas/lista';

const offers = z.looseObject({
  available_offers: z
    .array(z.looseObject({ amount: z.number().nullish().catch(null), percentage: z.number() }))
    .nullish(),
});
const reasons = z.array(
  z.looseObject({
    id: z.string().nullish().catch(null),
    reason_id: z.string().nullish().catch(null),
    name: z.string().nullish().catch(null),
    detail: z.string().nullish().catch(null),
  }),
);
/** Damaged, and another product. */
const withPhotos = new Set(['SRF2', 'SRF4']);
/** The seller's allowed acts, with their options. */
export async function actionsOf(session: SellerSession, reported: ClaimRecord): Promise<ClaimAction[]> {
  const own = reported.players.filter(
    ({ type, user_id }) => type === 'seller' || user_id === session.remoteUserId,
  );
  const available = own.flatMap(({ available_actions }) => available_actions);
  const isMessage = ({ action }: { action: string }) => action.startsWith('send_message_');
  const attaches = available.some(({ action }) => action === sendFiles);
  const actions: ClaimAction[] = [];
  for (const one of available) {
    // Files are sent with a message; sending them alone is possible only on the marketplace's pages.
    if (one.action === sendFiles && available.some(isMessage)) continue;
    const does = acts[one.action] ?? null;
    if (does !== null && actions.some((known) => known.act === does)) continue;
    actions.push({
      ...plainAction,
      ...{ act: does, name: one.action },
      mandatory: one.mandatory ?? false,
      dueAt: one.due_date ?? null,
      choices: does ? await choicesOf(session, reported.id, does) : [],
      text: (does && texts[does]) ?? 'none',
      asks: (does && asks[does]) ?? [],
      takesPhotos: does === 'contest_return' || does === 'prove_shipping',
      page: does === null ? pageOf(reported) : '',
      takesFiles: attaches && isMessage(one),
    });
  }
  return actions;
}

async function choicesOf(session: SellerSession, id: string, does: ClaimAct): Promise<ClaimChoice[]> {
  if (does === 'refund_part') {
    const answer = await orNull(() => session.call(`${claimPath(id)}/partial-refund/available-offers`));
    const reported = answer ? understood(() => offers.parse(answer.json), `offers of claim ${id}`) : null;
    return (reported?.available_offers ?? []).map(({ amount, percentage }) => ({
      id: String(percentage),
      name: `${percentage}%`,
      amount: amount == null ? null : fromDecimal(amount),
      needsPhoto: false,
    }));
  }
  if (does === 'prove_shipping')
    return shippingMethods.map((id) => ({ id, name: id, amount: null, needsPhoto: false }));
  if (does !== 'contest_return') return [];
  const query = new URLSearchParams({ flow: 'seller_return_failed', claim_id: id });
  const answer = await orNull(() => session.call(`/post-purchase/v1/returns/reasons?${query}`));
  const reported = answer ? understood(() => reasons.parse(answer.json), 'reasons of returns') : [];
  return reported.flatMap((one) => {
    const reason = one.id ?? one.reason_id;
    const name = one.detail || one.name || reason;
    return reason && name ? [{ id: reason, name, amount: null, needsPhoto: withPhotos.has(reason) }] : [];
  });
}

const post = (json?: unknown): SellerCall => ({ method: 'POST', ...(json !== undefined && { json }) });

/** Runs one of them; an act that it does not support answers with a reason. */
export function act(session: SellerSession, id: string, decision: ClaimDecision): Promise<string | null> {
  const path = claimPath(id);
  const resolve = (what: string, json?: unknown) =>
    refusalOf(() => session.call(`${path}/expected-resolutions/${what}`, post(json)));
  switch (decision.act) {
    case 'message_buyer':
      return tell(session, id, 'complainant', decision);
    case 'message_mediator':
      return tell(session, id, 'mediator', decision);
    case 'refund':
      return resolve('refund');
    case 'refund_part':
      return resolve('partial-refund', { percentage: Number(decision.choice) });
    case 'accept_return':
      return resolve('allow-return');
    case 'replace':
      return resolve('allow-replace');
    case 'open_dispute':
      return refusalOf(() => session.call(`${path}/actions/open-dispute`, post()));
    case 'confirm_return':
    case 'contest_return':
      return reviewReturn(session, id, decision);
    case 'prove_shipping':
      return refusalOf(() => proveShipping(session, id, decision));
    case 'promise_dispatch':
      return refusalOf(() => session.call(`${path}/evidences`, post(promiseOf(decision))));
    case 'accept_offer':
    case 'accept_cancellation':
    case 'refuse_cancellation':
    case 'send_proof':
      return Promise.resolve('not available');
  }
}

const tell = (session: SellerSession, id: string, to: string, { text, files }: ClaimDecision) =>
  refusalOf(async () => {
    const attachments = await giveClaimFiles(session, id, files);
    const said = { receiver_role: to, message: text, attachments };
    return session.call(`${claimPath(id)}/actions/send-message`, post(said));
  });

/** An empty body confirms all of it; otherwise the reason, with photos that were uploaded before. */
async function reviewReturn(
  session: SellerSession,
  id: string,
  decision: ClaimDecision,
): Promise<string | null> {
  const answer = await session.call(claimPath(id));
  const claim = understood(() => claimRecord.parse(answer.json), `claim ${id}`);
  const back = await readReturn(session, claim);
  if (!back?.parcel.remoteId) return 'not found';
  const path = `/post-purchase/v1/returns/${encodeURIComponent(back.parcel.remoteId)}/return-review`;
  return refusalOf(async () => {
    if (decision.act === 'confirm_return') return session.call(path, post({}));
    const attachments = await giveClaimFiles(session, id, decision.files, 'returns/attachments');
    const failure = { reason: decision.choice, message: decision.text, attachments };
    return session.call(path, post([failure]));
  });
}

const promiseOf = ({ details }: ClaimDecision) => ({
  type: 'handling_shipping_evidence',
  handling_date: details.dispatchOn,
});

/** Carrier, time and recipient of a parcel that the seller sent. It accepts one, and changes none. */
async function proveShipping(session: SellerSession, id: string, { choice, details, files }: ClaimDecision) {
  const attachments = await giveClaimFiles(session, id, files, 'attachments-evidences');
  const evidence = {
    type: 'shipping_evidence',
    shipping_method: choice,
    shipping_company_name: details.carrier,
    date_shipped: details.shippedOn,
    date_delivered: details.deliveredOn,
    tracking_number: details.trackingCode,
    receiver_name: details.receiver,
    attachments,
  };
  return session.call(`${claimPath(id)}/actions/evidences`, post(evidence));
}
