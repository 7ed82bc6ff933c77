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
  'stations.enter': 'Could not sign in!',
};

export const stationSuccesses: Translation<typeof successesPt> = {
  'stations.update': 'Station renamed',
  'stations.revoke': 'Station revoked',
  'stations.unlock': 'Station unlocked',
};

/** Devices of the floor at which people change by PIN. */
export const stations: Translation<typeof pt> = {
  title: 'Stations',
  hint: 'Warehouse devices where people sign in with a PIN.',
  empty: 'No stations yet',
  emptyHint: 'Open Easy on the bench device, sign in with your password and enroll the device here.',
  enrol: 'Enroll this device',
  enrolTitle: 'Use this device as a station',
  enrolText:
    'Once enrolled, your session on this device ends, and signing in to it takes a PIN or a password.',
  name: 'Station name',
  warehouse: 'Warehouse',
  enrolled: 'Enrolled by {{name}} on',
  lastUse: 'Last used by {{name}},',
  neverUsed: 'Not used yet',
  wrongPins_one: '{{count}} wrong PIN',
  wrongPins_other: '{{count}} wrong PINs',
  state: { active: 'Active', locked: 'Locked', revoked: 'Revoked' },
  rename: 'Rename',
  renameTitle: 'Rename station',
  unlock: 'Unlock',
  notLocked: 'No wrong PINs',
  revoke: 'Revoke',
  revokeSure: 'Revoke station {{name}}?',
  revokeText: 'Anyone using it is signed out immediately, and the device no longer accepts PINs.',
  save: 'Save',
};
