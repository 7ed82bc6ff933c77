import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { type Chosen, none, type PublishValues, withoutHidden } from './publish-values.ts';

/** A value as the category takes it: its own value of the same name, text if text is accepted, or none. */
function asAccepted({ name, valueType, values }: CategoryAttribute, said: Chosen): Chosen[] {
  const known =
    values.find(({ id }) => id === said.valueId) ?? values.find((value) => value.name === said.valueName);
  if (known) return [{ name, valueId: known.id, valueName: said.valueName || known.name }];
  const isChoice = (valueType === 'list' || valueType === 'boolean') && values.length > 0;
  return isChoice || !said.valueName ? [] : [{ name, valueId: null, valueName: said.valueName }];
}

/** Values of another category that this one asks for too. */
export function inCategory(values: PublishValues, attributes: readonly CategoryAttribute[]) {
  const kept = attributes.flatMap((attribute) => {
    const said = values.attributes[attribute.id] ?? [];
    const chosen = said.flatMap((one) => asAccepted(attribute, one)).slice(0, attribute.mostValues ?? 1);
    return chosen.length > 0 ? [[attribute.id, chosen] as const] : [];
  });
  const varies = attributes.find(({ id, variation }) => variation && id === values.varies?.id);
  return {
    attributes: withoutHidden(attributes, Object.fromEntries(kept)),
    varies: varies ? { id: varies.id, name: varies.name } : null,
    /** One for each variation. */
    told: values.variations.map(({ value }) => (varies && asAccepted(varies, value)[0]) ?? none),
  };
}
