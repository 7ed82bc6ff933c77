import { findListed, foldName } from '#contract/marketplaces/listed-value.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { type Chosen, none, type PublishValues, withoutHidden } from './publish-values.ts';

/**
 * A value as the category takes it: its own value of the same name, text if text is accepted, or none. A text for a
 * long list stays until its values were searched.
 */
export function asAccepted({ name, valueType, values, longList }: CategoryAttribute, said: Chosen): Chosen[] {
  const known = values.find(({ id }) => id === said.valueId) ?? findListed(values, said.valueName);
  if (known) return [{ name, valueId: known.id, valueName: known.name }];
  const isChoice = (valueType === 'list' || valueType === 'boolean') && values.length > 0 && !longList;
  return isChoice || !said.valueName ? [] : [{ name, valueId: null, valueName: said.valueName }];
}

/** Values of the same attribute; another marketplace has another id for the same name. */
export function saidOf(
  attributes: PublishValues['attributes'],
  { id, name }: Pick<CategoryAttribute, 'id' | 'name'>,
): readonly Chosen[] {
  const isNamed = ([known]: readonly Chosen[]) =>
    known !== undefined && foldName(known.name) === foldName(name);
  // Ids of values are those of their list.
  const elsewhere = () =>
    Object.values(attributes)
      .find(isNamed)
      ?.map((one) => ({ ...one, valueId: null }));
  return attributes[id] ?? elsewhere() ?? [];
}

/** What the category accepts of said values, and the wish that its list does not have. */
export function takenOver(attribute: CategoryAttribute, said: readonly Chosen[]) {
  const chosen = said.flatMap((one) => asAccepted(attribute, one)).slice(0, attribute.mostValues ?? 1);
  return { chosen, wish: chosen.length === 0 ? said[0]?.valueName || null : null };
}

/** Values of another category that this one asks for too. */
export function inCategory(values: PublishValues, attributes: readonly CategoryAttribute[]) {
  const unlisted: Record<string, string> = {};
  const kept = attributes.flatMap((attribute) => {
    // What another list did not have is the wish, and not the value that was chosen instead.
    const wish = values.unlisted[attribute.id];
    const said = wish
      ? [{ name: attribute.name, valueId: null, valueName: wish }]
      : saidOf(values.attributes, attribute);
    const { chosen, wish: missing } = takenOver(attribute, said);
    if (missing) unlisted[attribute.id] = missing;
    return chosen.length > 0 ? [[attribute.id, chosen] as const] : [];
  });
  const varies = attributes.find(
    ({ id, name, variation }) =>
      variation &&
      values.varies &&
      (id === values.varies.id || foldName(name) === foldName(values.varies.name)),
  );
  return {
    attributes: withoutHidden(attributes, Object.fromEntries(kept)),
    unlisted,
    varies: varies ? { id: varies.id, name: varies.name } : null,
    /** One for each variation. */
    told: values.variations.map(({ value }) => (varies && asAccepted(varies, value)[0]) ?? none),
  };
}
