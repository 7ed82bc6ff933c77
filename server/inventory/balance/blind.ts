import { type Actor, actorCan } from '#server/http/session.ts';

/** Counts volumes without being told what the ledger says of them. */
export const isBlind = (actor: Actor): boolean =>
  actorCan(actor, 'balances.count') && !actorCan(actor, 'balances.approve');
