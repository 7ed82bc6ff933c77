import { sql } from 'kysely';
import type { UnfitVolume } from '#contract/orders/checkout-sale.ts';
import { asCode } from '#contract/primitives.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Entry } from '#server/inventory/ledger.ts';
import { recordVolume } from '#server/inventory/volume/volume-history.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import type { OrderRow } from '#server/orders/sale/facts.ts';

/** A volume that goods of a sale are put into, locked; `blocked`: what lies in it is held back. */
export type Target = { id: number; code: string; positionId: number; blocked: boolean };

type PackedPart = { id: number; stock_id: number; variation_id: number };

/** The scanned volume, locked: one of the sale's warehouse, standing in a position, in one of these states. */
export async function lockTarget(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  code: string,
  states: readonly ('active' | 'empty' | 'blocked')[] = ['active', 'empty'],
): Promise<Target> {
  const volume = await tx.db
    .selectFrom('volumes')
    .select(['id', 'code', 'state', 'tote', 'warehouse_id', 'position_id'])
    .where('code', '=', asCode(code))
    .where('business_id', '=', actor.businessId)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .forUpdate()
    .executeTakeFirst();
  if (!volume) return fail('code_not_volume');
  const { state, tote, position_id: positionId, warehouse_id } = volume;
  const refused = (why: UnfitVolume) => fail('volume_unfit', { facts: { volume: volume.code, why } });
  if (tote) return refused('tote');
  if (warehouse_id !== order.warehouse_id) return refused('elsewhere');
  if (!states.some((open) => open === state)) return refused(unfitIn(state));
  if (positionId === null) return refused('not_in_use');
  return { id: volume.id, code: volume.code, positionId, blocked: state === 'blocked' };
}

export function unfitIn(state: string): UnfitVolume {
  if (state === 'blocked') return 'blocked';
  return state === 'active' || state === 'empty' ? 'not_blocked' : 'not_in_use';
}

type EntryCause = Pick<Entry, 'source' | 'sourceId' | 'partId' | 'attempt'>;

/** Units that were packed lie in a volume again. Answers the entry of the ledger that says so. */
export async function putIntoVolume(
  tx: Tx,
  actor: Actor,
  part: PackedPart,
  quantity: number,
  target: Target,
  cause: EntryCause,
): Promise<Entry> {
  const { expired } = await tx.db
    .insertInto('volume_lines')
    .values({
      business_id: actor.businessId,
      volume_id: target.id,
      variation_id: part.variation_id,
      quantity,
      ...(await lotPacked(tx, part.id)),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['volume_id', 'variation_id'])
        .doUpdateSet((eb) => ({ quantity: eb('volume_lines.quantity', '+', quantity) })),
    )
    .returning('expired')
    .executeTakeFirstOrThrow();
  return {
    stockId: part.stock_id,
    kind: 'cancel_return',
    ...cause,
    onHand: quantity,
    hold: expired || target.blocked ? quantity : 0,
    volumeId: target.id,
    positionId: target.positionId,
  };
}

/** The history of a volume that got goods of a sale back; one that was empty is not any more. */
export async function recordPutBack(tx: Tx, actor: Actor, order: OrderRow, target: Target): Promise<void> {
  const change = target.blocked ? {} : { state: 'active' as const, zero_check_at: null };
  await recordVolume(tx, actor.userId, target.id, 'put-back', { order: order.id }, change);
}

/** The lot that the units had in the volume they were packed from; they share that of a volume that has their product. */
async function lotPacked(tx: Tx, partId: number) {
  const line = await tx.db
    .selectFrom('ledger_entries as e')
    .innerJoin('order_parts as o', 'o.id', 'e.part_id')
    .innerJoin('volume_lines as l', (join) =>
      join.onRef('l.volume_id', '=', 'e.volume_id').onRef('l.variation_id', '=', 'o.variation_id'),
    )
    .select(['l.batch_id', 'l.expired'])
    .where('e.part_id', '=', partId)
    .where('e.kind', '=', 'sale_out')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return line ?? { batch_id: null, expired: false };
}
