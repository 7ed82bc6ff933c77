import { later } from '../../clock.ts';
import type { World } from '../../world.ts';
import { roundReais } from '../fees.ts';
import type { Order } from '../market.ts';
import { nextId } from '../market.ts';
import { notify } from '../notices.ts';
import { cancelOrder, orderChanged } from '../purchase.ts';
import type { SentFile } from './files.ts';
import { claimFileProblem, keepWithWords } from './files.ts';
import { moderationOf } from './moderation.ts';
import { claimReason } from './reasons.ts';
import { startReturn } from './return-walk.ts';
import type { Claim, ClaimMessage, Expectation, Resolution, Role } from './state.ts';

/**
 * The seller's time limit is not documented: these are the hours within which an answer does not affect the reputation.
 */
const ANSWER_MS = 48 * 3_600_000;

/** Until when an answer spares the seller's reputation. */
export const incentiveEnd = (claim: Claim): Date => later(new Date(claim.date_created), ANSWER_MS);

/** Whether the claim stays out of the seller's reputation: a change of mind, won, or answered in time. */
export const isSpared = (claim: Claim): boolean =>
  claim.type === 'return' ||
  claim.resolution?.benefited.includes('respondent') === true ||
  (claim.answered_at !== null && claim.answered_at <= incentiveEnd(claim).toISOString());

const now = (world: World): string => world.clock.now().toISOString();

export const orderOf = (world: World, claim: Claim): Order => {
  const order = world.market.orders[String(claim.order_id)];
  if (order === undefined) throw new Error(`claim ${claim.id} has no order`);
  return order;
};

export const tell = (world: World, claim: Claim, what: 'claims' | 'claims_actions'): void => {
  claim.last_updated = now(world);
  notify(world, 'post_purchase', `post-purchase/v1/claims/${claim.id}`, claim.seller_id, [what]);
  world.changed();
};

export const record = (world: World, claim: Claim, action: string, by: Role): void => {
  const { stage, status } = claim;
  claim.actions.push({ action_name: action, player_role: by, stage, status, date: now(world) });
};

const enter = (world: World, claim: Claim, by: Role): void => {
  const { stage, status } = claim;
  claim.stages.push({ stage, status, date: now(world), change_by: by });
};

export const expect = (
  world: World,
  claim: Claim,
  by: Role,
  resolution: string,
  more: Partial<Expectation> = {},
): Expectation => {
  const date = now(world);
  const expectation: Expectation = {
    player_role: by,
    user_id: by === 'respondent' ? claim.seller_id : claim.buyer_id,
    expected_resolution: resolution,
    details: [],
    status: 'pending',
    date_created: date,
    last_updated: date,
    ...more,
  };
  claim.expectations.push(expectation);
  return expectation;
};

/** Every wish still open gets its answer. */
export const settleWishes = (world: World, claim: Claim, status: 'accepted' | 'rejected'): void => {
  for (const wish of claim.expectations) {
    if (wish.status !== 'pending') continue;
    wish.status = status;
    wish.last_updated = now(world);
  }
};

export type ClaimRefusal = 'unknown-reason' | 'not-now' | 'already-open' | 'wrong-quantity' | 'wrong-file';

export type Opening = {
  reasonId: string;
  quantity: number;
  text: string;
  /** The solution that the buyer asks for; by default the first of the reason. */
  solution: string;
  refundAt: 'shipped' | 'delivered';
  /** A picture of the problem; a change of mind has no messages and therefore none. */
  file: SentFile | null;
};

const isDelivered = (world: World, order: Order): boolean =>
  world.market.shipments[String(order.shipment_id)]?.status === 'delivered';

const newClaim = (world: World, order: Order, opening: Opening, automatic: boolean): Claim => ({
  id: nextId(world.market, 'claim'),
  order_id: order.id,
  pack_id: order.pack_id,
  seller_id: order.seller_id,
  buyer_id: order.buyer_id,
  status: 'opened',
  type: automatic ? 'return' : 'mediations',
  stage: 'claim',
  reason_id: opening.reasonId,
  fulfilled: isDelivered(world, order),
  quantity: opening.quantity,
  total_quantity: order.quantity,
  answer_due: automatic ? null : later(world.clock.now(), ANSWER_MS).toISOString(),
  answered_at: null,
  messages: [],
  expectations: [],
  actions: [],
  stages: [],
  resolution: null,
  return: null,
  date_created: now(world),
  last_updated: now(world),
});

