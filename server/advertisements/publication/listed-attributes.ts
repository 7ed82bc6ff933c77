import type { AttributeValue } from '#contract/advertisements/publication.ts';
import { findListed } from '#contract/marketplaces/listed-value.ts';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { findListedValues, type OpenAccount } from '#server/marketplaces/marketplace-category.ts';

/**
 * Values that are named without an id get the id of the marketplace's list. The others stay as they are, and the rules
 * of the category refuse those that are not listed.
 */
export function nameListed(
  context: AccountContext,
  account: number | OpenAccount,
  category: CategorySettings,
  attributes: readonly AttributeValue[],
): Promise<AttributeValue[]> {
  return Promise.all(
    attributes.map(async (said) => {
      const attribute = category.attributes.find(({ id, onlyListed }) => onlyListed && id === said.id);
      const name = said.valueName.trim();
      if (!attribute || said.valueId !== null || name === '') return said;
      const values = attribute.longList
        ? await findListedValues(context, account, {
            ...{ category: category.id, attribute: attribute.id, text: name },
          })
        : attribute.values;
      const known = findListed([...attribute.values, ...values], name);
      return known ? { ...said, valueId: known.id, valueName: known.name } : said;
    }),
  );
}
