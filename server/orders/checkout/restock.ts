import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import { dayOf } from '#contract/dates.ts';
import type { UnfitVolume } from '#contract/orders/checkout-sale.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Entry } from '#server/inventory/ledger.ts';
import { recordVolume } from '#server/inventory/volume/volume-history.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import type { OrderRow } from '#server/orders/sale/order-row.ts';

/** A locked volume that goods of a sale are put into; `blocked`: its contents are held back. */
export type Target = { id: number; code: string; positionId: number; blocked: boolean };

type PackedPart = { id: number; stock_id: number; variation_id: number };

/** The scanned volume, locked: in the warehouse of the sale, in a position, and in one of these states. */
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

/** Packed units are back in a volume, in the lot in which they left. Returns the ledger entry. */
export async function putIntoVolume(
  tx: Tx,
  actor: Actor,
  part: PackedPart,
  quantity: number,
  target: Target,
  cause: EntryCause,
): Promise<Entry> {
  if (await holdsOtherLot(tx, part, target)) refuseOtherLot(target);
  const { rows } = await sql<{ expired: boolean }>`
    insert into volume_lines as l (business_id, volume_id, variation_id, quantity, batch_id, expired)
    select ${actor.businessId}::bigint, ${target.id}::bigint, ${part.variation_id}::bigint, ${quantity}::int, lot.id,
      coalesce(b.expires_on < ${dayOf(tx.now())}::date, false)
    from (select (${lotShipped(sql`${part.id}::bigint`)}) as id) lot left join batches b on b.id = lot.id
    on conflict (volume_id, variation_id) do update set quantity = l.quantity + excluded.quantity,
      batch_id = excluded.batch_id, expired = excluded.expired or (l.expired and l.quantity > 0)
    returning expired`.execute(tx.db);
  const isExpired = rows[0]?.expired ?? false;
  return {
    stockId: part.stock_id,
    kind: 'cancel_return',
    ...cause,
    onHand: quantity,
    hold: isExpired || target.blocked ? quantity : 0,
    volumeId: target.id,
    positionId: target.positionId,
  };
}

/**
 * The history of a volume that got goods of a sale back; an empty one is active again. `detail` has the units of a
 * put-back list, which count as work of the person; a return counts where it is inspected.
 */
export async function recordPutBack(
  tx: Tx,
  actor: Actor,
  order: OrderRow,
  target: Target,
  detail: { units?: number } = {},
): Promise<void> {
  const change = target.blocked ? {} : { state: 'active' as const, zero_check_at: null };
  await recordVolume(tx, actor.userId, target.id, 'put-back', { order: order.id, ...detail }, change);
}

/**
 * The lot in which units of a part were packed; of several lots the one that expires first, so that no unit is sold
 * after its day. Entries written before lots were stored with them have the lot of their volume.
 */
export const lotShipped = (part: ReturnType<typeof sql>) => sql`
  select coalesce(out.batch_id, came.batch_id) from ledger_entries out join order_parts gone on gone.id = out.part_id
    left join volume_lines came on came.volume_id = out.volume_id and came.variation_id = gone.variation_id
    left join batches lot on lot.id = coalesce(out.batch_id, came.batch_id)
  where out.part_id = ${part} and out.kind = 'sale_out'
  order by out.attempt desc, lot.expires_on nulls last, out.id limit 1`;

/** A volume line has one lot: units of another lot would be sold by the wrong expiry date. */
export async function holdsOtherLot(
  tx: Tx,
  { id, variation_id: variationId }: Pick<PackedPart, 'id' | 'variation_id'>,
  volume: Target,
): Promise<boolean> {
  const { rows } = await sql`select from volume_lines l
    where l.volume_id = ${volume.id} and l.variation_id = ${variationId} and l.quantity > 0
      and l.batch_id is distinct from (${lotShipped(sql`${id}::bigint`)})`.execute(tx.db);
  return rows.length > 0;
}

export const refuseOtherLot = ({ code }: Target): never =>
  fail('volume_unfit', { facts: { volume: code, why: 'other_lot' satisfies UnfitVolume } });
