import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/** Numbers are per business: the counter row is locked until the request is stored. */
export async function nextNumber(tx: Tx, businessId: number): Promise<number> {
  const { last_number: number } = await tx.db
    .insertInto('purchasing_settings')
    .values({ business_id: businessId, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('business_id').doUpdateSet({ last_number: sql`purchasing_settings.last_number + 1` }),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return number;
}
