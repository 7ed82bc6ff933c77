import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import type { Refill, RefillDone } from '#contract/inventory/pick-face.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { moveProducts, moveVolume } from '#server/inventory/volume/volume-move.ts';
import { ownBusiness, withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { findRefill, type RefillRow } from './refill.queries.ts';

/** Begins a refill for a person who scans its volume, or the position where that is. */
export async function takeRefill(tx: Tx, actor: Actor, id: number, code: string): Promise<Refill> {
  const row = await lockRefill(tx, actor, id);
  expectCode(code, [row.from_code, row.from_position]);
  await tx.db
    .updateTable('pick_faces')
    .set({ taken_by: actor.userId, taken_at: tx.now() })
    .where('id', '=', id)
    .execute();
  tx.changed(actor.businessId, 'refills');
  return (await findRefill(tx, actor, id))?.shown ?? fail('refill_not_needed');
}

/** Nothing happens if another person has taken it over since. */
export async function leaveRefill(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockFace(tx, actor, id);
  await tx.db
    .updateTable('pick_faces')
    .set({ taken_by: null, taken_at: null })
    .where('id', '=', id)
    .where('taken_by', '=', actor.userId)
    .execute();
  tx.changed(actor.businessId, 'refills');
}

type Brought = { code: string; volumeId: number; quantity: number };

/**
 * Ends a refill: the whole volume is moved to the face, or some of its units into a volume there. What is missing is
 * computed again, so that two people never bring the same units.
 */
export async function moveRefill(tx: Tx, actor: Actor, id: number, brought: Brought): Promise<RefillDone> {
  const row = await lockRefill(tx, actor, id);
  const { from_id: fromId, from_line_id: lineId } = row;
  if (fromId === null || lineId === null) return fail('no_reserve');
  if (brought.volumeId !== fromId) fail('refill_changed');
  if (brought.quantity > row.quantity) invalidField('quantity', 'too_big');
  expectCode(brought.code, [row.position, row.whole ? null : row.into_code]);
  const whole = row.whole && brought.quantity === row.quantity;
  const volume = whole
    ? await moveWhole(tx, actor, row, fromId)
    : await moveUnits(tx, actor, row, { fromId, lineId, quantity: brought.quantity });
  await tx.db
    .updateTable('pick_faces')
    .set({ taken_by: null, taken_at: null })
    .where('id', '=', id)
    .execute();
  tx.changed(actor.businessId, 'refills');
  return { quantity: brought.quantity, ...volume };
}

type Placed = Omit<RefillDone, 'quantity'>;

async function moveWhole(tx: Tx, actor: Actor, row: RefillRow, fromId: number): Promise<Placed> {
  const { id, code } = await moveVolume(tx, actor, fromId, row.position_id);
  return { volume: { id, name: code }, isNew: false, emptied: [] };
}

type Units = { fromId: number; lineId: number; quantity: number };

async function moveUnits(tx: Tx, actor: Actor, row: RefillRow, units: Units): Promise<Placed> {
  const { fromId, lineId, quantity } = units;
  const { into_id: intoId, into_code: intoCode } = row;
  await moveProducts(tx, actor, fromId, {
    lines: [{ lineId, quantity }],
    ...(intoId === null ? { create: { positionId: row.position_id } } : { targetId: intoId }),
  });
  const emptied = await tx.db
    .selectFrom('volumes')
    .select(['id', 'code'])
    .where('id', '=', fromId)
    .where('zero_check_at', 'is not', null)
    .execute();
  if (intoId !== null) return { volume: { id: intoId, name: intoCode ?? '' }, isNew: false, emptied };
  const made = await tx.db
    .selectFrom('volumes')
    .select(['id', 'code as name'])
    .where('business_id', '=', ownBusiness)
    .where('position_id', '=', row.position_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { volume: made, isNew: true, emptied };
}

/** Locks a face, so that its refills happen one after the other; refuses what another person is doing. */
async function lockRefill(tx: Tx, actor: Actor, id: number): Promise<RefillRow> {
  await lockFace(tx, actor, id);
  const refill = await findRefill(tx, actor, id);
  if (!refill) return fail('refill_not_needed');
  const { row } = refill;
  if (row.taken_by !== null && row.taken_by !== actor.userId)
    fail('refill_taken', { facts: { name: row.taker ?? '' } });
  if (row.from_id === null) fail('no_reserve');
  return row;
}

async function lockFace(tx: Tx, actor: Actor, id: number): Promise<void> {
  const face = await tx.db
    .selectFrom('pick_faces')
    .select('id')
    .where('id', '=', id)
    .where('business_id', '=', ownBusiness)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .forUpdate()
    .executeTakeFirst();
  if (!face) fail('not_found');
}

/** Refuses a scanned code that is none of these, and names the first. */
function expectCode(code: string, wanted: readonly (string | null)[]): void {
  const known = wanted.filter((one) => one !== null);
  if (!known.some((one) => asCode(one) === asCode(code)))
    fail('place_not_wanted', { facts: { code, wanted: known[0] ?? '' } });
}
