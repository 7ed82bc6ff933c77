import { randomUUID } from 'node:crypto';
import { refuseByHand } from '#server/business/business.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { takeOver } from '#server/orders/picking/membership.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { recordEvent } from '#server/orders/sale/facts.ts';
import { lockAtBench } from './lock-at-bench.ts';

/** Stored instead of a scanned code. */
export const byHandCode = '-';

/** Missing units count as scanned: an owner or administrator has seen them, and states why they cannot be scanned. */
export async function countByHand(tx: Tx, actor: Actor, id: number, reason: string): Promise<void> {
  const sale = await lockAtBench(tx, actor, id, 'countByHand');
  await refuseByHand(tx, actor);
  const order = await takeOver(tx, actor, sale.order, await sale.list());
  const scans = (await partsOf(tx, id)).flatMap((part) =>
    Array.from({ length: part.quantity - part.beeped }, () => ({
      business_id: actor.businessId,
      order_id: id,
      part_id: part.id,
      client_id: randomUUID(),
      code: byHandCode,
      attempt: order.attempt,
      user_id: actor.userId,
      at: tx.now(),
    })),
  );
  if (scans.length === 0) fail('line_full');
  await tx.db
    .updateTable('order_parts')
    .set((eb) => ({ beeped: eb.ref('quantity') }))
    .where('order_id', '=', id)
    .execute();
  await tx.db.insertInto('order_scans').values(scans).execute();
  const cause = { actor: 'fulfiller', userId: actor.userId, kind: 'counted-by-hand' } as const;
  await recordEvent(tx, order, { ...cause, detail: { reason, units: scans.length } }, order.status);
}
