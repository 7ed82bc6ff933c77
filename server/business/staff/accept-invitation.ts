import { sql } from 'kysely';
import { z } from 'zod';
import { newPassword } from '#contract/account/password.ts';
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { Locale } from '#contract/messages/index.ts';
import type { BusinessType, Role } from '#contract/permissions.ts';
import { aboutAccount } from '#server/account/account-key.ts';
import { hashPassword, refuseGuessable } from '#server/account/password.ts';
import { addUser, markActivated } from '#server/account/registration.ts';
import type { Caller } from '#server/account/sign-in/device.ts';
import { endSessions, findUserByEmail } from '#server/account/sign-in/session.queries.ts';
import { beginSession, type OpenedSession } from '#server/account/sign-in/session.ts';
import { findByPassword } from '#server/account/sign-in/sign-in.ts';
import { setScope, type Transact, type Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { auditEvent } from '#server/http/audit.ts';
import { inputFault } from '#server/http/problem.ts';
import { type Actor, hashToken } from '#server/http/session.ts';

type Body = BodyOf<typeof api.auth.registerStaff>;
type Found = {
  id: number;
  business_id: number;
  business_name: string;
  business_type: BusinessType;
  email: string;
  roles: Role[];
  warehouse_ids: number[] | null;
  expires_at: Date;
  accepted_at: Date | null;
};

/**
 * By its token, in any business; null if it is not valid. Expiry is stored in a transaction that does not fail, so a
 * clock that is set back does not make it valid again.
 */
async function findInvitation(tx: Tx, token: string): Promise<Found | null> {
  const { rows } = await sql<Found>`select * from find_staff_invitation(${hashToken(token)})`.execute(tx.db);
  const found = rows[0];
  if (!found || found.accepted_at) return null;
  if (found.expires_at > tx.now()) return found;
  await setScope(tx, { businessId: found.business_id });
  await sql`update staff_invitations set expires_at = created_at where id = ${found.id}`.execute(tx.db);
  return null;
}

export async function readInvitation(
  transact: Transact,
  token: string,
): Promise<ResponseOf<typeof api.auth.verifyInvitation>> {
  const found = (await transact((tx) => findInvitation(tx, token))) ?? fail('token_invalid');
  return {
    business: { id: found.business_id, name: found.business_name, type: found.business_type },
    email: found.email,
    roles: found.roles,
    hasAccount: (await transact((tx) => findUserByEmail(tx, found.email))) !== null,
  };
}

/** A new person's account; the mail reached them, so it is active at once. */
async function makeAccount(
  invitation: Found,
  body: Body,
  locale: Locale,
): Promise<(tx: Tx) => Promise<number>> {
  const name = body.name ?? invalidField('name', 'required');
  const chosen = z.object({ password: newPassword }).safeParse(body, { reportInput: true });
  if (!chosen.success) throw inputFault(chosen.error, body);
  const { password } = chosen.data;
  refuseGuessable('password', password, [name, invitation.email, invitation.business_name]);
  const passwordHash = await hashPassword(password);
  const person = { name, email: invitation.email, passwordHash, locale, activated: true };
  // The e-mail was registered meanwhile: the page asks again, now for that account's password.
  return async (tx) => (await addUser(tx, person)) ?? fail('token_invalid');
}

async function identify(
  transact: Transact,
  actor: Actor | null,
  invitation: Found,
  body: Body,
  { locale, caller }: { locale: Locale; caller: Caller },
): Promise<(tx: Tx) => Promise<number>> {
  const known = await transact((tx) => findUserByEmail(tx, invitation.email));
  if (actor?.stage === 'full' && body.password === undefined) {
    if (known?.id !== actor.userId) fail('invitation_for_other_email');
    return async () => actor.userId;
  }
  if (!known) return makeAccount(invitation, body, locale);
  const password = body.password ?? invalidField('password', 'required');
  const right = await findByPassword(transact, invitation.email, password, caller);
  if (!right) fail('password_wrong', aboutAccount('password.refused', invitation.email));
  return async () => right.id;
}

/** Of twenty simultaneous acceptances one creates the collaborator; the others find the link used. */
export async function acceptInvitation(
  transact: Transact,
  actor: Actor | null,
  body: Body,
  context: { locale: Locale; caller: Caller },
): Promise<OpenedSession> {
  const invitation = (await transact((tx) => findInvitation(tx, body.token))) ?? fail('token_invalid');
  const person = await identify(transact, actor, invitation, body, context);
  return transact(async (tx) => {
    const userId = await person(tx);
    await setScope(tx, { userId, businessId: invitation.business_id });
    const taken = await tx.db
      .updateTable('staff_invitations')
      .set({ accepted_at: tx.now() })
      .where('id', '=', invitation.id)
      .where('token_hash', '=', hashToken(body.token))
      .where('accepted_at', 'is', null)
      .returning([sql<Role[]>`roles`.as('roles'), 'warehouse_ids'])
      .executeTakeFirst();
    if (!taken) fail('token_invalid');
    const added = await tx.db
      .insertInto('staff')
      .values({
        business_id: invitation.business_id,
        user_id: userId,
        roles: taken.roles,
        warehouse_ids: taken.warehouse_ids,
        created_at: tx.now(),
      })
      .onConflict((conflict) => conflict.columns(['business_id', 'user_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) fail('already_staff');
    await auditEvent(tx, {
      business: invitation.business_id,
      user: userId,
      event: 'rights.changed',
      entity: String(added.id),
    });
    await markActivated(tx, userId);
    if (actor) await endSessions(tx, actor.userId, 'replaced', { only: actor.sessionId });
    tx.changed(invitation.business_id, 'staff');
    tx.changed(invitation.business_id, 'staffInvitations');
    return beginSession(tx, userId, context.caller, invitation.business_id);
  });
}
