import type {
  stationFailures as failuresPt,
  stations as pt,
  stationSuccesses as successesPt,
} from '../pt/inventory-stations.ts';
import type { Translation } from '../translation.ts';

export const stationFailures: Translation<typeof failuresPt> = {
  'stations.list': 'Could not load the stations!',
  'stations.create': 'Could not enroll the station!',
  'stations.update': 'Could not rename the station!',
  'stations.revoke': 'Could not revoke the station!',
  'stations.unlock': 'Could not unlock the station!',
  'stations.people': 'Could not load the station!',
  'stations.enter': 'Could not enter!',
};

export const stationSuccesses: Translation<typeof successesPt> = {
  'stations.update': 'Station renamed',
  'stations.revoke': 'Station revoked',
  'stations.unlock': 'People can change here again',
};

/** Devices of the floor at which people change by PIN. */
export const stations: Translation<typeof pt> = {
  title: 'Stations',
  hint: 'Devices of the warehouse at which people change by PIN.',
  empty: 'No station yet',
  emptyHint: 'Open Easy on the device of the bench, sign in with a password and enroll it here.',
  enrol: 'Enroll this device',
  enrolTitle: 'This device becomes a station',
  enrolText: 'Once enrolled, your session on this device ends, and it opens only by PIN or password.',
  name: 'Name of the station',
  warehouse: 'Warehouse',
  enrolled: 'Enrolled by {{name}} on',
  lastUse: 'Last used by {{name}},',
  neverUsed: 'Not used yet',
  wrongPins_one: '{{count}} wrong PIN',
  wrongPins_other: '{{count}} wrong PINs',
  state: { active: 'Active', locked: 'Locked', revoked: 'Revoked' },
  rename: 'Rename',
  renameTitle: 'Rename the station',
  unlock: 'Unlock',
  notLocked: 'No wrong PIN',
  revoke: 'Revoke',
  revokeSure: 'Revoke the station {{name}}?',
  revokeText: 'Whoever is at it leaves at once, and the device opens by PIN no more.',
  save: 'Save',
};
