import { sql } from 'kysely';
import { type Concluding, setScope, type Transact, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { auditEvent } from '#server/http/audit.ts';
import type { Actor } from '#server/http/session.ts';
import { sendMail } from './mail-task.ts';
import { consumeMailToken, peekMailToken } from './mail-token.ts';
import { hashPassword, refuseGuessable } from './password.ts';
import { markActivated } from './registration.ts';
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

/**
 * The mail proved the mailbox, so this also activates; whoever registered somebody else's e-mail loses the account
 * here. Every session before it ends.
 */
export async function resetPassword(
  transact: Transact,
  input: { token: string; password: string },
  caller: Caller,
): Promise<OpenedSession> {
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
    const opened = await beginSession(tx, userId, caller);
    await auditReset(tx, userId);
    return opened;
  });
}

/** In the trail of the business that the person enters: the mail says who it is, no session does. */
async function auditReset(tx: Tx, userId: number): Promise<void> {
  const business = await chooseBusiness(tx, userId);
  if (business === null) return;
  await setScope(tx, { userId, businessId: business });
  await auditEvent(tx, { business, user: userId, event: 'password.changed', entity: null });
}

export async function changePassword(
  { transact, conclude }: Concluding,
  actor: Actor,
  input: { currentPassword: string; password: string },
): Promise<void> {
  const user = await transact((tx) => readUser(tx, actor.userId));
  refuseGuessable('password', input.password, [user.name, user.email]);
  if (!(await findByPassword(transact, user.email, input.currentPassword, actor))) fail('password_wrong');
  const passwordHash = await hashPassword(input.password);
  await conclude(async (tx) => {
    await storePassword(tx, actor.userId, passwordHash);
    await endSessions(tx, actor.userId, 'password changed', { except: actor.sessionId });
  });
}
