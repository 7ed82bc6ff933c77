import type { Database } from '#server/db/transaction.ts';
import { createOnceAMinute } from './once-a-minute.ts';
import { type Actor, scopeOf } from './session.ts';

/** Records when and from which address a key was used, at most once a minute. */
export function createKeyUse(database: Database): (actor: Actor, address: string) => Promise<void> {
  const isFirst = createOnceAMinute();
  return async (actor, address) => {
    const { keyId } = actor;
    if (keyId === null || !isFirst(String(keyId), database.clock.now())) return;
    await database.transact(
      scopeOf(actor),
      (tx) =>
        tx.db
          .updateTable('api_keys')
          .set({ last_used_at: tx.now(), last_address: address })
          .where('id', '=', keyId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', tx.now())
          .execute(),
      'soon on disk',
    );
  };
}
