import type { SourcePlant } from '../plant.ts';

const answers = 'server/supply/vendor-answers.test.ts';

/** Quantities that a vendor confirms, and expected stock. */
export const purchasingPlants: readonly SourcePlant[] = [
  {
    breaks: 'INV-15',
    what: 'an answer that is taken changes the day only',
    patch: {
      file: 'server/supply/vendor-answers.ts',
      name: 'decideAnswers',
      find: 'await expectConfirmed(tx, actor, found.warehouse_id, decided);',
      replace: '',
    },
    detector: { file: answers, test: 'confirms quantity and day of its line' },
  },
  {
    breaks: 'INV-15',
    what: 'receiving that compares with what was ordered, not with what was confirmed',
    patch: {
      file: 'server/supply/receiving/step-checks.ts',
      name: 'readLines',
      find: 'coalesce(l.confirmed_quantity, l.quantity) as quantity',
      replace: 'l.quantity',
    },
    detector: { file: answers, test: 'receiving expects the confirmed quantity' },
  },
  {
    breaks: 'INV-15',
    what: 'an answer that the vendor has replaced is taken all the same',
    patch: {
      file: 'server/supply/vendor-answers.ts',
      name: 'decideAnswers',
      find: 'if (taken) await refuseSuperseded(tx, wanted);',
      replace: '',
    },
    detector: {
      file: answers,
      test: 'accepting an answer is refused after the vendor answered the line again',
    },
  },
];
