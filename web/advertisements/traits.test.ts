import { expect, test } from 'vitest';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { newVariation } from './publications/publish-values.ts';
import { traitAttribute, traitValue } from './traits.ts';

const attribute = (id: string, name: string, values: string[] = []): CategoryAttribute => ({
  id,
  name,
  valueType: 'list',
  required: false,
  variation: true,
  values: values.map((value) => ({ id: `${id}-${value}`, name: value })),
  units: [],
  defaultUnit: null,
  maxLength: null,
});
const color = attribute('COLOR', 'Cor', ['Azul', 'Preto']);
const size = attribute('SIZE', 'Tamanho', ['P', 'M']);
const of = (traits: Record<string, string>) => newVariation([], { traits });

test('colours of one product vary by the attribute in which they differ', () => {
  const same = [of({ Tamanho: 'M', cor: 'Azul' }), of({ Tamanho: 'M', cor: 'Preto' })];
  expect(traitAttribute(same, [size, color])?.id).toBe('COLOR');
  expect(traitAttribute([of({ Tamanho: 'P' }), of({ Tamanho: 'M' })], [color, size])?.id).toBe('SIZE');
  // Nothing in common with the category: its first, for a person to look at.
  expect(traitAttribute([of({ Aroma: 'Rosa' }), of({ Aroma: 'Mel' })], [color, size])?.id).toBe('COLOR');
});

test('a value is the category’s where it knows it, else as the product says it', () => {
  expect(traitValue(of({ Cor: 'azul' }), color)).toEqual({
    name: 'Cor',
    valueId: 'COLOR-Azul',
    valueName: 'Azul',
  });
  expect(traitValue(of({ Cor: 'Lilás' }), color)).toMatchObject({ valueId: null, valueName: 'Lilás' });
  expect(traitValue(of({}), color)).toEqual({ name: '', valueId: null, valueName: '' });
});
