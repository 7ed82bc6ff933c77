import { createHash, randomBytes } from 'node:crypto';
import { addMinutes } from '#contract/dates.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '#server/http/session.ts';

/** Long enough to fetch the key from the bag. */
export const challengeMinutes = 5;

export type Purpose = 'create' | 'prove';
type Asked = Pick<Actor, 'userId' | 'sessionId'>;

const hashOf = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** A new challenge for this session; one that was still open ends. In base64url. */
export async function issueChallenge(
  tx: Tx,
  { userId, sessionId }: Asked,
  purpose: Purpose,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const values = {
    purpose,
    challenge_hash: hashOf(challenge),
    expires_at: addMinutes(tx.now(), challengeMinutes),
  };
  await tx.db
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', tx.now())
    .execute();
  await tx.db
    .insertInto('passkey_challenges')
    .values({ user_id: userId, session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'session_id']).doUpdateSet(values))
    .execute();
  return challenge;
}

/**
 * Consumes the open challenge of this session, with any answer; null if there is none. The returned value says whether
 * a signed challenge is that one.
 */
export async function takeChallenge(
  tx: Tx,
  { userId, sessionId }: Asked,
  purpose: Purpose,
): Promise<((signed: string) => boolean) | null> {
  const taken = await tx.db
    .deleteFrom('passkey_challenges')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .returning(['purpose', 'challenge_hash', 'expires_at'])
    .executeTakeFirst();
  if (!taken || taken.purpose !== purpose || taken.expires_at <= tx.now()) return null;
  return (signed) => hashOf(signed).equals(taken.challenge_hash);
}
