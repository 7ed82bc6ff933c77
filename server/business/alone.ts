import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** Nobody else works in the business, so a person may do both parts of an act that otherwise needs two people. */
export async function isAlone(tx: Tx, actor: Actor): Promise<boolean> {
  const { people } = await tx.db
    .selectFrom('staff')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('business_id', '=', actor.businessId)
    .executeTakeFirstOrThrow();
  return people <= 1;
}
