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
      { name: 'Caneca', description: '', attributes, images: [], variations: [{ attributes: [] }] },
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

test('refuses a value outside a closed list, unless the marketplace has accepted it already', () => {
  const origin = attribute('origin', { onlyListed: true, values: [{ id: 'br', name: 'Brasil' }] });
  const judge = (valueId: string | null, valueName: string, before = '') => {
    const said = (name: string) => ({ id: 'origin', name: 'origin', valueId, valueName: name });
    const accepted = before === '' ? [] : [said(before)];
    const draft = {
      name: 'Caneca',
      description: '',
      attributes: [said(valueName)],
      images: [],
      variations: [],
      accepted,
    };
    return () => checkAgainstCategory(draft, { ...category, attributes: [origin] });
  };
  const unlisted = expect.objectContaining({ fields: { attributes: { origin: 'not_listed' } } });
  expect(judge(null, 'BRASIL')).not.toThrow();
  expect(judge('br', 'Brasil')).not.toThrow();
  expect(judge(null, 'Portugal')).toThrow(unlisted);
  expect(judge('pt', 'Portugal')).toThrow(unlisted);
  expect(judge(null, 'Portugal', 'Portugal')).not.toThrow();
  expect(judge(null, 'Espanha', 'Portugal')).toThrow(unlisted);
});

test('a text that is shorter than the marketplace accepts is refused at its field; without a description the title counts', () => {
  const draft = { attributes: [], images: [], variations: [] };
  const judge = (name: string, description: string) => () =>
    checkAgainstCategory(
      { ...draft, name, description },
      { ...category, attributes: [], minTitleLength: 10, minDescriptionLength: 20 },
    );
  const withFields = (fields: object) => expect.objectContaining({ fields });
  expect(judge('Caneca de cerâmica azul', '')).not.toThrow();
  expect(judge('Caneca azul', 'Caneca de cerâmica azul')).not.toThrow();
  expect(judge('Caneca azul', '')).toThrow(withFields({ description: 'too_short' }));
  expect(judge('Caneca azul', `Boa.${' '.repeat(20)}`)).toThrow(withFields({ description: 'too_short' }));
  expect(judge('Caneca', 'Caneca de cerâmica azul')).toThrow(withFields({ name: 'too_short' }));
});
