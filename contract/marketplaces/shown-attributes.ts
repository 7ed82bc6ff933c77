import type { AttributeValue } from '../advertisements/publication.ts';
import type { CategoryAttribute } from './marketplace-category.ts';

/** What a category asks for where this is said: each attribute once, and none that comes with a value that is not said. */
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
