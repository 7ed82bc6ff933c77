import { sql } from 'kysely';
import { setScope, type Transact, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { auditEvent } from '#server/http/audit.ts';
import type { Actor } from '#server/http/session.ts';
import { sendMail } from './mail-task.ts';
import { consumeMailToken, endMailTokens, peekMailToken, type TokenPurpose } from './mail-token.ts';
import { listOwnKeys, revokeOwnKeys } from './own-keys.ts';
import { hashPassword, refuseGuessable } from './password.ts';
import { isRegisteredBy, markActivated } from './registration.ts';
import { forgetAttempts } from './sign-in/attempts.ts';
import { type Caller, forgetDevices } from './sign-in/device.ts';
import { forgetFailures } from './sign-in/second-step.ts';
import { chooseBusiness, endSessions } from './sign-in/session.queries.ts';
import { beginSession, type OpenedSession } from './sign-in/session.ts';
import { findByPassword } from './sign-in/sign-in.ts';

function readUser(tx: Tx, userId: number) {
  return tx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

async function storePassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ password_hash: passwordHash, version: sql`version + 1` })
    .where('id', '=', userId)
    .execute();
  // An older reset link sets no other password, and the mailbox is proved.
  for (const purpose of ['reset', 'activation'] as const) await endMailTokens(tx, userId, purpose);
  const user = await readUser(tx, userId);
  await forgetAttempts(tx, user.email);
  await forgetFailures(tx, userId);
  sendMail(tx, {
    to: user.email,
    locale: user.locale === 'en' ? 'en' : 'pt',
    template: 'account.passwordChanged',
    values: { name: user.name },
  });
}

/** Does not consume the link. */
export async function checkMailToken(
  tx: Tx,
  { token, purpose }: { token: string; purpose: TokenPurpose },
  device: string | undefined,
): Promise<{ valid: boolean; byLink: boolean; apiKeys: number }> {
  const userId = await peekMailToken(tx, token, purpose);
  if (userId === null) return { valid: false, byLink: false, apiKeys: 0 };
  await setScope(tx, { userId });
  if (purpose === 'reset')
    return { valid: true, byLink: false, apiKeys: (await listOwnKeys(tx, userId)).items.length };
  return { valid: true, byLink: await isRegisteredBy(tx, userId, device), apiKeys: 0 };
}

/**
 * The mail proved the mailbox, so this also activates the account; a person who registered another person's e-mail
 * loses it here. Every earlier session ends.
 */
export async function resetPassword(
  transact: Transact,
  input: { token: string; password: string; endApiKeys: boolean },
  caller: Caller,
): Promise<{ opened: OpenedSession; keys: KeysAfter }> {
  const user = await transact(async (tx) => {
    const userId = await peekMailToken(tx, input.token, 'reset');
    if (userId === null) return null;
    await setScope(tx, { userId });
    return readUser(tx, userId);
  });
  if (!user) fail('token_invalid');
  refuseGuessable('password', input.password, [user.name, user.email]);
  const passwordHash = await hashPassword(input.password);
  return transact(async (tx) => {
    const userId = await consumeMailToken(tx, input.token, 'reset');
    await markActivated(tx, userId);
    await storePassword(tx, userId, passwordHash);
    await endSessions(tx, userId, 'password reset');
    await forgetDevices(tx, userId);
    const keys = await settleKeys(tx, userId, input.endApiKeys);
    const opened = await beginSession(tx, userId, caller);
    await auditReset(tx, userId);
    return { opened, keys };
  });
}

/** In the trail of the business of the person: the mail identifies the person, there is no session. */
async function auditReset(tx: Tx, userId: number): Promise<void> {
  const business = await chooseBusiness(tx, userId);
  if (business === null) return;
  await setScope(tx, { userId, businessId: business });
  await auditEvent(tx, { business, user: userId, event: 'password.changed', entity: null });
}

type KeysAfter = { keysEnded: number; keysLeft: number };

/** Programs go on by the keys that the person made, unless these are to end with the old password. */
async function settleKeys(tx: Tx, userId: number, end: boolean): Promise<KeysAfter> {
  if (end) return { keysEnded: await revokeOwnKeys(tx, userId), keysLeft: 0 };
  return { keysEnded: 0, keysLeft: (await listOwnKeys(tx, userId)).items.length };
}

export async function changePassword(
  {
    transact,
    conclude,
  }: { transact: Transact; conclude(work: (tx: Tx) => Promise<KeysAfter>): Promise<KeysAfter> },
  actor: Actor,
  input: { currentPassword: string; password: string; endApiKeys: boolean },
): Promise<KeysAfter> {
  const user = await transact((tx) => readUser(tx, actor.userId));
  refuseGuessable('password', input.password, [user.name, user.email]);
  if (!(await findByPassword(transact, user.email, input.currentPassword, actor))) fail('password_wrong');
  const passwordHash = await hashPassword(input.password);
  return conclude(async (tx) => {
    await storePassword(tx, actor.userId, passwordHash);
    await endSessions(tx, actor.userId, 'password changed', { except: actor.sessionId });
    return settleKeys(tx, actor.userId, input.endApiKeys);
  });
}
