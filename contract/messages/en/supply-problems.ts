import type { problem as pt } from '../pt/supply-problems.ts';
import type { Translation } from '../translation.ts';

export const problem: Translation<typeof pt> = {
  problems: {
    photos: 'Photos',
    title: 'Receiving problems',
    report: 'Report problem',
    kind: 'Type',
    line: 'Product',
    name: 'What happened',
    description: 'Description',
    solve: 'Resolve',
    solution: 'How it was resolved',
    solvedBy: 'Resolved by {{author}} on {{at}}',
    print: 'Print',
    empty: 'No problems',
    emptyHint: 'Report anything missing, extra, wrong or damaged.',
  },
  problemKind: {
    missing: 'Missing',
    too_many: 'Extra',
    wrong: 'Wrong product',
    damaged: 'Damaged',
    label: 'Label',
    price: 'Price',
    other: 'Other',
  },
  problemState: { open: 'Open', solved: 'Resolved' },
};
