import { z } from 'zod';
import type { ClaimAct } from '#contract/marketplaces/chat-states.ts';
import { type Centavos, toDecimal } from '#contract/money.ts';
import { orNull } from '../answers.ts';
import { type ClaimAction, type ClaimDecision, plainAction } from '../conversations.ts';
import type { SellerSession } from '../seller-session.ts';
import { refusalOf } from './refusal.ts';
import { disputeReasons, giveProof, openDispute } from './return-evidence.ts';
import { askForReturn, type ReturnRecord, statusOfTalk, wayBackOf } from './return-schema.ts';
import { amount, maybe, responseOf, shopPath } from './values.ts';

const solution = maybe(
  z.looseObject({
    eligibility: z.boolean().catch(false),
    refund_amount_adjustable: z.boolean().catch(false),
    max_refund_amount: maybe(amount),
    min_refund_amount: maybe(amount),
  }),
);
const solutions = z.looseObject({ offer_return_refund: solution, offer_refund: solution });

const action = (act: ClaimAct, name: string, more: Partial<ClaimAction> = {}): ClaimAction => ({
  ...plainAction,
  ...{ act, name, ...more },
});

/** The seller's allowed acts. No call lists them: they follow from the states of the return and its negotiation. */
export async function actionsOf(session: SellerSession, reported: ReturnRecord): Promise<ClaimAction[]> {
  const isRequested = reported.status === 'REQUESTED';
  if (!isRequested && reported.status !== 'PROCESSING') return [];
  const isBack = wayBackOf(reported) === 'DELIVERY_DONE';
  const dueAt = (isBack ? reported.return_seller_due_date : reported.due_date) ?? null;
  const talk = statusOfTalk(reported);
  const offers =
    isRequested && talk !== 'PENDING_BUYER_RESPOND' ? await offersOf(session, reported, dueAt) : [];
  const reasons = await disputeReasons(session, reported.return_sn);
  const answer = talk === 'PENDING_RESPOND' ? [acceptance(reported)] : [];
  const dispute = action(isBack ? 'contest_return' : 'open_dispute', 'dispute', {
    ...{ dueAt, choices: reasons, text: 'optional', takesPhotos: isBack },
  });
  return [
    ...answer,
    ...(isBack
      ? [action('confirm_return', 'confirm', { dueAt })]
      : [action('refund', 'confirm', { dueAt: isRequested ? dueAt : null, mandatory: false })]),
    ...offers,
    ...(reasons.length > 0 ? [dispute] : []),
    ...proofOf(reported),
  ];
}

/** The buyer's proposal, as the only option: it is shown before it is accepted. */
function acceptance({ negotiation }: ReturnRecord): ClaimAction {
  const sum = negotiation?.latest_offer_amount ?? null;
  return action('accept_offer', 'accept_offer', {
    dueAt: negotiation?.offer_due_date ?? null,
    choices: sum === null ? [] : [{ id: 'offer', name: 'Reembolso', amount: sum, needsPhoto: false }],
  });
}

async function offersOf(
  session: SellerSession,
  reported: ReturnRecord,
  dueAt: Date | null,
): Promise<ClaimAction[]> {
  const path = shopPath(session, 'returns/get_available_solutions', { return_sn: reported.return_sn });
  const answer = await orNull(() => session.call(path));
  if (!answer) return [];
  const { offer_return_refund: withGoods, offer_refund: alone } = responseOf(solutions, answer, 'solutions');
  const range = rangeOf(alone);
  return [
    ...(withGoods?.eligibility ? [action('accept_return', 'RETURN_REFUND', { dueAt })] : []),
    ...(range ? [action('refund_part', 'REFUND', { dueAt, amount: range })] : []),
  ];
}

function rangeOf(offer: z.output<typeof solution>): { from: Centavos; to: Centavos } | null {
  if (!offer?.eligibility || !offer.refund_amount_adjustable) return null;
  const { min_refund_amount: from, max_refund_amount: to } = offer;
  return to && to > 0 ? { from: Math.max(1, from ?? 1), to } : null;
}

function proofOf({ seller_proof: proof }: ReturnRecord): ClaimAction[] {
  if (proof?.seller_proof_status !== 'PENDING') return [];
  return [
    action('send_proof', 'upload_proof', {
      dueAt: proof.seller_evidence_deadline ?? null,
      text: 'required',
      takesPhotos: true,
      choices: [{ id: 'photos', name: 'Fotos', amount: null, needsPhoto: true }],
    }),
  ];
}

/** Runs one of them; an act that is not offered now is answered with a reason and not sent. */
export async function act(
  session: SellerSession,
  id: string,
  decision: ClaimDecision,
): Promise<string | null> {
  const reported = await askForReturn(session, id);
  if (!reported) return 'not found';
  const offered = await actionsOf(session, reported);
  if (!offered.some((one) => one.act === decision.act)) return 'not available';
  const post = (method: string, json: Record<string, unknown> = {}) =>
    refusalOf(() =>
      session.call(shopPath(session, `returns/${method}`), {
        method: 'POST',
        json: { return_sn: id, ...json },
      }),
    );
  switch (decision.act) {
    case 'refund':
    case 'confirm_return':
      return post('confirm');
    case 'accept_return':
      return post('offer', { proposed_solution: 'RETURN_REFUND' });
    case 'refund_part':
      return post('offer', {
        proposed_solution: 'REFUND',
        proposed_adjusted_refund_amount: toDecimal(decision.amount ?? 0),
      });
    case 'accept_offer':
      return post('accept_offer');
    case 'open_dispute':
    case 'contest_return':
      return openDispute(session, id, decision);
    case 'send_proof':
      return giveProof(session, id, decision);
    case 'accept_cancellation':
    case 'refuse_cancellation':
    case 'message_buyer':
    case 'message_mediator':
    case 'replace':
    case 'prove_shipping':
    case 'promise_dispatch':
      return 'not available';
  }
}
