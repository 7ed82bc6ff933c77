import type { PasskeyProof } from '#contract/account/passkey.ts';
import { addMinutes } from '#contract/dates.ts';
import { aboutAccount } from '#server/account/account-key.ts';
import { provePasskey } from '#server/account/passkeys/prove-passkey.ts';
import { isPasswordRight, keepPlace } from '#server/account/password.ts';
import type { Concluding, Transact } from '#server/db/transaction.ts';
import type { Environment } from '#server/env.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { bookAttempt, forgetAttemptsOf, type Source } from './attempts.ts';
import type { Caller } from './device.ts';
import { findUserByEmail, type KnownUser } from './session.queries.ts';
import { beginSession, freshMinutes, isTwoStep, type OpenedSession } from './session.ts';
import { proveCode } from './two-step.ts';

/**
 * The person with this e-mail and password, or null. The work and time are always the same; hashing runs outside any
 * transaction.
 */
export function findByPassword(
  transact: Transact,
  email: string,
  password: string,
  source: Source,
): Promise<KnownUser | null> {
  return keepPlace(async () => {
    const known = await transact(async (tx) => {
      await bookAttempt(tx, email, source);
      return findUserByEmail(tx, email);
    });
    const right = await isPasswordRight(known?.password_hash ?? null, password);
    if (!known || !right) return null;
    await transact((tx) => forgetAttemptsOf(tx, email, source));
    return known;
  });
}

export async function signIn(
  transact: Transact,
  credentials: { email: string; password: string },
  caller: Caller,
  { demo }: Pick<Environment, 'demo'>,
): Promise<OpenedSession> {
  const { email, password } = credentials;
  const known = await findByPassword(transact, email, password, caller);
  if (!known) fail('sign_in_failed', aboutAccount('sign_in.failed', email));
  // Only a caller with the right password reads this. The demo activates its people when it is complete
  // (`server/seed/seed.ts`).
  if (!known.activated_at) fail(demo && email.endsWith('.demo') ? 'demo_in_making' : 'not_activated');
  return transact((tx) => beginSession(tx, known.id, caller));
}

/** Refuses a wrong password of the signed-in person. */
export async function provePassword(transact: Transact, actor: Actor, password: string): Promise<void> {
  const { email } = await transact((tx) =>
    tx.db.selectFrom('users').select('email').where('id', '=', actor.userId).executeTakeFirstOrThrow(),
  );
  if (!(await findByPassword(transact, email, password, actor))) fail('password_wrong');
}

/** The proof for a sensitive act: the password, and one of the two others if there is a second step. */
type Identity = { password: string; token?: string | undefined; passkey?: PasskeyProof | undefined };

/** Refuses a wrong password, and a wrong code or passkey of a person with a second step. */
export async function proveIdentity(
  transact: Transact,
  actor: Actor,
  { password, token, passkey }: Identity,
  { appUrl }: Pick<Environment, 'appUrl'>,
): Promise<void> {
  const twoStep = await transact((tx) => isTwoStep(tx, actor.userId));
  if (twoStep && token === undefined && passkey === undefined) invalidField('token', 'required');
  await provePassword(transact, actor, password);
  if (!twoStep) return;
  if (passkey) await provePasskey(transact, actor, passkey, appUrl);
  else await proveCode(transact, actor.userId, token ?? '', 'active');
}

/** Allows the sensitive acts of this session for a while; a person with a second step proves it too. */
export async function confirmPassword(
  { transact, conclude }: Concluding,
  actor: Actor,
  given: Identity,
  env: Pick<Environment, 'appUrl'>,
): Promise<void> {
  await proveIdentity(transact, actor, given, env);
  await conclude(async (tx) => {
    await tx.db
      .updateTable('sessions')
      .set({ fresh_until: addMinutes(tx.now(), freshMinutes) })
      .where('id', '=', actor.sessionId)
      .execute();
  });
}
