import type {
  cartFailures as cartFailuresPt,
  cartSuccesses as cartSuccessesPt,
  carts as cartsPt,
  placeLabelFailures as failuresPt,
  placeLabels as pt,
  placeLabelSuccesses as successesPt,
} from '../pt/inventory-place-labels.ts';
import type { Translation } from '../translation.ts';

export const placeLabelFailures: Translation<typeof failuresPt> = {
  'placesLabels.pdf': 'Could not generate the labels',
  'placesLabels.zpl': 'Could not generate the labels',
  'placesLabels.printMany': 'Could not generate the labels',
};

export const cartFailures: Translation<typeof cartFailuresPt> = {
  'carts.list': 'Could not load the carts!',
  'carts.create': 'Could not add the cart!',
  'carts.update': 'Could not save the cart!',
  'carts.remove': 'Could not remove the cart!',
};

export const cartSuccesses: Translation<typeof cartSuccessesPt> = {
  'carts.create': 'Cart added',
  'carts.update': 'Cart saved',
  'carts.remove': 'Cart removed',
};

/** Carts on which units are picked. */
export const carts: Translation<typeof cartsPt> = {
  title: 'Carts',
  hint: 'Each place of a cart takes the units of one sale. The cart and its places have codes and labels.',
  empty: 'No carts yet',
  emptyHint: 'Add your picking carts to label their places.',
  new: 'New cart',
  add: 'Add cart',
  edit: 'Edit',
  editTitle: 'Edit {{code}}',
  name: 'Name',
  nameHint: 'What your team calls this cart.',
  warehouse: 'Warehouse',
  places: 'Places',
  placesHint: 'One sale in each place.',
  ofPlaces_one: '{{count}} place',
  ofPlaces_other: '{{count}} places',
  codes: 'Codes: {{first}} to {{last}}',
  inUse: 'In use on list {{id}}',
  labels: 'Labels',
  remove: 'Remove',
  removeSure: 'Remove cart {{name}}?',
  removeText: 'The code {{code}} will not be used again.',
};

export const placeLabelSuccesses: Translation<typeof successesPt> = {
  'placesLabels.printMany': 'Generating labels',
};

/** Labels of positions. */
export const placeLabels: Translation<typeof pt> = {
  act: 'Labels',
  title_one: 'Label for {{n:total}} location',
  title_other: 'Labels for {{n:total}} locations',
  titleOfCart: 'Labels of {{name}}',
  hintOfCart: 'One for the cart and one for each place, with the barcode.',
  hint: 'Printed in the order of the route, with the barcode and the code large enough to read from 2 meters.',
  paper: 'Paper',
  papers: {
    a4_14: 'A4 sheet of 14 (99 × 38 mm)',
    a4_8: 'A4 sheet of 8 (99 × 68 mm)',
    '100x50': 'Roll of 100 × 50 mm',
    '100x150': 'Roll of 100 × 150 mm',
  },
  compatible: 'Avery L7163, Pimaco A4363 and alike',
  compatibleLarge: 'Avery L7165, Pimaco A4365 and alike',
  first: 'Start at label',
  firstHint: 'To use up a partly used sheet. Count from left to right, top to bottom.',
  arrows: 'Arrows',
  arrowsHint: 'For labels on the beam between two levels.',
  arrow: {
    none: 'No arrow',
    up: 'All up',
    down: 'All down',
    level: 'By level',
  },
  prefix: 'Prefix of the level',
  prefixHint: 'N in A01-P02-N3',
  below: 'Down to level',
  belowHint: 'Levels above it get an arrow up.',
  print: 'Print',
  pdf: 'Download PDF',
  zpl: 'Download ZPL',
  manyPdf: 'Generate PDF',
  manyZpl: 'Generate ZPL',
  leaves: 'Only where volumes go',
};
