import { expect, expectTypeOf, test } from 'vitest';
import type { Column, DataTableProps, Row } from './data-table.ts';
import { columnsBeyond } from './table-columns.ts';

const columns = [
  { key: 'sale', width: 200 },
  { key: 'status', width: 200 },
  { key: 'buyer', width: 200 },
  { key: 'act', width: 100, card: 'acts' },
];

test('leaves out nothing where every column fits', () => {
  expect(columnsBeyond(columns, 700)).toEqual([]);
});

test('leaves out the last columns first until the others fit, never the state or the acts of a row', () => {
  expect(columnsBeyond(columns, 699)).toEqual(['buyer']);
  expect(columnsBeyond(columns, 499)).toEqual(['buyer', 'status']);
});

test('keeps the first column and the acts in the narrowest window', () => {
  expect(columnsBeyond(columns, 10)).toEqual(['buyer', 'status']);
});

test('counts a column without a width as wide enough for a name', () => {
  expect(columnsBeyond([{ key: 'name' }, { key: 'price', width: 100 }], 340)).toEqual([]);
  expect(columnsBeyond([{ key: 'name' }, { key: 'price', width: 100 }], 339)).toEqual(['price']);
});

test('a column sorts only by a name that the list of its contract has', () => {
  type Listed = DataTableProps<Row, string, 'name' | 'price'>['columns'][number];
  expectTypeOf<Listed['sort']>().toEqualTypeOf<'name' | 'price' | undefined>();
  expectTypeOf<Column<Row>['sort']>().toEqualTypeOf<undefined>();
});
