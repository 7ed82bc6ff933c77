import type { World } from '../../world.ts';
import { close, refund, settleWishes } from './claims.ts';
import { acceptReturn, closeContest, expireReturn } from './returns.ts';
import type { Claim, Role } from './state.ts';

const passDeadline = (world: World, claim: Claim, now: string): void => {
  const found = claim.return;
  if (claim.answer_due !== null && claim.answer_due <= now) {
    // The side that does not answer loses.
    settleWishes(world, claim, 'accepted');
    refund(world, claim, 100);
    close(world, claim, 'respondent_timeout', 'mediator', ['complainant']);
    return;
  }
  if (found === null || found.due === null || found.due > now) return;
  if (found.status === 'label_generated') expireReturn(world, claim, found);
  else if (found.status === 'delivered') acceptReturn(world, claim, found, true);
};

/** Changes caused by time alone; applied at every read. */
export const passDeadlines = (world: World): void => {
  const now = world.clock.now().toISOString();
  for (const claim of Object.values(world.market.afterSale.claims)) {
    if (claim.status === 'opened') passDeadline(world, claim, now);
  }
};

type Decision = { benefited: 'complainant' | 'respondent'; covered: boolean; reason: string | null };

/** A person of the marketplace ends it. If the marketplace pays itself, the seller keeps the money. */
export const decide = (world: World, claim: Claim, decision: Decision): boolean => {
  if (claim.status !== 'opened' || claim.stage !== 'dispute') return false;
  const buyerWins = decision.benefited === 'complainant';
  const alreadyBack = claim.return?.status_money === 'refunded';
  if (buyerWins && !decision.covered && !alreadyBack) refund(world, claim, 100);
  closeContest(world, claim, buyerWins && !decision.covered);
  settleWishes(world, claim, buyerWins ? 'accepted' : 'rejected');
  const usual = buyerWins ? (decision.covered ? 'coverage_decision' : 'payment_refunded') : 'no_bpp';
  const benefited: Role[] = decision.covered ? ['complainant', 'respondent'] : [decision.benefited];
  close(world, claim, decision.reason ?? usual, 'mediator', benefited, decision.covered);
  return true;
};
