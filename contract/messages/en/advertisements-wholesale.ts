import type {
  wholesale as pt,
  wholesaleFailures as ptFailures,
  wholesaleSuccesses as ptSuccesses,
} from '../pt/advertisements-wholesale.ts';
import type { Translation } from '../translation.ts';

/** Lower prices of larger purchases. */
export const wholesale: Translation<typeof pt> = {
  title: 'Wholesale',
  none: 'No wholesale prices',
  add: 'Set wholesale prices',
  change: 'Change wholesale prices',
  loading: 'Loading prices…',
  dialog: 'Wholesale prices of {{name}}',
  buyers: {
    everyone: 'Buyers who take more units in one purchase pay less for each.',
    companies: 'Companies that buy with a CNPJ and take more units in one purchase pay less for each.',
  },
  price: 'The ad costs {{price}}; each band costs less than the one before.',
  least: 'The marketplace accepts {{price}} or more.',
  inPromotion: 'A promotion is running: the marketplace may not apply wholesale prices until it ends.',
  band: 'Band {{n}}',
  from: 'From',
  units: 'units',
  unitPrice: 'Price per unit',
  margin: 'Margin',
  marginHint: 'Each margin counts the shipping of one unit; in larger purchases it is usually less.',
  addBand: 'Add band',
  removeBand: 'Remove band {{n}}',
  most: '{{limit}} bands at most.',
  empty: 'No bands: everyone pays the price of the ad.',
  row: 'From {{number}} units: {{price}}',
  onlyOnce: 'Available once the ad is at the marketplace.',
  onePrice: 'Available when all variations have the same price.',
  submit: 'Save prices',
  mustStayAbove: 'This ad has wholesale prices: its price must stay above {{price}}.',
  belowFloor: 'below the floor',
};

export const wholesaleFailures: Translation<typeof ptFailures> = {
  'publications.updateWholesale': 'Could not save the wholesale prices!',
};

export const wholesaleSuccesses: Translation<typeof ptSuccesses> = {
  'publications.updateWholesale': 'Wholesale prices saved',
};
