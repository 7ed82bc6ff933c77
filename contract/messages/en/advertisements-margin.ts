import type {
  marginFailures as ptFailures,
  margin as ptMargin,
  marginSuccesses as ptSuccesses,
} from '../pt/advertisements-margin.ts';
import type { Translation } from '../translation.ts';

/** Margin floors, and their automatic changes. */
export const margin: Translation<typeof ptMargin> = {
  title: 'Margin floor',
  hint: 'What changed by itself when cost, fee or freight took a margin below its floor.',
  list: 'Changes by margin',
  search: 'Search by ad, variation or SKU',
  empty: 'Nothing has changed because of a margin',
  emptyHint: 'Set a floor on the account or on a publication: what falls below it shows here.',
  accounts: 'Open accounts',
  changed: 'When',
  publication: 'Ad',
  account: 'Account',
  cause: 'Why',
  outcome: 'What was done',
  floorAt: 'Floor',
  undo: 'Undo',
  accept: 'Accept margin',
  undoSure: 'Undo on {{name}}?',
  undoPrice:
    'The price goes back to {{price}} and its margin is accepted. If the cost rises further, the floor acts again.',
  undoHold: 'The stock is shown again at today’s margin. If the cost rises further, the floor acts again.',
  undone: 'Undone {{at}}',
  over: 'No longer stands',
  causes: { cost: 'Cost', fee: 'Fee', freight: 'Freight', size: 'Measured anew', floor: 'Floor set' },
  outcomes: {
    repriced: 'New price',
    held: 'Stock 0',
    warned: 'Warning',
    released: 'Back on sale',
  },
  terms: {
    what: 'What changed',
    price: 'Price',
    cost: 'Cost',
    fee: 'Fee',
    freight: 'Freight',
    margin: 'Margin',
  },
  fromTo: '{{term}}: from {{before}} to {{after}}',
  states: {
    warned: 'Margin below its floor',
    held: 'Stock 0: margin below its floor',
  },
  floor: {
    set: 'Margin floor',
    none: 'No margin floor',
    of: 'Floor {{margin}}: {{action}}',
    ofAccount: 'Floor of the account, {{margin}}: {{action}}',
    accountTitle: 'Margin floor of {{name}}',
    accountHint:
      'Holds for publications of this account that have no floor of their own. Margin is what is left of the price after cost, fee and freight.',
    publicationTitle: 'Margin floor of {{name}}',
    publicationHint:
      'Margin is what is left of the price after cost, fee and freight. Without a floor of its own, the account’s holds.',
    margin: 'Lowest margin',
    action: 'Below the floor',
    off: 'Do nothing',
    asAccount: 'Use the account’s',
    submit: 'Save floor',
  },
  actions: {
    reprice: 'raise the price',
    hold: 'show stock 0',
    warn: 'warn only',
  },
};

export const marginFailures: Translation<typeof ptFailures> = {
  'marginChanges.list': 'Could not load the changes by margin!',
  'marginChanges.undo': 'Could not undo!',
  'publications.updateFloor': 'Could not save the floor!',
};

export const marginSuccesses: Translation<typeof ptSuccesses> = {
  'marginChanges.undo': 'Undone',
  'publications.updateFloor': 'Floor saved',
};
