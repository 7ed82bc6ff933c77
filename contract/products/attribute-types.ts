import { z } from 'zod';
import { oneLine } from '../primitives.ts';

/** The default variation attribute of a product. */
export const defaultAttributeType = 'Color';

export const maxAttributeTypes = 5;

/** Attribute types that marketplaces know, under all their common names; stored by the English one. */
const knownTypes: Record<string, readonly string[]> = {
  Color: ['color', 'colour', 'cor'],
  Size: ['size', 'tamanho', 'tam'],
  Voltage: ['voltage', 'voltagem', 'tensao'],
  Flavor: ['flavor', 'flavour', 'sabor'],
  Material: ['material'],
};

const fold = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** `cor` → `Color`; an unknown type keeps its name. */
export function canonicalType(name: string): string {
  const key = fold(name);
  return Object.keys(knownTypes).find((type) => knownTypes[type]?.includes(key)) ?? name.trim();
}

/** Whether a text is a name of a type that marketplaces know. */
export const isKnownType = (name: string): boolean => Object.hasOwn(knownTypes, canonicalType(name));

export function isSameType(one: string, other: string): boolean {
  return fold(canonicalType(one)) === fold(canonicalType(other));
}

/** A dot would split the path of an error; names of Object's own properties are refused. */
const typeName = oneLine(40, 1).refine(
  (value) => !Object.hasOwn(Object.prototype, value) && !value.includes('.'),
  'invalid',
);

/** At least one, none twice. */
export const attributeTypes = z
  .array(typeName)
  .min(1, 'attribute_type_required')
  .max(maxAttributeTypes, 'too_big')
  .superRefine((names, context) => {
    for (const [index, name] of names.entries()) {
      if (names.findIndex((other) => isSameType(other, name)) < index)
        context.addIssue({ code: 'custom', message: 'attribute_type_duplicate', path: [index] });
    }
  })
  .transform((names) => names.map(canonicalType));

export const attributeValues = z.record(typeName, oneLine(80));
export type AttributeValues = Record<string, string>;

/** The values in the order of the types, as one text: identifies a combination. */
export function combinationOf(types: readonly string[], values: AttributeValues): string {
  return JSON.stringify(types.map((type) => fold(values[type] ?? '')));
}

/** `Preto / M`; empty without values. */
export function nameOfCombination(types: readonly string[], values: AttributeValues): string {
  return types
    .map((type) => values[type]?.trim())
    .filter(Boolean)
    .join(' / ');
}

/** Every combination of the given values, e.g. colors × sizes. */
export function combinations(types: readonly string[], values: Record<string, string[]>): AttributeValues[] {
  return types.reduce<AttributeValues[]>(
    (rows, type) => {
      const options = values[type]?.length ? values[type] : [''];
      return rows.flatMap((row) => options.map((value) => ({ ...row, [type]: value })));
    },
    [{}],
  );
}