/** Not received while in transit; different or defective after delivery. */
export const openClaim = (
  world: World,
  order: Order,
  opening: Opening,
): Claim | { refused: ClaimRefusal } => {
  const reason = claimReason(opening.reasonId);
  if (reason === null) return { refused: 'unknown-reason' };
  const delivered = isDelivered(world, order);
  if (order.status !== 'paid' || delivered === reason.id.startsWith('PNR')) return { refused: 'not-now' };
  const claims = Object.values(world.market.afterSale.claims);
  if (claims.some((claim) => claim.order_id === order.id && claim.status === 'opened'))
    return { refused: 'already-open' };
  if (!Number.isInteger(opening.quantity) || opening.quantity < 1 || opening.quantity > order.quantity)
    return { refused: 'wrong-quantity' };
  if (opening.file !== null && claimFileProblem(opening.file) !== null) return { refused: 'wrong-file' };
  const claim = newClaim(world, order, opening, reason.automatic);
  world.market.afterSale.claims[String(claim.id)] = claim;
  claim.actions.push({
    action_name: 'open_claim',
    player_role: 'complainant',
    stage: '',
    status: '',
    date: now(world),
  });
  enter(world, claim, 'complainant');
  const wish = reason.expected.includes(opening.solution) ? opening.solution : reason.expected[0];
  if (reason.automatic) {
    expect(world, claim, 'complainant', 'return_product', { status: 'accepted' });
    startReturn(world, claim, order, opening.refundAt);
  } else {
    expect(world, claim, 'complainant', wish ?? 'refund');
    write(world, claim, {
      from: 'complainant',
      to: 'respondent',
      text: opening.text || reason.detail,
      files: opening.file === null ? [] : [keepWithWords(world, opening.file, claim.buyer_id, claim.id)],
    });
  }
  tell(world, claim, 'claims');
  orderChanged(world, order);
  return claim;
};

type ClaimWords = { from: Role; to: Role; text: string; files: string[] };

export const write = (world: World, claim: Claim, words: ClaimWords): ClaimMessage => {
  const reason = moderationOf(words.text);
  const message: ClaimMessage = {
    hash: `${claim.id}_${claim.messages.length}_${crypto.randomUUID()}`,
    sender_role: words.from,
    receiver_role: words.to,
    message: words.text,
    attachments: words.files,
    status: reason === null ? 'available' : 'moderated',
    reason,
    stage: claim.stage,
    date_created: now(world),
    date_read: null,
  };
  claim.messages.push(message);
  record(world, claim, `send_message_to_${words.to}`, words.from);
  if (words.from === 'respondent' && reason === null) answered(world, claim);
  tell(world, claim, 'claims_actions');
  return message;
};

/** The seller has acted: no deadline runs against them until the other side acts. */
export const answered = (world: World, claim: Claim): void => {
  claim.answer_due = null;
  claim.answered_at ??= now(world);
};

/** Refunds `share` percent of the buyer's money; a sale that never arrived is canceled with it. */
export const refund = (world: World, claim: Claim, share: number): void => {
  const order = orderOf(world, claim);
  const whole = share === 100 && claim.quantity === claim.total_quantity;
  for (const payment of order.payments) {
    const part = roundReais(
      (payment.transaction_amount * claim.quantity * share) / (claim.total_quantity * 100),
    );
    payment.refunded = Math.min(payment.transaction_amount, roundReais((payment.refunded ?? 0) + part));
    payment.status_detail = whole ? 'refunded' : 'partially_refunded';
    if (whole) payment.status = 'refunded';
    notify(world, 'payments', `/collections/${payment.id}`, order.seller_id);
  }
  world.market.afterSale.refunds[String(order.id)] = now(world);
  if (whole && !claim.fulfilled) {
    cancelOrder(world, order, { by: 'mercadolibre', reason: 'mediations_cancel', restock: false });
    return;
  }
  if (!whole) order.status = 'partially_refunded';
  orderChanged(world, order);
};

export const close = (
  world: World,
  claim: Claim,
  reason: string,
  by: Resolution['closed_by'],
  benefited: Role[],
  covered = false,
): void => {
  claim.status = 'closed';
  claim.answer_due = null;
  claim.resolution = {
    reason,
    date_created: now(world),
    benefited,
    closed_by: by,
    applied_coverage: covered,
  };
  enter(world, claim, by === 'seller' ? 'respondent' : by === 'buyer' ? 'complainant' : 'mediator');
  tell(world, claim, 'claims');
};

/** From here on the marketplace mediates, and the two sides no longer write to each other. */
export const openDispute = (world: World, claim: Claim, by: Role): void => {
  record(world, claim, 'open_dispute', by);
  claim.stage = 'dispute';
  claim.answer_due = null;
  enter(world, claim, by);
  tell(world, claim, 'claims');
};
