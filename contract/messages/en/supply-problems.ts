import type { problem as pt } from '../pt/supply-problems.ts';
import type { Translation } from '../translation.ts';

export const problem: Translation<typeof pt> = {
  problems: {
    photos: 'Photos',
    title: 'Problems of the receipt',
    report: 'Report problem',
    kind: 'Kind',
    line: 'Product',
    name: 'What happened',
    description: 'Description',
    solve: 'Solve',
    solution: 'How it was solved',
    solvedBy: 'Solved by {{author}} on {{at}}',
    print: 'Print',
    empty: 'No problems',
    emptyHint: 'Report what was missing, too many, wrong or damaged.',
  },
  problemKind: {
    missing: 'Missing',
    too_many: 'Too many',
    wrong: 'Wrong product',
    damaged: 'Damaged',
    label: 'Label',
    price: 'Price',
    other: 'Other',
  },
  problemState: { open: 'Open', solved: 'Solved' },
};
