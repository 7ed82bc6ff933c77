import { z } from 'zod';
import { knownPin } from '../account/pin.ts';
import { perAddress } from '../account/signed-in.ts';
import { endpoint, entity } from '../endpoint.ts';
import { count, id, idParams, instant, oneLine, reference, version } from '../primitives.ts';

/** Wrong PINs at one station after which nobody can sign in there until it is unlocked. */
export const maxWrongPins = 10;

const stationName = oneLine(40, 1);

const station = z
  .object({
    id,
    name: z.string(),
    warehouse: reference,
    enrolledBy: reference,
    enrolledAt: instant,
    lastUsedAt: instant.nullable(),
    lastUser: reference.nullable(),
    revokedAt: instant.nullable(),
    wrongPins: count,
    locked: z.boolean(),
    version,
  })
  .meta({ id: 'Station' });

const door = z.object({
  name: z.string(),
  warehouse: z.string(),
  locked: z.boolean(),
  people: z.array(reference),
});

/** Devices of the floor at which people change by PIN. */
export const stations = entity('stations', {
  list: endpoint({
    method: 'GET',
    path: '/stations',
    permission: 'stations.read',
    summary: 'Stations of the warehouses in reach, revoked ones last',
    response: z.object({ items: z.array(station) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/stations',
    permission: 'stations.manage',
    summary: 'Enroll this browser as a station and end the own session in it',
    body: z.strictObject({ name: stationName, warehouseId: id }),
    response: z.object({ id }),
    errors: ['station_exists'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/stations/:id',
    permission: 'stations.manage',
    summary: 'Rename a station',
    params: idParams,
    body: z.strictObject({ name: stationName }),
    errors: ['stale_version', 'station_exists'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/stations/:id',
    permission: 'stations.manage',
    summary: 'Revoke a station; it is refused from that moment on',
    params: idParams,
    errors: ['state_conflict'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/stations/:id/unlock',
    permission: 'stations.manage',
    summary: 'Unlock a station after too many wrong PINs',
    params: idParams,
  }),
  people: endpoint({
    method: 'GET',
    path: '/stations/people',
    permission: 'public',
    summary: 'The station of this browser, by its cookie, and the people who can sign in there by PIN',
    /** Null: none, or none any more. */
    response: z.object({ door: door.nullable() }),
    limit: perAddress(240),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/stations/enter',
    permission: 'public',
    summary: 'Sign a person in by PIN, for the acts of the floor in the station’s warehouse',
    body: z.strictObject({ person: id, pin: knownPin }),
    errors: ['station_unknown', 'station_locked', 'pin_wrong'],
    limit: perAddress(120),
  }),
});
export type Station = z.output<typeof station>;
export type StationDoor = z.output<typeof door>;
