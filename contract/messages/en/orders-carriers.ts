import type {
  carriers as source,
  carriersFailures as sourceFailures,
  carriersSuccesses as sourceSuccesses,
} from '../pt/orders-carriers.ts';
import type { Translation } from '../translation.ts';

export const carriers: Translation<typeof source> = {
  title: 'Carriers',
  hint: 'Those that take your parcels outside the marketplaces. When a parcel is sent, its carrier is found by the name that the store gave or by the format of the code, and seller and buyer get the tracking link.',
  add: 'Add carrier',
  addTitle: 'New carrier',
  edit: 'Edit',
  editTitle: 'Edit carrier',
  remove: 'Remove',
  removeAsk: 'Remove {{name}}?',
  removeText: 'Parcels already sent keep its name and link.',
  save: 'Save',
  empty: 'No carriers yet',
  emptyHint: 'Add the first one, so that the tracking link follows with the code.',
  name: 'Name',
  service: 'Service',
  serviceHint: 'E.g. SEDEX, PAC, Express',
  trackingLink: 'Tracking link',
  trackingLinkHint: 'With {codigo} in place of the code, e.g. https://tracking.example.com/{codigo}',
  codeFormat: 'Format of the code',
  codeFormatHint: 'A: letter, 0: digit, *: letter or digit. Correios: AA000000000AA. Empty: any code.',
  cutoffs: 'Latest pick-up time',
  cutoffsHint: 'Brasília time. Empty: no pick-up on that day.',
  weekdays: {
    sunday: 'Sunday',
    monday: 'Monday',
    tuesday: 'Tuesday',
    wednesday: 'Wednesday',
    thursday: 'Thursday',
    friday: 'Friday',
    saturday: 'Saturday',
  },
  noCutoffs: 'No pick-up times',
  noLink: 'No tracking link',
  anyCode: 'any code',
  today: 'Pick-up today until {{at}}',
  carrier: 'Carrier',
  byRule: 'By the code or the store',
  other: 'Another one, without a link',
  manage: 'Carriers',
  follow: 'Track parcel',
};

export const carriersFailures: Translation<typeof sourceFailures> = {
  'carriers.list': 'Could not load the carriers!',
  'carriers.create': 'Could not add the carrier!',
  'carriers.update': 'Could not save the carrier!',
  'carriers.remove': 'Could not remove the carrier!',
};

export const carriersSuccesses: Translation<typeof sourceSuccesses> = {
  'carriers.create': 'Carrier added',
  'carriers.update': 'Carrier saved',
  'carriers.remove': 'Carrier removed',
};
