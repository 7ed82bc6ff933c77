import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { api } from '#contract/index.ts';
import type { Locale } from '#contract/messages/index.ts';
import { setScope, type Transact, type Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { aboutAccount } from './account-key.ts';
import { requestLink } from './link-task.ts';
import { consumeMailToken, endMailTokens, peekMailToken } from './mail-token.ts';
import { hashPassword, refuseGuessable } from './password.ts';
import { readPerson } from './person.ts';
import { type Caller, isKnownDevice, rememberDevice } from './sign-in/device.ts';
import { findUserByEmail } from './sign-in/session.queries.ts';
import { beginSession, type OpenedSession } from './sign-in/session.ts';
import { findByPassword } from './sign-in/sign-in.ts';

type Registration = BodyOf<typeof api.auth.registerBusiness>;

async function drawId(tx: Tx, sequence: 'users_id_seq' | 'businesses_id_seq'): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(${sequence}::regclass) as id`.execute(tx.db);
  return rows[0]?.id ?? 0;
}

/** A person, activated by a received mail or not yet; null if the e-mail is taken. */
export async function addUser(
  tx: Tx,
  person: { name: string; email: string; passwordHash: string; locale: Locale; activated: boolean },
): Promise<number | null> {
  const id = await drawId(tx, 'users_id_seq');
  await setScope(tx, { userId: id });
  const added = await tx.db
    .insertInto('users')
    .values({
      id,
      name: person.name,
      email: person.email,
      password_hash: person.passwordHash,
      locale: person.locale,
      activated_at: person.activated ? tx.now() : null,
      created_at: tx.now(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
}

/** A known e-mail changes nothing and gets a mail. The browser becomes the new person's first known one. */
export async function registerBusiness(
  transact: Transact,
  registration: Registration,
  { locale, device }: { locale: Locale; device: string },
): Promise<void> {
  const { name, email, password, businessName, insteadOf } = registration;
  refuseGuessable('password', password, [name, email, businessName, registration.document]);
  const passwordHash = await hashPassword(password);
  await transact(async (tx) => {
    if (insteadOf !== undefined && insteadOf !== email) await endRegistration(tx, insteadOf, device);
    const userId = await addUser(tx, { name, email, passwordHash, locale, activated: false });
    if (userId !== null) {
      await rememberDevice(tx, userId, device);
      await addBusiness(tx, userId, registration);
    }
    requestLink(tx, { purpose: 'registration', email, locale });
  });
}

/** The e-mail was wrong and has been corrected: the link sent to it, requested by this browser, ends. */
async function endRegistration(tx: Tx, email: string, device: string): Promise<void> {
  const former = await findUserByEmail(tx, email);
  if (!(await isKnownDevice(tx, email, device)) || !former || former.activated_at) return;
  await setScope(tx, { userId: former.id });
  await endMailTokens(tx, former.id, 'activation');
}

/** A business with its first owner, whose scope the transaction then has. */
export async function addBusiness(
  tx: Tx,
  userId: number,
  registration: Pick<Registration, 'businessName' | 'businessType' | 'document'>,
): Promise<number> {
  const id = await drawId(tx, 'businesses_id_seq');
  await setScope(tx, { userId, businessId: id });
  const { businessName: name, businessType: type, document } = registration;
  await tx.db.insertInto('businesses').values({ id, name, type, document, created_at: tx.now() }).execute();
  await tx.db
    .insertInto('staff')
    .values({ business_id: id, user_id: userId, roles: ['owner'], created_at: tx.now() })
    .execute();
  return id;
}

/**
 * Two proofs: the link proves the mailbox, and the registration is proved by its password or by the browser that it was
 * made in. A person who registers another person's e-mail does not have the link; the owner of the mailbox, who has
 * neither that password nor that browser, takes the account by resetting the password.
 */
export async function activateAccount(
  transact: Transact,
  { token, password }: { token: string; password?: string | undefined },
  caller: Caller,
): Promise<OpenedSession> {
  const found = await transact(async (tx) => {
    const userId = await peekMailToken(tx, token, 'activation');
    if (userId === null) return null;
    await setScope(tx, { userId });
    const { email } = await readPerson(tx, userId);
    return { email, byLink: await isRegisteredBy(tx, userId, caller.device) };
  });
  if (!found) fail('token_invalid');
  const { email, byLink } = found;
  if (password === undefined && !byLink) invalidField('password', 'required');
  if (password !== undefined && !(await findByPassword(transact, email, password, caller)))
    fail('password_wrong', aboutAccount('password.refused', email));
  return transact(async (tx) => {
    const userId = await consumeMailToken(tx, token, 'activation');
    await markActivated(tx, userId);
    return beginSession(tx, userId, caller);
  });
}

/** The browser in which the person of the transaction's scope registered; false once the account is active. */
export async function isRegisteredBy(tx: Tx, userId: number, device: string | undefined): Promise<boolean> {
  if (device === undefined) return false;
  const { email, activated_at } = await tx.db
    .selectFrom('users')
    .select(['email', 'activated_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return activated_at === null && isKnownDevice(tx, email, device);
}

/** The person of the transaction's scope has proved the mailbox; an active account stays as it is. */
export async function markActivated(tx: Tx, userId: number): Promise<void> {
  await tx.db
    .updateTable('users')
    .set({ activated_at: tx.now() })
    .where('id', '=', userId)
    .where('activated_at', 'is', null)
    .execute();
}
