import type { NewCredential, Passkey, PasskeyCreation } from '#contract/account/passkey.ts';
import { sendMail } from '#server/account/mail-task.ts';
import { readPerson } from '#server/account/person.ts';
import { endSessions } from '#server/account/sign-in/session.queries.ts';
import { isTwoStep } from '#server/account/sign-in/session.ts';
import type { Transact, Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { challengeMinutes, issueChallenge, takeChallenge } from './challenge.ts';
import { descriptorsOf, relyingParty } from './prove-passkey.ts';

export async function listPasskeys(tx: Tx, { userId }: Actor): Promise<{ items: Passkey[] }> {
  const rows = await tx.db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return { items: rows.map(show) };
}

/** COSE ids of ES256, EdDSA and RS256, which authenticators use. */
const algorithms = [-7, -8, -257];

/** Adding a passkey requires an authenticator app and recovery codes, so that losing it locks nobody out. */
export async function preparePasskey(tx: Tx, actor: Actor, appUrl: string): Promise<PasskeyCreation> {
  if (!(await isTwoStep(tx, actor.userId))) fail('state_conflict');
  const { id, name } = relyingParty(appUrl);
  const { name: person, email } = await readPerson(tx, actor.userId);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: id,
    userID: new TextEncoder().encode(`easy-user-${actor.userId}`),
    userName: email,
    userDisplayName: person,
    supportedAlgorithmIDs: algorithms,
  });
  return {
    challenge: await issueChallenge(tx, actor, 'create'),
    rp: { id, name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: challengeMinutes * 60_000,
    excludeCredentials: await descriptorsOf(tx, actor.userId),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
}

type Made = {
  name: string;
  transports: string[];
  credential: { id: string; publicKey: Uint8Array; counter: number };
};

/** The result of `verifyNewPasskey`. */
export async function addPasskey(tx: Tx, actor: Actor, made: Made): Promise<Passkey> {
  if (!(await isTwoStep(tx, actor.userId))) fail('state_conflict');
  const { id, publicKey, counter } = made.credential;
  const row = await tx.db
    .insertInto('passkeys')
    .values({
      user_id: actor.userId,
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: made.transports,
      name: made.name,
      created_at: tx.now(),
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'credential_id']).doNothing())
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
  if (!row) return fail('passkey_refused');
  const { name, email, locale } = await readPerson(tx, actor.userId);
  sendMail(tx, {
    to: email,
    locale: locale === 'en' ? 'en' : 'pt',
    template: 'account.passkeyAdded',
    values: { name, passkey: made.name },
  });
  return show(row);
}

/** A transaction of its own consumes the challenge, so a refused answer consumes it too. */
export async function verifyNewPasskey(
  transact: Transact,
  actor: Actor,
  given: NewCredential,
  appUrl: string,
): Promise<Made['credential']> {
  const isAsked = await transact((tx) => takeChallenge(tx, actor, 'create'));
  if (!isAsked) return fail('passkey_refused');
  const { credentialId: id, ...response } = given;
  const party = relyingParty(appUrl);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const checked = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: isAsked,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: false,
  }).catch(() => null);
  return checked?.verified ? checked.registrationInfo.credential : fail('passkey_refused');
}

export async function renamePasskey(tx: Tx, { userId }: Actor, id: number, name: string): Promise<Passkey> {
  const row = await tx.db
    .updateTable('passkeys')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['id', 'name', 'created_at', 'last_used_at'])
    .executeTakeFirst();
  return show(row ?? fail('not_found'));
}

/** Its holder may be signed in elsewhere. */
export async function removePasskey(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('passkeys')
    .where('user_id', '=', actor.userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) fail('not_found');
  await endSessions(tx, actor.userId, 'passkey removed', { except: actor.sessionId });
}

const show = (row: { id: number; name: string; created_at: Date; last_used_at: Date | null }): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
