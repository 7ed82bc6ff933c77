import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { writeFacts } from '#server/orders/sale/facts.ts';
import { isReturnClaimed } from './claimed-units.ts';
import { lockReturn, unitsOfReturn } from './inspect-units.ts';

/**
 * The label of another parcel was scanned: the return is called off while no unit has been inspected. Units of a claim
 * or a canceled sale are still expected.
 */
export async function callOffReturn(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { order, returnId } = await lockReturn(tx, actor, id);
  if ((await unitsOfReturn(tx, returnId)).length > 0) fail('state_conflict');
  await tx.db
    .updateTable('parcel_returns')
    .set({ called_off_at: tx.now() })
    .where('id', '=', returnId)
    .execute();
  const isExpected = await wasExpected(tx, id);
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'return-not-here', detail: {} } as const;
  await writeFacts(tx, order, { return_expected: isExpected }, cause);
}

/** The state from the claims, or from the sale's own history before the scan. */
async function wasExpected(tx: Tx, id: number): Promise<boolean> {
  if (await isReturnClaimed(tx, id)) return true;
  const last = await tx.db
    .selectFrom('order_events')
    .select('kind')
    .where('order_id', '=', id)
    .where('kind', 'in', ['return-expected', 'return-claimed', 'return-called-off', 'returned'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.kind === 'return-expected' || last?.kind === 'return-claimed';
}
