import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** Nobody else works in the business: what four eyes should see is left to two. */
export async function isAlone(tx: Tx, actor: Actor): Promise<boolean> {
  const { people } = await tx.db
    .selectFrom('staff')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('business_id', '=', actor.businessId)
    .executeTakeFirstOrThrow();
  return people <= 1;
}
