import { sql } from 'kysely';
import { type ApiKey, keyPrefix, type keyStates, maxKeyDays } from '#contract/business/api-key.ts';
import { addDays, type Day, dayOf, startOfDay } from '#contract/dates.ts';
import type { BusinessType, Role } from '#contract/permissions.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField, refusePast } from '#server/fault.ts';
import { type Actor, hashToken, newToken } from '#server/http/session.ts';

/** This many characters distinguish keys, and the rest cannot be guessed from them. */
const hintLength = keyPrefix.length + 4;

export async function listKeys(tx: Tx): Promise<{ items: ApiKey[] }> {
  const state = sql<(typeof keyStates)[number]>`case when k.revoked_at is not null then 'revoked'
    when k.seen_expired or k.expires_at <= ${tx.now()} then 'expired'
    when not coalesce('owner' = any (m.roles), false) then 'orphaned' else 'active' end`;
  const rows = await tx.db
    .selectFrom('api_keys as k')
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('staff as m', (join) =>
      join.onRef('m.business_id', '=', 'k.business_id').onRef('m.user_id', '=', 'k.created_by'),
    )
    .selectAll('k')
    .select(['u.name as maker', state.as('state')])
    .orderBy(sql`${state} <> 'active'`)
    .orderBy('k.id', 'desc')
    .limit(200)
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role as Role,
      state: row.state,
      hint: row.hint,
      createdBy: { id: row.created_by, name: row.maker ?? `#${row.created_by}` },
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      lastAddress: row.last_address,
    })),
  };
}

/** Stored as a hash; only this answer contains the key. */
export async function createKey(
  tx: Tx,
  actor: Actor,
  { name, role, expiresOn }: { name: string; role: Role; expiresOn: Day },
): Promise<{ id: number; token: string }> {
  const today = dayOf(tx.now());
  refusePast('expiresOn', expiresOn, tx.now());
  if (expiresOn > addDays(today, maxKeyDays)) invalidField('expiresOn', 'date_invalid');
  const token = `${keyPrefix}${newToken()}`;
  try {
    const { id } = await tx.db
      .insertInto('api_keys')
      .values({
        business_id: actor.businessId,
        name,
        role,
        token_hash: hashToken(token),
        hint: token.slice(0, hintLength),
        created_by: actor.userId,
        created_at: tx.now(),
        expires_at: startOfDay(addDays(expiresOn, 1)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    tx.noteChange('name', null, name);
    tx.noteChange('roles', null, [role]);
    return { id, token };
  } catch (error) {
    if (violatedConstraint(error) === 'api_keys_name') fail('key_exists', { cause: error });
    throw error;
  }
}

export async function revokeKey(tx: Tx, id: number): Promise<void> {
  const key = await tx.db
    .selectFrom('api_keys')
    .select('revoked_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!key) fail('not_found');
  if (key.revoked_at) fail('state_conflict');
  await tx.db.updateTable('api_keys').set({ revoked_at: tx.now() }).where('id', '=', id).execute();
}

/** The permissions of a key at this moment; an ended one has no role. */
export async function rolesOfKey(tx: Tx, id: number): Promise<Role[]> {
  const rows = await tx.db
    .selectFrom('api_keys as k')
    .innerJoin('staff as m', (join) =>
      join.onRef('m.business_id', '=', 'k.business_id').onRef('m.user_id', '=', 'k.created_by'),
    )
    .select('k.role')
    .where('k.id', '=', id)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', tx.now())
    .where('k.seen_expired', '=', false)
    .where(sql<boolean>`'owner' = any (m.roles)`)
    .execute();
  return rows.map(({ role }) => role as Role);
}

/** The key that is used right now. */
export async function readCurrentKey(tx: Tx, { keyId }: Actor) {
  if (keyId === null) fail('not_found');
  const row = await tx.db
    .selectFrom('api_keys as k')
    .innerJoin('businesses as b', 'b.id', 'k.business_id')
    .select([
      'k.id',
      'k.name',
      'k.role',
      'k.expires_at',
      'b.id as business_id',
      'b.name as business',
      'b.type',
    ])
    .where('k.id', '=', keyId)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    name: row.name,
    role: row.role as Role,
    expiresAt: row.expires_at.toISOString(),
    business: { id: row.business_id, name: row.business, type: row.type as BusinessType },
  };
}
