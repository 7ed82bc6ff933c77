import { expect, test } from 'vitest';
import { changedFields, changesOf } from './collection.ts';

type Line = { id?: number; tempId?: string; sku: string; product: { id: number; name: string } };
const product = { id: 3, name: 'Caneca' };
const toBody = ({ sku, product: related }: Line) => ({ sku, product: related.id });
const before: Line[] = [
  { id: 7, sku: 'A', product },
  { id: 8, sku: 'B', product },
];

test('sends nothing without a change', () => {
  expect(changesOf(before, [...before], toBody)).toBeUndefined();
});

test('sends only groups with items, and related records as ids', () => {
  const after: Line[] = [
    { id: 7, sku: 'A2', product },
    { tempId: 'new-1', sku: 'C', product },
  ];
  expect(changesOf(before, after, toBody)).toEqual({
    create: [{ tempId: 'new-1', sku: 'C', product: 3 }],
    update: { 7: { sku: 'A2' } },
    remove: [8],
  });
});

test('a PATCH sends only what differs', () => {
  expect(changedFields({ a: 1, b: { id: 2 } }, { a: 1, b: { id: 3 } })).toEqual({ b: { id: 3 } });
  expect(changedFields({ a: 1 }, { a: 1 })).toBeUndefined();
});
