import type { World } from '../../world.ts';
import { close, openDispute, record, refund, settleWishes, tell } from './claims.ts';
import { moveReturn } from './return-walk.ts';
import type { Claim, Return, ReturnReview } from './state.ts';

const finish = (world: World, found: Return, money: Return['status_money']): void => {
  found.status_money = money;
  found.due = null;
  found.date_closed = world.clock.now().toISOString();
  found.last_updated = found.date_closed;
};

/** Money back to the buyer, once. */
const payBack = (world: World, claim: Claim, found: Return): void => {
  if (found.status_money === 'refunded') return;
  found.status_money = 'refunded';
  refund(world, claim, 100);
};

/** The buyer hands over the parcel. */
export const shipReturn = (world: World, claim: Claim): boolean => {
  const found = claim.return;
  if (found?.status !== 'label_generated' || claim.status !== 'opened') return false;
  moveReturn(world, claim, found, 'shipped');
  record(world, claim, 'ship_return', 'complainant');
  if (found.refund_at === 'shipped') payBack(world, claim, found);
  tell(world, claim, 'claims_actions');
  return true;
};

/** The parcel has arrived at the seller, who may inspect it. */
export const deliverReturn = (world: World, claim: Claim): boolean => {
  const found = claim.return;
  if (found?.status !== 'shipped') return false;
  moveReturn(world, claim, found, 'delivered');
  tell(world, claim, 'claims_actions');
  return true;
};

export const cancelReturn = (world: World, claim: Claim): boolean => {
  const found = claim.return;
  if (found?.status !== 'label_generated' || claim.status !== 'opened') return false;
  moveReturn(world, claim, found, 'cancelled');
  finish(world, found, 'available');
  settleWishes(world, claim, 'rejected');
  close(world, claim, 'return_canceled', 'buyer', ['respondent']);
  return true;
};

const reviewed = (
  world: World,
  claim: Claim,
  found: Return,
  review: Pick<ReturnReview, 'stage' | 'seller_status' | 'seller_reason'>,
): void => {
  const date = world.clock.now().toISOString();
  found.reviews = [
    { ...review, order_id: claim.order_id, benefited: null, date_created: date, last_updated: date },
  ];
  found.due = null;
};

export const acceptReturn = (world: World, claim: Claim, found: Return, timeout = false): void => {
  reviewed(world, claim, found, {
    stage: timeout ? 'timeout' : 'closed',
    seller_status: 'success',
    seller_reason: null,
  });
  if (!timeout) record(world, claim, 'return_review_ok', 'respondent');
  payBack(world, claim, found);
  finish(world, found, 'refunded');
  settleWishes(world, claim, 'accepted');
  close(world, claim, 'item_returned', timeout ? 'mediator' : 'seller', ['complainant']);
};

/** The returned goods differ from those sent: the marketplace has to decide. */
export const contestReturn = (world: World, claim: Claim, found: Return, reason: string): void => {
  reviewed(world, claim, found, { stage: 'pending', seller_status: 'claimed', seller_reason: reason });
  record(world, claim, 'return_review_fail', 'respondent');
  openDispute(world, claim, 'respondent');
};

/** The marketplace's decision about a contested return. */
export const closeContest = (world: World, claim: Claim, buyerWins: boolean): void => {
  const found = claim.return;
  if (found === null) return;
  for (const review of found.reviews) {
    review.stage = 'closed';
    review.seller_status = buyerWins ? 'success' : 'failed';
    review.last_updated = world.clock.now().toISOString();
  }
  finish(world, found, buyerWins || found.status_money === 'refunded' ? 'refunded' : 'available');
};

export const expireReturn = (world: World, claim: Claim, found: Return): void => {
  moveReturn(world, claim, found, 'expired');
  finish(world, found, 'available');
  settleWishes(world, claim, 'rejected');
  close(world, claim, 'return_expired', 'mediator', ['respondent']);
};
