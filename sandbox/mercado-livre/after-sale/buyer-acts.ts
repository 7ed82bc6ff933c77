import type { World } from '../../world.ts';
import { answered, close, openDispute, record, refund, tell, write } from './claims.ts';
import { decide } from './deadlines.ts';
import type { SentFile } from './files.ts';
import { claimFileProblem, keepWithWords } from './files.ts';
import { cancelReturn, deliverReturn, shipReturn } from './returns.ts';
import type { Claim } from './state.ts';

/** Acts of the buyer in a claim; false if not possible now. */

export const offerOf = (claim: Claim) =>
  claim.expectations.find(
    ({ expected_resolution: what, status }) => what === 'partial_refund' && status === 'pending',
  ) ?? null;

/** Takes the part that is offered, or has the marketplace decide. */
const answerOffer = (world: World, claim: Claim, accepts: boolean): boolean => {
  const offer = offerOf(claim);
  if (offer === null || claim.status !== 'opened') return false;
  offer.status = accepts ? 'accepted' : 'rejected';
  offer.last_updated = world.clock.now().toISOString();
  if (!accepts) {
    openDispute(world, claim, 'complainant');
    return true;
  }
  const percentage = Number(offer.details.find(({ key }) => key === 'percentage')?.value);
  refund(world, claim, percentage);
  close(world, claim, 'partial_refunded', 'buyer', ['complainant', 'respondent']);
  return true;
};

const dispute = (world: World, claim: Claim): boolean => {
  if (claim.status !== 'opened' || claim.stage !== 'claim' || claim.type === 'return') return false;
  openDispute(world, claim, 'complainant');
  return true;
};

const withdraw = (world: World, claim: Claim): boolean => {
  if (cancelReturn(world, claim)) return true;
  if (claim.status !== 'opened' || claim.return !== null) return false;
  record(world, claim, 'close_claim', 'complainant');
  close(world, claim, 'worked_out_with_seller', 'buyer', ['respondent']);
  return true;
};

export const complain = (world: World, claim: Claim, text: string, file: SentFile | null): boolean => {
  if (claim.status !== 'opened' || claim.type === 'return' || text.trim() === '') return false;
  if (file !== null && claimFileProblem(file) !== null) return false;
  const to = claim.stage === 'dispute' ? 'mediator' : 'respondent';
  const files = file === null ? [] : [keepWithWords(world, file, claim.buyer_id, claim.id)];
  write(world, claim, { from: 'complainant', to, text: text.trim(), files });
  return true;
};

/** The marketplace asks the seller something. */
export const mediate = (world: World, claim: Claim, text: string): boolean => {
  if (claim.status !== 'opened' || claim.stage !== 'dispute' || text.trim() === '') return false;
  write(world, claim, { from: 'mediator', to: 'respondent', text: text.trim(), files: [] });
  return true;
};

type Act = (world: World, claim: Claim) => boolean;

export const claimActs: Record<string, Act> = {
  accept: (world, claim) => answerOffer(world, claim, true),
  reject: (world, claim) => answerOffer(world, claim, false),
  dispute,
  withdraw,
  ship: shipReturn,
  deliver: deliverReturn,
  /** The seller answered in the marketplace's own panel. */
  answered: (world, claim) => {
    if (claim.answer_due === null) return false;
    answered(world, claim);
    tell(world, claim, 'claims_actions');
    return true;
  },
  'for-buyer': (world, claim) =>
    decide(world, claim, { benefited: 'complainant', covered: false, reason: null }),
  'for-seller': (world, claim) =>
    decide(world, claim, { benefited: 'respondent', covered: false, reason: null }),
  covered: (world, claim) => decide(world, claim, { benefited: 'complainant', covered: true, reason: null }),
};
