import { expect, test } from 'vitest';
import { listedFields, productFields } from '#contract/products/product-fields.ts';
import { sources } from './files.ts';

const textOf = (pattern: RegExp) =>
  sources(pattern)
    .filter(({ path }) => !path.includes('.test.'))
    .map(({ text }) => text)
    .join('\n');
const form = textOf(/^web\/products\/ProductForm\.tsx$/);
const list = textOf(/^web\/products\/ProductListPage\.tsx$/);

test('the form of a product has a field for each entry of the table', () => {
  const missing = Object.keys(productFields).filter((name) => !form.includes(`'${name}'`));
  expect(missing).toEqual([]);
});

/** The list counts variations and pieces. */
const elsewhere = ['unit'];

test('the list of products has a column for each listed field', () => {
  expect(listedFields.filter((name) => !new RegExp(`\\brow\\.${name}\\b`).test(list))).toEqual(elsewhere);
});
