import type {
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

export const placeLabelSuccesses: Translation<typeof successesPt> = {
  'placesLabels.printMany': 'Generating labels',
};

/** Labels of positions. */
export const placeLabels: Translation<typeof pt> = {
  act: 'Labels',
  title_one: 'Label for {{n:total}} location',
  title_other: 'Labels for {{n:total}} locations',
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
