import { sql } from 'kysely';
import type { Device, Profile, StolenSession } from '#contract/account/user.ts';
import { addMinutes } from '#contract/dates.ts';
import type { Locale } from '#contract/messages/index.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import { endSessions } from './sign-in/session.queries.ts';
import { reusedReason } from './sign-in/session.ts';

export async function readProfile(tx: Tx, actor: Actor): Promise<Profile> {
  const row = await tx.db
    .selectFrom('users')
    .leftJoin('pins', 'pins.user_id', 'users.id')
    .select(['id', 'name', 'email', 'locale', 'hands_free', 'created_at', 'version', 'pins.set_at'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const { created_at, locale, hands_free, set_at, ...rest } = row;
  return {
    ...rest,
    locale: locale === 'en' ? 'en' : 'pt',
    handsFree: hands_free,
    pinSetAt: set_at?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
  };
}

export async function updateProfile(
  tx: Tx,
  actor: Actor,
  { handsFree, ...change }: { name?: string; locale?: Locale; handsFree?: boolean },
  version: number | undefined,
): Promise<Profile> {
  let query = tx.db
    .updateTable('users')
    .set({ ...change, ...(handsFree !== undefined && { hands_free: handsFree }), version: sql`version + 1` })
    .where('id', '=', actor.userId);
  if (version !== undefined) query = query.where('version', '=', version);
  const { numUpdatedRows } = await query.executeTakeFirst();
  const profile = await readProfile(tx, actor);
  if (numUpdatedRows === 0n) fail('stale_version', { facts: { version: profile.version } });
  return profile;
}

export async function listDevices(
  tx: Tx,
  actor: Actor,
): Promise<{ items: Device[]; stolen: StolenSession[] }> {
  const rows = await tx.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'rotated_at', 'expires_at'])
    .where('user_id', '=', actor.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', tx.now())
    .where('stage', '=', 'full')
    .orderBy(sql`coalesce(rotated_at, created_at)`, 'desc')
    .limit(100)
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      current: row.id === actor.sessionId,
      userAgent: row.user_agent ?? '',
      createdAt: row.created_at.toISOString(),
      lastUsedAt: (row.rotated_at ?? row.created_at).toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
    stolen: await listStolen(tx, actor),
  };
}

const stolenShownDays = 30;

async function listStolen(tx: Tx, actor: Actor): Promise<StolenSession[]> {
  const rows = await tx.db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'revoked_at'])
    .where('user_id', '=', actor.userId)
    .where('revoked_reason', '=', reusedReason)
    .where('revoked_at', '>', addMinutes(tx.now(), -stolenShownDays * 24 * 60))
    .orderBy('revoked_at', 'desc')
    .limit(10)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent ?? '',
    endedAt: (row.revoked_at ?? tx.now()).toISOString(),
  }));
}

export async function endDevice(tx: Tx, actor: Actor, id: number): Promise<void> {
  if ((await endSessions(tx, actor.userId, 'ended by its user', { only: id })) === 0) fail('not_found');
}

export async function endOtherDevices(tx: Tx, actor: Actor): Promise<{ ended: number }> {
  return { ended: await endSessions(tx, actor.userId, 'ended by its user', { except: actor.sessionId }) };
}
