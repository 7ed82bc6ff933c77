import { expect, test } from 'vitest';
import type { CategoryAttribute } from './marketplace-category.ts';
import { shownAttributes } from './shown-attributes.ts';

const attribute = (id: string, shownWith?: [attribute: string, value: string]): CategoryAttribute => ({
  ...{ id, name: id, valueType: 'list', required: false, variation: false, values: [] },
  ...{ units: [], defaultUnit: null, maxLength: null },
  ...(shownWith && { shownWith: { attribute: shownWith[0], value: shownWith[1] } }),
});
const category = [
  attribute('warranty'),
  attribute('months', ['warranty', 'seller']),
  attribute('until', ['months', '12']),
  attribute('months', ['warranty', 'maker']),
];
const shown = (...said: [id: string, valueId: string | null][]) =>
  shownAttributes(
    category,
    said.map(([id, valueId]) => ({ id, valueId })),
  ).map(({ id }) => id);

test('shows an attribute required by a value once while the value is set, and hides it with all below it otherwise', () => {
  expect(shown()).toEqual(['warranty']);
  expect(shown(['warranty', 'seller'])).toEqual(['warranty', 'months']);
  expect(shown(['warranty', 'seller'], ['warranty', 'maker'])).toEqual(['warranty', 'months']);
  expect(shown(['warranty', 'seller'], ['months', '12'])).toEqual(['warranty', 'months', 'until']);
  expect(shown(['warranty', 'none'], ['months', '12'])).toEqual(['warranty']);
  expect(shown(['warranty', null])).toEqual(['warranty']);
});
