import type {
  marginFailures as ptFailures,
  margin as ptMargin,
  marginSuccesses as ptSuccesses,
} from '../pt/advertisements-margin.ts';
import type { Translation } from '../translation.ts';

/** Margin floors, and their automatic changes. */
export const margin: Translation<typeof ptMargin> = {
  title: 'Margin floor',
  hint: 'What changed automatically when cost, fee, shipping, tax or a promotion took a margin below its floor.',
  list: 'Margin changes',
  search: 'Search by ad, variation or SKU',
  empty: 'No margin changes',
  emptyHint: 'Set a floor on an account or a listing: anything that falls below it appears here.',
  accounts: 'Open accounts',
  changed: 'When',
  publication: 'Ad',
  account: 'Account',
  cause: 'Cause',
  outcome: 'Action',
  floorAt: 'Floor',
  undo: 'Undo',
  accept: 'Accept margin',
  acceptUntil: 'Accept until it ends',
  acceptUntilSure: 'Accept the margin of {{name}} until the promotion ends?',
  acceptUntilHint: 'The promotion goes on. When it ends or changes, the floor applies again.',
  leave: 'Leave the promotion',
  leaveElsewhere: 'This promotion can only be left on the marketplace’s site.',
  undoSure: 'Undo for {{name}}?',
  undoPrice:
    'The price goes back to {{price}}, with the resulting margin. If the cost rises further, the floor applies again.',
  undoHold:
    'The stock is shown again at the current margin. If the cost rises further, the floor applies again.',
  undone: 'Undone on {{at}}',
  over: 'No longer in effect',
  causes: {
    cost: 'Cost',
    fee: 'Fee',
    freight: 'Shipping',
    tax: 'Tax',
    size: 'New measurements',
    floor: 'Floor set',
    promotion: 'Promotion',
    wholesale: 'Wholesale price',
  },
  outcomes: {
    repriced: 'New price',
    held: 'Stock set to 0',
    warned: 'Warning',
    released: 'Back on sale',
  },
  terms: {
    what: 'What changed',
    price: 'Price',
    cost: 'Cost',
    fee: 'Fee',
    freight: 'Shipping',
    taxBasisPoints: 'Tax',
    margin: 'Margin',
  },
  fromTo: '{{term}}: from {{before}} to {{after}}',
  states: {
    warned: 'Margin below its floor',
    held: 'Stock set to 0: margin below its floor',
  },
  floor: {
    set: 'Margin floor',
    none: 'No margin floor',
    of: 'Floor {{margin}}: {{action}}',
    ofAccount: 'Account floor, {{margin}}: {{action}}',
    accountTitle: 'Margin floor for {{name}}',
    accountHint:
      'Applies to this account’s listings that have no floor of their own. Margin is what is left of the price after cost, fee, shipping and tax.',
    publicationTitle: 'Margin floor for {{name}}',
    publicationHint:
      'Margin is what is left of the price after cost, fee, shipping and tax. Without its own floor, the account floor applies.',
    margin: 'Minimum margin',
    action: 'Below the floor',
    off: 'Do nothing',
    asAccount: 'Use the account floor',
    submit: 'Save floor',
  },
  actions: {
    reprice: 'raise the price',
    hold: 'set stock to 0',
    warn: 'only warn',
  },
};

export const marginFailures: Translation<typeof ptFailures> = {
  'marginChanges.list': 'Could not load the margin changes!',
  'marginChanges.undo': 'Could not undo!',
  'publications.updateFloor': 'Could not save the floor!',
};

export const marginSuccesses: Translation<typeof ptSuccesses> = {
  'marginChanges.undo': 'Undone',
  'publications.updateFloor': 'Floor saved',
};
