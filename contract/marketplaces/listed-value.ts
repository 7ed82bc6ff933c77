import type { AttributeValue } from '../advertisements/publication.ts';
import type { CategoryAttribute, ListedValue } from './marketplace-category.ts';

/** Names of listed values are compared without accents and case. */
export const foldName = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

/** The value with this name; null if the list has none. */
export function findListed(values: readonly ListedValue[], name: string): ListedValue | null {
  const wanted = foldName(name);
  return values.find((value) => foldName(value.name) === wanted) ?? null;
}

type Said = Pick<AttributeValue, 'valueId' | 'valueName'>;

/** Certain to be refused: the list has no such value. A value of a long list is known by its id. */
export function isUnlisted({ onlyListed, longList, values }: CategoryAttribute, said: Said): boolean {
  if (!onlyListed || (said.valueId === null && said.valueName.trim() === '')) return false;
  if (said.valueId === null) return findListed(values, said.valueName) === null;
  return !longList && !values.some(({ id }) => id === said.valueId);
}
