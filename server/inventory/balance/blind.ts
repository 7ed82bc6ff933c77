import { sql } from 'kysely';
import { type Actor, actorCan } from '#server/http/session.ts';

/** Whether the person counts volumes without seeing their quantities in the ledger. */
export const isBlind = (actor: Actor): boolean =>
  actorCan(actor, 'balances.count') && !actorCan(actor, 'balances.approve');

/** Some of a shelf (`stock as s`) lies in a volume that is being counted. */
export const isBeingCounted = sql<boolean>`exists (select from volume_lines l join volumes c on c.id = l.volume_id and c.state = 'in_balance'
  where l.business_id = s.business_id and l.variation_id = s.variation_id and c.warehouse_id = s.warehouse_id)`;

/** Some of a variation (`product_variations as v`) does, in any warehouse. */
export const isVariationCounted = sql<boolean>`exists (select from volume_lines l join volumes c on c.id = l.volume_id and c.state = 'in_balance'
  where l.business_id = v.business_id and l.variation_id = v.id)`;
