import type { AttributeValue } from '../advertisements/publication.ts';
import type { CategoryAttribute } from './marketplace-category.ts';

/** The category's attributes for the current values: each once, and none required by a value that is not set. */
export function shownAttributes(
  attributes: readonly CategoryAttribute[],
  said: readonly Pick<AttributeValue, 'id' | 'valueId'>[],
): CategoryAttribute[] {
  const shown = new Map<string, CategoryAttribute>();
  const isSaid = ({ attribute, value }: NonNullable<CategoryAttribute['shownWith']>) =>
    shown.has(attribute) && said.some(({ id, valueId }) => id === attribute && valueId === value);
  for (const attribute of attributes) {
    if (shown.has(attribute.id)) continue;
    if (!attribute.shownWith || isSaid(attribute.shownWith)) shown.set(attribute.id, attribute);
  }
  return [...shown.values()];
}
