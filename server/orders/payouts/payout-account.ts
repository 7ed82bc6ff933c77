import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';

/** An account of this business, also one that was disconnected. */
export async function requireAccount(tx: Tx, id: number): Promise<{ id: number; name: string }> {
  const row = await tx.db
    .selectFrom('marketplace_accounts')
    .select(['id', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? fail('not_found');
}

/** Imports, readings, acceptances and closings of an account happen one after the other. */
export async function lockPayouts(tx: Tx, businessId: number, accountId: number): Promise<void> {
  const name = `payouts ${businessId} ${accountId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.db);
}
