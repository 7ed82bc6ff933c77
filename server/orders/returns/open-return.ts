import { sql } from 'kysely';
import { asCode } from '#contract/codes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { withinWarehouses } from '#server/inventory/warehouse/scope.ts';
import { lockAtBench } from '#server/orders/checkout/lock-at-bench.ts';
import { comesBackWith } from '#server/orders/labelled-with.ts';
import { partsOf } from '#server/orders/sale/advance.ts';
import { writeFacts } from '#server/orders/sale/facts.ts';
import { askedOf } from './claimed-units.ts';

/**
 * A parcel is back: its label opens the return of its sale. The marketplace need not have announced it; a parcel of
 * several sales opens them one after the other. Returns the sale.
 */
export async function openReturn(tx: Tx, actor: Actor, code: string): Promise<number> {
  const id = await findReturned(tx, actor, code);
  const { order } = await lockAtBench(tx, actor, id, 'openReturn');
  if (order.returned_at && !order.return_expected && !(await hasMissing(tx, id))) fail('already_returned');
  const known = await tx.db
    .selectFrom('parcel_returns')
    .select('id')
    .where('order_id', '=', id)
    .where('closed_at', 'is', null)
    .where('called_off_at', 'is', null)
    .executeTakeFirst();
  if (known) return id;
  await tx.db
    .insertInto('parcel_returns')
    .values({ business_id: actor.businessId, order_id: id, opened_by: actor.userId, opened_at: tx.now() })
    .execute();
  const cause = {
    actor: 'fulfiller',
    userId: actor.userId,
    kind: 'return-opened',
    detail: { code },
  } as const;
  await writeFacts(tx, order, { return_expected: true }, cause);
  return id;
}

/** Units that were missing in a closed return may still come. */
const hasMissing = async (tx: Tx, id: number): Promise<boolean> =>
  (await partsOf(tx, id)).some((part) => askedOf(part) > 0);

/**
 * The sale that left with this label, or comes back under it; of several the one that is expected and has not arrived.
 */
async function findReturned(tx: Tx, actor: Actor, code: string): Promise<number> {
  const found = await tx.db
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.fulfiller_id', '=', actor.businessId)
    .where('o.collected_at', 'is not', null)
    // Parcels sent by a marketplace's own warehouse return there.
    .where('o.packed_at', 'is not', null)
    .where(withinWarehouses(actor, sql`o.warehouse_id`))
    .where(comesBackWith(code))
    .orderBy(sql`not o.return_expected`)
    .orderBy(sql`o.returned_at is not null`)
    .orderBy(sql`o.collected_at desc`)
    .orderBy('o.id')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? fail('code_unknown', { facts: { code: asCode(code) } });
}
