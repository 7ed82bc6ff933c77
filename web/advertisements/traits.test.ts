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

test('variations of one product use the attribute in which they differ', () => {
  const same = [of({ Tamanho: 'M', cor: 'Azul' }), of({ Tamanho: 'M', cor: 'Preto' })];
  expect(traitAttribute(same, [size, color])?.id).toBe('COLOR');
  expect(traitAttribute([of({ Tamanho: 'P' }), of({ Tamanho: 'M' })], [color, size])?.id).toBe('SIZE');
  // Without a matching attribute the first one is proposed, to be checked by the reader.
  expect(traitAttribute([of({ Aroma: 'Rosa' }), of({ Aroma: 'Mel' })], [color, size])?.id).toBe('COLOR');
});

test("uses the category's value if it knows it, otherwise the product's own word", () => {
  expect(traitValue(of({ Cor: 'azul' }), color)).toEqual({
    name: 'Cor',
    valueId: 'COLOR-Azul',
    valueName: 'Azul',
  });
  expect(traitValue(of({ Cor: 'Lilás' }), color)).toMatchObject({ valueId: null, valueName: 'Lilás' });
  expect(traitValue(of({}), color)).toEqual({ name: '', valueId: null, valueName: '' });
});

test('types of a product are stored under English names, and are those of the category', () => {
  const blue = of({ Color: 'Azul', Size: 'M' });
  expect(traitValue(blue, color)).toMatchObject({ valueId: 'COLOR-Azul' });
  expect(traitValue(blue, size)).toMatchObject({ valueId: 'SIZE-M' });
  expect(traitAttribute([blue, of({ Color: 'Azul', Size: 'P' })], [color, size])?.id).toBe('SIZE');
});
