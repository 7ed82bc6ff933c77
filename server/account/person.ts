import type { Tx } from '#server/db/transaction.ts';

/** The recipient of a mail and their language. */
export function readPerson(tx: Tx, userId: number) {
  return tx.db
    .selectFrom('users')
    .select(['name', 'email', 'locale', 'created_at as createdAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
