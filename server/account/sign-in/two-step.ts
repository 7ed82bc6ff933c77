import type { TwoStepState } from '#contract/account/two-step.ts';
import { sendMail } from '#server/account/mail-task.ts';
import { readPerson } from '#server/account/person.ts';
import type { Transact, Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Caller } from './device.ts';
import {
  lockFactor,
  makeRecoveryCodes,
  newSecret,
  type Outcome,
  refuseUnlessRight,
  tryCode,
  uriOf,
} from './second-step.ts';
import { endSessions } from './session.queries.ts';
import { beginFullSession, type OpenedSession } from './session.ts';

export async function readTwoStep(tx: Tx, { userId }: Actor): Promise<TwoStepState> {
  const secret = await tx.db
    .selectFrom('two_step_secrets')
    .select('activated_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const { left } = await tx.db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { activatedAt: secret?.activated_at?.toISOString() ?? null, recoveryCodesLeft: left };
}

/** A secret that sign-in does not require until a code of it was entered; a second request replaces it. */
export async function setUpTwoStep(tx: Tx, { userId }: Actor): Promise<{ secret: string; uri: string }> {
  if ((await lockFactor(tx, userId))?.activated_at) fail('state_conflict');
  const { email } = await readPerson(tx, userId);
  const secret = newSecret();
  const values = {
    secret: tx.sealer.seal('two-step-secret', secret),
    created_at: tx.now(),
    activated_at: null,
    last_step: 0,
  };
  await tx.db
    .insertInto('two_step_secrets')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
  return { secret, uri: uriOf(secret, email) };
}

/** From now on sign-in requires a code. Sessions elsewhere without one end. */
export async function activateTwoStep(tx: Tx, actor: Actor): Promise<{ recoveryCodes: string[] }> {
  const { numUpdatedRows } = await tx.db
    .updateTable('two_step_secrets')
    .set({ activated_at: tx.now() })
    .where('user_id', '=', actor.userId)
    .where('activated_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) fail('state_conflict');
  await endSessions(tx, actor.userId, 'two-step activated', { except: actor.sessionId });
  await tell(tx, actor.userId, 'account.twoStepActivated');
  return { recoveryCodes: await makeRecoveryCodes(tx, actor.userId) };
}

export async function renewRecoveryCodes(tx: Tx, { userId }: Actor): Promise<{ recoveryCodes: string[] }> {
  if (!(await lockFactor(tx, userId))?.activated_at) fail('state_conflict');
  return { recoveryCodes: await makeRecoveryCodes(tx, userId) };
}

/** The person has been proved. */
export async function disableTwoStep(tx: Tx, actor: Actor): Promise<void> {
  if (!(await lockFactor(tx, actor.userId))?.activated_at) fail('state_conflict');
  await removeSecondStep(tx, actor.userId);
  await endSessions(tx, actor.userId, 'two-step disabled', { except: actor.sessionId });
  await tell(tx, actor.userId, 'account.twoStepDisabled');
}

const secondStepTables = [
  'two_step_secrets',
  'recovery_codes',
  'second_step_failures',
  'passkeys',
  'passkey_challenges',
] as const;

/** Of the person whose scope the transaction has. */
export async function removeSecondStep(tx: Tx, userId: number): Promise<void> {
  for (const table of secondStepTables) await tx.db.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Ends the session that only waited for the second step, and begins the whole one. The step has been proved. */
export function passSecondStep(transact: Transact, actor: Actor, caller: Caller): Promise<OpenedSession> {
  return transact(async (tx) => {
    // Of two simultaneous codes for one session, the first opens it.
    if ((await endSessions(tx, actor.userId, 'second step', { only: actor.sessionId })) === 0)
      fail('unauthenticated');
    return beginFullSession(tx, actor.userId, caller, actor.businessId || null);
  });
}

/**
 * Refuses a wrong code of the secret that is `pending` or `active`. A transaction of its own stores the use of the
 * code, independently of the result of the act.
 */
export async function proveCode(
  transact: Transact,
  userId: number,
  code: string,
  wanted: 'pending' | 'active',
): Promise<void> {
  const tried = await transact(async (tx): Promise<{ outcome: Outcome; now: Date } | null> => {
    const factor = await lockFactor(tx, userId);
    const isWanted = factor && (factor.activated_at === null) === (wanted === 'pending');
    return isWanted ? { outcome: await tryCode(tx, factor, code), now: tx.now() } : null;
  });
  if (!tried) fail('state_conflict');
  refuseUnlessRight(tried.outcome, tried.now);
}

type Letter = 'account.twoStepActivated' | 'account.twoStepDisabled';

async function tell(tx: Tx, userId: number, template: Letter): Promise<void> {
  const { name, email, locale } = await readPerson(tx, userId);
  sendMail(tx, { to: email, locale: locale === 'en' ? 'en' : 'pt', template, values: { name } });
}
