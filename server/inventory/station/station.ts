import { sql } from 'kysely';
import { maxWrongPins, type Station } from '#contract/inventory/station.ts';
import { endSessions } from '#server/account/sign-in/session.queries.ts';
import { type Tx, violatedConstraint } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import { type Actor, hashToken, newToken } from '#server/http/session.ts';
import { findReached, withinWarehouses } from '#server/inventory/warehouse/scope.ts';

const person = (id: number, name: string | null) => ({ id, name: name ?? `#${id}` });

export async function listStations(tx: Tx, actor: Actor): Promise<{ items: Station[] }> {
  const rows = await tx.db
    .selectFrom('stations as t')
    .innerJoin('warehouses as w', 'w.id', 't.warehouse_id')
    .leftJoin('users as e', 'e.id', 't.enrolled_by')
    .leftJoin('users as l', 'l.id', 't.last_user_id')
    .selectAll('t')
    .select(['w.name as warehouse', 'e.name as enroller', 'l.name as last_user'])
    .select(
      sql<number>`(select count(*)::int from station_failures f where f.station_id = t.id)`.as('failures'),
    )
    .where(withinWarehouses(actor, sql`t.warehouse_id`))
    .orderBy(sql`t.revoked_at is not null`)
    .orderBy('t.name')
    .orderBy('t.id')
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      name: row.name,
      warehouse: { id: row.warehouse_id, name: row.warehouse },
      enrolledBy: person(row.enrolled_by, row.enroller),
      enrolledAt: row.enrolled_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      lastUser: row.last_user_id === null ? null : person(row.last_user_id, row.last_user),
      revokedAt: row.revoked_at?.toISOString() ?? null,
      wrongPins: row.failures,
      locked: row.failures >= maxWrongPins,
      version: row.version,
    })),
  };
}

/** The browser stores the token; the person who enrolled it is signed out there, so that only PINs are left. */
export async function enrolStation(
  tx: Tx,
  actor: Actor,
  { name, warehouseId }: { name: string; warehouseId: number },
): Promise<{ id: number; token: string }> {
  if (!(await findReached(tx, actor, warehouseId))) invalidField('warehouseId', 'not_found');
  const token = newToken();
  const { id } = await namedOnce(() =>
    tx.db
      .insertInto('stations')
      .values({
        business_id: actor.businessId,
        warehouse_id: warehouseId,
        name,
        token_hash: hashToken(token),
        enrolled_by: actor.userId,
        enrolled_at: tx.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await endSessions(tx, actor.userId, 'became a station', { only: actor.sessionId });
  return { id, token };
}

export async function renameStation(
  tx: Tx,
  actor: Actor,
  id: number,
  name: string,
  version: number | undefined,
): Promise<void> {
  const station = await lockStation(tx, actor, id);
  if (version !== undefined && version !== station.version)
    fail('stale_version', { facts: { version: station.version } });
  await namedOnce(() =>
    tx.db
      .updateTable('stations')
      .set({ name, version: station.version + 1 })
      .where('id', '=', id)
      .execute(),
  );
}

/** Revokes the token and ends every session at the station. */
export async function revokeStation(tx: Tx, actor: Actor, id: number): Promise<void> {
  const station = await lockStation(tx, actor, id);
  if (station.revoked_at) fail('state_conflict');
  await tx.db
    .updateTable('stations')
    .set({ revoked_at: tx.now(), version: station.version + 1 })
    .where('id', '=', id)
    .execute();
}

export async function unlockStation(tx: Tx, actor: Actor, id: number): Promise<void> {
  await lockStation(tx, actor, id);
  await tx.db.deleteFrom('station_failures').where('station_id', '=', id).execute();
}

async function lockStation(tx: Tx, actor: Actor, id: number) {
  const station = await tx.db
    .selectFrom('stations')
    .select(['version', 'revoked_at'])
    .where('id', '=', id)
    .where(withinWarehouses(actor, sql`warehouse_id`))
    .forUpdate()
    .executeTakeFirst();
  return station ?? fail('not_found');
}

async function namedOnce<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'stations_name') fail('station_exists', { cause: error });
    throw error;
  }
}
