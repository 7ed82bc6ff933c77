import { sql } from 'kysely';
import { maxWrongPins, type StationDoor } from '#contract/inventory/station.ts';
import type { Role } from '#contract/permissions.ts';
import { keepPlace } from '#server/account/password.ts';
import { isPinRight } from '#server/account/pin.ts';
import type { Caller } from '#server/account/sign-in/device.ts';
import { endSessions } from '#server/account/sign-in/session.queries.ts';
import { beginStationSession, type OpenedSession } from '#server/account/sign-in/session.ts';
import { setScope, type Transact, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import { auditEvent } from '#server/http/audit.ts';
import { type Actor, hashToken, reachOf } from '#server/http/session.ts';

type Found = { id: number; businessId: number };
type Pin = { userId: number; pinHash: string };

/** The station of a browser's token; sets the scope of the transaction to its business. */
async function openStation(tx: Tx, token: string | undefined): Promise<Found | null> {
  if (token === undefined) return null;
  const { rows } = await sql<{ id: number; business_id: number; revoked: boolean }>`
    select * from find_station(${hashToken(token)})`.execute(tx.db);
  const [found] = rows;
  if (!found || found.revoked) return null;
  await setScope(tx, { businessId: found.business_id });
  return { id: found.id, businessId: found.business_id };
}

function readStation(tx: Tx, id: number) {
  return tx.db
    .selectFrom('stations as t')
    .innerJoin('warehouses as w', 'w.id', 't.warehouse_id')
    .select(['t.name', 't.enrolled_by', 't.warehouse_id', 'w.name as warehouse'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
}

async function countFailures(tx: Tx, stationId: number): Promise<number> {
  const { failures } = await tx.db
    .selectFrom('station_failures')
    .select(({ fn }) => fn.countAll<number>().as('failures'))
    .where('station_id', '=', stationId)
    .executeTakeFirstOrThrow();
  return failures;
}

/** People of the business with a PIN and access to the warehouse. */
async function findPins(tx: Tx, token: string, warehouseId: number): Promise<(Pin & { name: string })[]> {
  const { rows } = await sql<Pin & { name: string; roles: Role[]; warehouseIds: number[] | null }>`
    select p.user_id as "userId", p.pin_hash as "pinHash", u.name, m.roles, m.warehouse_ids as "warehouseIds"
    from station_pins(${hashToken(token)}) p join users u on u.id = p.user_id
      join staff m on m.user_id = p.user_id and m.business_id = app_business()
    order by u.name, u.id`.execute(tx.db);
  return rows.filter(({ roles, warehouseIds }) => {
    const reach = reachOf(roles, warehouseIds);
    return reach === null || reach.includes(warehouseId);
  });
}

export async function readDoor(tx: Tx, token: string | undefined): Promise<StationDoor | null> {
  const station = await openStation(tx, token);
  if (!station) return null;
  const { id } = station;
  const { name, warehouse, warehouse_id } = await readStation(tx, id);
  const people = await findPins(tx, token ?? '', warehouse_id);
  return {
    name,
    warehouse,
    locked: (await countFailures(tx, id)) >= maxWrongPins,
    people: people.map((person) => ({ id: person.userId, name: person.name })),
  };
}

/**
 * Books a wrong PIN before it is checked, so that concurrent attempts cannot exceed the limit. The lock does not end by
 * itself: a supervisor of the station removes it.
 */
async function bookPin(tx: Tx, token: string | undefined, userId: number) {
  const station = (await openStation(tx, token)) ?? fail('station_unknown');
  await tx.db.selectFrom('stations').select('id').where('id', '=', station.id).forUpdate().execute();
  if ((await countFailures(tx, station.id)) >= maxWrongPins)
    fail('station_locked', { security: { event: 'station.locked' } });
  const { enrolled_by, warehouse_id } = await readStation(tx, station.id);
  const people = await findPins(tx, token ?? '', warehouse_id);
  const person = people.find((one) => one.userId === userId);
  await tx.db
    .insertInto('station_failures')
    .values({ business_id: station.businessId, station_id: station.id, user_id: userId, at: tx.now() })
    .execute();
  // A person who does not work here is not named in the audit trail of this business.
  return { station, pinHash: person?.pinHash ?? null, auditedAs: person?.userId ?? enrolled_by };
}

/** Wrong PINs lock the station and never the person, who may use another one or a password. */
export function enterByPin(
  transact: Transact,
  token: string | undefined,
  given: { person: number; pin: string },
  caller: Caller,
  before: Actor | null,
): Promise<OpenedSession> {
  const { person: userId, pin } = given;
  return keepPlace(async () => {
    const { sealer, booked } = await transact(async (tx) => ({
      sealer: tx.sealer,
      booked: await bookPin(tx, token, userId),
    }));
    const { station, pinHash, auditedAs } = booked;
    if (!(await isPinRight({ sealer }, pinHash, pin))) {
      await transact((tx) => auditRefusal(tx, station, auditedAs, caller.address));
      fail('pin_wrong', { security: { event: 'pin.refused', userId: auditedAs } });
    }
    return transact(async (tx) => {
      if (before) {
        await setScope(tx, before);
        await endSessions(tx, before.userId, 'changed at a station', { only: before.sessionId });
      }
      await setScope(tx, { userId, businessId: station.businessId });
      await tx.db
        .deleteFrom('station_failures')
        .where('station_id', '=', station.id)
        .where('user_id', '=', userId)
        .execute();
      await tx.db
        .updateTable('stations')
        .set({ last_used_at: tx.now(), last_user_id: userId })
        .where('id', '=', station.id)
        .execute();
      return beginStationSession(tx, userId, caller, station);
    });
  });
}

async function auditRefusal(tx: Tx, station: Found, user: number, address: string): Promise<void> {
  await setScope(tx, { businessId: station.businessId });
  const noted = { business: station.businessId, user, entity: String(station.id), address };
  await auditEvent(tx, { ...noted, event: 'pin.refused' });
  if ((await countFailures(tx, station.id)) < maxWrongPins) return;
  await auditEvent(tx, { ...noted, event: 'station.locked' });
  tx.changed(station.businessId, 'stations');
}
