import { expect, test } from 'vitest';
import type { CategoryAttribute, CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { checkAgainstCategory } from './publication-rules.ts';

const attribute = (id: string, more: Partial<CategoryAttribute> = {}): CategoryAttribute => ({
  ...{ id, name: id, valueType: 'list', required: false, variation: false, values: [] },
  ...{ units: [], defaultUnit: null, maxLength: null, ...more },
});
const category: CategorySettings = {
  ...{ id: '1', name: 'Canecas', leaf: true, path: [], maxTitleLength: 60 },
  ...{ maxVariations: 10, maxPictures: 10, minimumPrice: 0 },
  attributes: [
    attribute('warranty'),
    attribute('months', { required: true, shownWith: { attribute: 'warranty', value: 'seller' } }),
    attribute('occasion', { mostValues: 2 }),
  ],
};

function faultsOf(...said: [id: string, valueId: string][]): unknown {
  const attributes = said.map(([id, valueId]) => ({ id, valueId, name: id, valueName: valueId }));
  try {
    checkAgainstCategory(
      { name: 'Caneca', attributes, images: [], variations: [{ attributes: [] }] },
      category,
    );
    return null;
  } catch (fault) {
    return fault;
  }
}

test('an attribute that belongs to a value is required with it, and only with it', () => {
  expect(faultsOf()).toBeNull();
  expect(faultsOf(['warranty', 'none'])).toBeNull();
  expect(faultsOf(['warranty', 'seller'])).toMatchObject({
    code: 'invalid',
    fields: { attributes: { months: 'required' } },
  });
  expect(faultsOf(['warranty', 'seller'], ['months', '12'])).toBeNull();
});

test('refuses more values than an attribute takes, at the attribute', () => {
  expect(faultsOf(['occasion', 'a'], ['occasion', 'b'])).toBeNull();
  expect(faultsOf(['occasion', 'a'], ['occasion', 'b'], ['occasion', 'c'])).toMatchObject({
    fields: { attributes: { occasion: 'too_big' } },
  });
});
