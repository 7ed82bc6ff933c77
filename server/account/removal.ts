import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { readPerson } from '#server/account/person.ts';
import { setScope, type Tx } from '#server/db/transaction.ts';
import type { FileAnswer } from '#server/http/send-file.ts';
import type { Actor } from '#server/http/session.ts';
import { noteErasure } from './erasures.ts';
import { sendMail } from './mail-task.ts';
import { listPasskeys } from './passkeys/passkey.ts';
import { forgetAttempts } from './sign-in/attempts.ts';
import { listMemberships } from './sign-in/session.queries.ts';
import { removeSecondStep } from './sign-in/two-step.ts';
import { listDevices, readProfile } from './user.ts';

/**
 * Removes a person from everything: businesses without another owner end, the others continue. Their acts stay in
 * histories under a pseudonym. `again`: it was done before the database was restored, and people were notified then.
 */
export async function removePerson(
  tx: Tx,
  { userId, businessId }: Pick<Actor, 'userId' | 'businessId'>,
  { again = false } = {},
): Promise<void> {
  const { name, email, locale, createdAt } = await readPerson(tx, userId);
  const businesses = await listMemberships(tx);
  for (const { id } of businesses) {
    await setScope(tx, { userId, businessId: id });
    await tx.publish('membership.ended', { businessId: id, userId, again });
    await forgetAnswers(tx, userId);
  }
  await setScope(tx, { userId });
  await forgetAnswers(tx, userId);
  await sql`select forget_invitations()`.execute(tx.db);
  await sql`select erase_person()`.execute(tx.db);
  await removeSecondStep(tx, userId);
  for (const table of ['sessions', 'mail_tokens', 'known_devices', 'pins'] as const)
    await tx.db.deleteFrom(table).where('user_id', '=', userId).execute();
  await forgetAttempts(tx, email);
  await tx.db
    .updateTable('users')
    .set({
      name: pseudonym(userId),
      // No address of anybody, and none that could be registered.
      email: `${userId}-${randomBytes(8).toString('hex')}@removed.invalid`,
      password_hash: '-',
      activated_at: null,
      removed_at: tx.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', userId)
    .execute();
  if (!again) {
    noteErasure(tx, { kind: 'person', userId, since: createdAt.toISOString() });
    sendMail(tx, {
      to: email,
      locale: locale === 'en' ? 'en' : 'pt',
      template: 'account.removed',
      values: { name },
    });
  }
  await setScope(tx, { userId, businessId: businessId || null });
}

/** Stored answers may quote the person; the claim of this very act has none yet. */
async function forgetAnswers(tx: Tx, userId: number): Promise<void> {
  await tx.db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('response', 'is not', null)
    .execute();
}

const pseudonym = (userId: number) => `#${userId}`;

/** Everything the product holds of a person as such, as JSON. */
export async function downloadOwnData(tx: Tx, actor: Actor): Promise<FileAnswer> {
  const profile = await readProfile(tx, actor);
  const devices = await listDevices(tx, actor);
  const businesses = await listMemberships(tx);
  const acts: object[] = [];
  for (const { id } of businesses) {
    await setScope(tx, { userId: actor.userId, businessId: id });
    const entries = await tx.db
      .selectFrom('audit_entries')
      .select(['endpoint', 'entity_id', 'address', 'at'])
      .where('business_id', '=', id)
      .where('user_id', '=', actor.userId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(10_000)
      .execute();
    acts.push(
      ...entries.map(({ endpoint, entity_id, address, at }) => ({
        business: id,
        act: endpoint,
        on: entity_id,
        from: address,
        at,
      })),
    );
  }
  const data = {
    profile,
    businesses: businesses.map(({ id, name, type }) => ({ id, name, type })),
    devices: devices.items,
    passkeys: (await listPasskeys(tx, actor)).items,
    acts,
  };
  return {
    bytes: Buffer.from(JSON.stringify(data, null, 2)),
    contentType: 'application/json',
    name: 'easy.json',
  };
}
