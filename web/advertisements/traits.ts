import { findListed } from '#contract/marketplaces/listed-value.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { isSameType } from '#contract/products/attribute-types.ts';
import type { Chosen, VariationValues } from './publications/publish-values.ts';

const traitNamed = (traits: Record<string, string>, name: string) =>
  Object.entries(traits).find(([key]) => isSameType(key, name))?.[1];

/** The attribute of the category in which these variations differ, otherwise its first. */
export function traitAttribute(
  variations: readonly VariationValues[],
  choices: readonly CategoryAttribute[],
): CategoryAttribute | undefined {
  const differs = (attribute: CategoryAttribute) => {
    const values = variations.map(({ traits }) => traitNamed(traits, attribute.name));
    return values.every(Boolean) && new Set(values).size === values.length;
  };
  return choices.find(differs) ?? choices[0];
}

/** The product's value of an attribute, in the category's wording if it has a list; none if only the list is accepted. */
export function traitValue({ traits, value }: VariationValues, attribute: CategoryAttribute): Chosen {
  const own = traitNamed(traits, attribute.name) ?? Object.values(traits).join(' ');
  if (!own) return value;
  const known = findListed(attribute.values, own);
  if (!known && attribute.onlyListed) return value;
  return { name: attribute.name, valueId: known?.id ?? null, valueName: known?.name ?? own };
}
