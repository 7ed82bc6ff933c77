import type { PasskeyProof, PasskeyRequest } from '#contract/account/passkey.ts';
import type { Transact, Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { challengeMinutes, issueChallenge, takeChallenge } from './challenge.ts';

/** The relying party, from the configured address and never from the request's host. */
export function relyingParty(appUrl: string): { id: string; origin: string; name: string } {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin, name: 'Easy' };
}

export async function descriptorsOf(tx: Tx, userId: number) {
  const rows = await tx.db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ credential_id: id, transports }) => ({ id, type: 'public-key' as const, transports }));
}

/** The challenge that one of the person's passkeys has to sign. */
export async function requestProof(tx: Tx, actor: Actor, appUrl: string): Promise<PasskeyRequest> {
  const allowCredentials = await descriptorsOf(tx, actor.userId);
  if (allowCredentials.length === 0) fail('state_conflict');
  return {
    challenge: await issueChallenge(tx, actor, 'prove'),
    rpId: relyingParty(appUrl).id,
    timeout: challengeMinutes * 60_000,
    allowCredentials,
    userVerification: 'preferred',
  };
}

/**
 * Refuses anything but a proof of one of the person's passkeys for this session's challenge. A transaction of its own
 * consumes the challenge in every case. Signatures cannot be guessed, so wrong ones lock nothing.
 */
export async function provePasskey(
  transact: Transact,
  actor: Actor,
  proof: PasskeyProof,
  appUrl: string,
): Promise<void> {
  const proved = await transact(async (tx) => {
    const isAsked = await takeChallenge(tx, actor, 'prove');
    return isAsked !== null && (await checkProof(tx, actor.userId, proof, isAsked, appUrl));
  });
  if (!proved) fail('passkey_refused');
}

async function checkProof(
  tx: Tx,
  userId: number,
  { credentialId: id, ...response }: PasskeyProof,
  isAsked: (signed: string) => boolean,
  appUrl: string,
): Promise<boolean> {
  // Locked, so that of two simultaneous proofs the second is compared with the counter of the first.
  const passkey = await tx.db
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'counter'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!passkey) return false;
  const party = relyingParty(appUrl);
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: isAsked,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    requireUserVerification: false,
  }).catch(() => null);
  if (!checked?.verified) return false;
  await tx.db
    .updateTable('passkeys')
    .set({ counter: checked.authenticationInfo.newCounter, last_used_at: tx.now() })
    .where('id', '=', passkey.id)
    .execute();
  return true;
}
