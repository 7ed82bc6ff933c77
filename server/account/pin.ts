import type { Profile } from '#contract/account/user.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';
import { isPasswordRight } from './password.ts';
import { endSessions } from './sign-in/session.queries.ts';
import { readProfile } from './user.ts';

/**
 * With `hash` null the person has no PIN. A person who signed in at a station with the former PIN has to sign in again.
 */
export async function changePin(tx: Tx, actor: Actor, hash: string | null): Promise<Profile> {
  if (hash === null) await tx.db.deleteFrom('pins').where('user_id', '=', actor.userId).execute();
  else {
    const pin = { pin_hash: tx.sealer.seal('pin', hash), set_at: tx.now() };
    await tx.db
      .insertInto('pins')
      .values({ user_id: actor.userId, ...pin })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(pin))
      .execute();
  }
  await endSessions(tx, actor.userId, 'PIN changed', { atStations: true });
  return readProfile(tx, actor);
}

/** Null (no such person, no PIN) takes as long as a wrong one. */
export function isPinRight(tx: Pick<Tx, 'sealer'>, sealed: string | null, pin: string): Promise<boolean> {
  return isPasswordRight(sealed === null ? null : tx.sealer.unseal('pin', sealed), pin);
}
