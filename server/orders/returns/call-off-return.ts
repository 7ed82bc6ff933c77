import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { writeFacts } from '#server/orders/sale/facts.ts';
import { isReturnClaimed } from './claimed-units.ts';
import { lockReturn, unitsOfReturn } from './inspect-units.ts';

/**
 * The label of another parcel was scanned: the return is taken away again, while nobody has looked at a unit. What a
 * claim or a canceled sale sends back is still expected.
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

/** What its claims, or the sale's own history before the scan, say. */
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
