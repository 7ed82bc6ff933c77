import { addMinutes } from '#contract/dates.ts';
import type { ResetRefusal } from '#contract/orders/reset-refusal.ts';
import type { Actor } from '#server/http/session.ts';

/** How long a packer may undo his own packing. */
const ownResetMinutes = 15;

export const isSupervisor = (actor: Actor) =>
  actor.roles.some((role) => role === 'owner' || role === 'administrator' || role === 'stockist');

type Beeped = {
  picking_by: number | null;
  packed_by: number | null;
  packed_at: Date | null;
};

/** Why somebody may not start the scans of a sale over: they are another's, or his own were packed too long ago. */
export function findResetRefusal(actor: Actor, order: Beeped, now: Date): ResetRefusal | null {
  if (isSupervisor(actor)) return null;
  if (order.packed_at === null) return order.picking_by === actor.userId ? null : { why: 'picked_by_other' };
  const until = addMinutes(order.packed_at, ownResetMinutes);
  if (order.packed_by !== actor.userId) return { why: 'packed_by_other', until: until.toISOString() };
  return until >= now ? null : { why: 'packed_long_ago', until: until.toISOString() };
}
