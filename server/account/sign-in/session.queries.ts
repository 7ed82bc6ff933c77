import { sql } from 'kysely';
import type { BusinessType } from '#contract/permissions.ts';
import type { Tx } from '#server/db/transaction.ts';

export type KnownUser = {
  id: number;
  name: string;
  password_hash: string;
  activated_at: Date | null;
  locale: 'pt' | 'en';
};

export type Membership = { id: number; name: string; type: BusinessType; two_step_from: Date | null };

/** By the one look-up that may cross tenants; null: unknown. */
export async function findUserByEmail(tx: Tx, email: string): Promise<KnownUser | null> {
  const { rows } = await sql<KnownUser>`select * from find_user_by_email(${email})`.execute(tx.db);
  return rows[0] ?? null;
}

export async function findSessionFamily(
  tx: Tx,
  family: Buffer,
): Promise<{ id: number; user_id: number } | null> {
  const { rows } = await sql<{
    id: number;
    user_id: number;
  }>`select * from find_session_family(${family})`.execute(tx.db);
  return rows[0] ?? null;
}

/** The business of a new session: the last one used, otherwise the one joined first. */
export async function chooseBusiness(tx: Tx, userId: number): Promise<number | null> {
  const row = await tx.db
    .selectFrom('staff as m')
    .leftJoin('sessions as s', (join) =>
      join.onRef('s.business_id', '=', 'm.business_id').onRef('s.user_id', '=', 'm.user_id'),
    )
    .select('m.business_id')
    .where('m.user_id', '=', userId)
    .groupBy(['m.business_id', 'm.id'])
    .orderBy(sql`max(s.id)`, (order) => order.desc().nullsLast())
    .orderBy('m.id')
    .executeTakeFirst();
  return row?.business_id ?? null;
}

export function isMember(tx: Tx, userId: number, businessId: number) {
  return tx.db
    .selectFrom('staff')
    .select('id')
    .where('user_id', '=', userId)
    .where('business_id', '=', businessId)
    .executeTakeFirst();
}

export async function listMemberships(tx: Tx): Promise<Membership[]> {
  const { rows } = await sql<Membership>`select * from list_my_businesses()`.execute(tx.db);
  return rows;
}

/** Ends sessions of the person of this transaction; their open streams have to authenticate again. */
export async function endSessions(
  tx: Tx,
  userId: number,
  reason: string,
  which: { only?: number; except?: number; atStations?: true } = {},
): Promise<number> {
  let query = tx.db
    .updateTable('sessions')
    .set({ revoked_at: tx.now(), revoked_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null);
  if (which.only !== undefined) query = query.where('id', '=', which.only);
  if (which.except !== undefined) query = query.where('id', '<>', which.except);
  if (which.atStations) query = query.where('station_id', 'is not', null);
  const ended = Number((await query.executeTakeFirst()).numUpdatedRows);
  if (ended > 0) for (const { id } of await listMemberships(tx)) tx.changed(id, 'user');
  return ended;
}
