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
    summary: 'Stations of the warehouses one reaches, revoked ones last',
    response: z.object({ items: z.array(station) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/stations',
    permission: 'stations.manage',
    summary: 'Make this browser a station: it keeps the token of it, and the own session in it ends',
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
    summary: 'Revoke a station: nobody acts at it any more, from this moment on',
    params: idParams,
    errors: ['state_conflict'],
  }),
  unlock: endpoint({
    method: 'POST',
    path: '/stations/:id/unlock',
    permission: 'stations.manage',
    summary: 'Let people change at a station again after too many wrong PINs',
    params: idParams,
  }),
  people: endpoint({
    method: 'GET',
    path: '/stations/people',
    permission: 'public',
    summary: 'What station this browser is, and who may come to it by PIN; by the token in its cookie',
    /** Null: none, or none any more. */
    response: z.object({ door: door.nullable() }),
    limit: perAddress(240),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/stations/enter',
    permission: 'public',
    summary: 'Change to a person by PIN: opens the acts of the floor, for this station’s warehouse',
    body: z.strictObject({ person: id, pin: knownPin }),
    errors: ['station_unknown', 'station_locked', 'pin_wrong'],
    limit: perAddress(120),
  }),
});
export type Station = z.output<typeof station>;
export type StationDoor = z.output<typeof door>;
