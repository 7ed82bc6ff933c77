import type { pin as pinPt, station as stationPt } from '../pt/account-station.ts';
import type { Translation } from '../translation.ts';

/** Sign-in at a station, by PIN. */
export const station: Translation<typeof stationPt> = {
  one: 'Station',
  title: 'Who are you?',
  where: '{{name}} · {{warehouse}}',
  nobody: 'Nobody with a PIN can use this station yet. Create yours in My account, under Security.',
  search: 'Find name',
  pinOf: 'PIN for {{name}}',
  typed_one: '{{count}} digit typed',
  typed_other: '{{count}} digits typed',
  digit: 'Digit {{digit}}',
  erase: 'Erase',
  enter: 'Sign in',
  other: 'Someone else',
  lockedTitle: 'Changing person is blocked',
  lockedText:
    '{{count}} wrong PINs were entered at this station. An owner, administrator or stockist can unlock it in Stations, or sign in here with a password.',
  noneTitle: 'This device is not a station',
  noneText:
    'To use it with a PIN, an owner, administrator or stockist has to sign in here with a password and enroll the device in Stations.',
  revokedTitle: 'This station was revoked',
  revokedText:
    'This device no longer accepts PINs. Sign in with a password, or ask for it to be enrolled again.',
  password: 'Sign in with password',
  back: 'Back to station',
  change: 'Change person',
  idleTitle: 'The station is paused',
  idleText: 'What was open is still here. Type the PIN to continue.',
  again: 'Try again',
  unread: 'Could not load the station!',
};

export const pin: Translation<typeof pinPt> = {
  title: 'PIN for stations',
  hint: 'For signing in to warehouse devices. It gives access to warehouse screens only.',
  none: 'You do not have a PIN yet.',
  since: 'In use since',
  choose: 'Create PIN',
  change: 'Change PIN',
  remove: 'Remove PIN',
  removeSure: 'Remove your PIN?',
  removeText:
    'You will no longer be able to sign in to stations, and you are signed out of those you are using.',
  field: 'New PIN (4 to 6 digits)',
  save: 'Save PIN',
};
