import type { pin as pinPt, station as stationPt } from '../pt/account-station.ts';
import type { Translation } from '../translation.ts';

/** Sign-in at a station, by PIN. */
export const station: Translation<typeof stationPt> = {
  one: 'Station',
  title: 'Who are you?',
  where: '{{name}} · {{warehouse}}',
  nobody:
    'Nobody with a PIN may use this station yet. Each person chooses one in My account, under Security.',
  search: 'Find a name',
  pinOf: 'PIN of {{name}}',
  typed_one: '{{count}} digit typed',
  typed_other: '{{count}} digits typed',
  digit: 'Digit {{digit}}',
  erase: 'Erase',
  enter: 'Enter',
  other: 'Somebody else',
  lockedTitle: 'Nobody can change here',
  lockedText:
    'There were {{count}} wrong PINs at this station. An owner, administrator or stockist unlocks it in Stations, or signs in here with a password.',
  noneTitle: 'This device is no station',
  noneText:
    'To use it by PIN, an owner, administrator or stockist signs in here with a password and enrolls it in Stations.',
  revokedTitle: 'This station was revoked',
  revokedText: 'This device opens by PIN no more. Sign in with a password, or have it enrolled again.',
  password: 'Sign in with password',
  back: 'Back to the station',
  change: 'Change person',
  idleTitle: 'The station is paused',
  idleText: 'What was open is still here. Type the PIN to go on.',
  again: 'Try again',
  unread: 'Could not load the station!',
};

export const pin: Translation<typeof pinPt> = {
  title: 'PIN for stations',
  hint: 'To come in at a device of the warehouse. It opens the work of the floor only.',
  none: 'You have no PIN yet.',
  since: 'In use since',
  choose: 'Choose a PIN',
  change: 'Change the PIN',
  remove: 'Remove the PIN',
  removeSure: 'Remove your PIN?',
  removeText: 'You can come to no station any more, and leave those you are at.',
  field: 'New PIN (4 to 6 digits)',
  save: 'Save PIN',
};
