import { addMinutes } from '#contract/dates.ts';
import type { ResetRefusal } from '#contract/orders/reset-refusal.ts';
import type { Actor } from '#server/http/session.ts';

/** How long a packer may undo their own packing. */
const ownResetMinutes = 15;

export const isSupervisor = (actor: Actor) =>
  actor.roles.some((role) => role === 'owner' || role === 'administrator' || role === 'stockist');

type Beeped = {
  picking_by: number | null;
  packed_by: number | null;
  packed_at: Date | null;
  changed_at: Date | null;
};

/**
 * Why a person may not reset the scans of a sale: they are another packer's, or the person's own packing is too old. A
 * parcel that differs from its order has to be opened, by any packer and at any time.
 */
export function findResetRefusal(actor: Actor, order: Beeped, now: Date): ResetRefusal | null {
  if (isSupervisor(actor)) return null;
  if (order.packed_at === null) return order.picking_by === actor.userId ? null : { why: 'picked_by_other' };
  if (order.changed_at !== null) return null;
  const until = addMinutes(order.packed_at, ownResetMinutes);
  if (order.packed_by !== actor.userId) return { why: 'packed_by_other', until: until.toISOString() };
  return until >= now ? null : { why: 'packed_long_ago', until: until.toISOString() };
}
