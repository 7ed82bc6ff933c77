import { isDescriptionShort, isTitleShort } from '#contract/advertisements/content-limits.ts';
import type { AttributeValue, NewVariation } from '#contract/advertisements/publication.ts';
import { isUnlisted } from '#contract/marketplaces/listed-value.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { shownAttributes } from '#contract/marketplaces/shown-attributes.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import { capabilitiesOf } from '#server/marketplaces/account-capabilities.ts';
import type { Capabilities } from '#server/outside/marketplaces/capabilities.ts';
import type { Outside } from '#server/outside/outside.ts';

type Draft = {
  name: string;
  description: string;
  attributes: readonly AttributeValue[];
  images: readonly number[];
  variations: readonly Pick<NewVariation, 'attributes'>[];
  /** Values that the marketplace has accepted already; its list may have changed since. */
  accepted?: readonly AttributeValue[];
};

const hasValue = (list: readonly AttributeValue[], id: string) =>
  list.some((entry) => entry.id === id && (entry.valueId || entry.valueName));

const judgedFields = ['category', 'name', 'description', 'images', 'attributes'] as const;
export type JudgedField = (typeof judgedFields)[number];

/** Refusals of the marketplace that are certain are reported before anything is sent, at their fields. */
export function checkAgainstCategory(
  draft: Draft,
  category: CategorySettings,
  judged: readonly JudgedField[] = judgedFields,
): void {
  const faults: FieldCodes = {};
  if (!category.leaf) faults.category = 'invalid';
  if (draft.name.length > category.maxTitleLength) faults.name = 'too_long';
  if (isTitleShort(draft, category)) faults.name = 'too_short';
  if (isDescriptionShort(draft, category)) faults.description = 'too_short';
  if (draft.images.length > category.maxPictures) faults.images = 'too_big';
  const asked = shownAttributes(category.attributes, draft.attributes);
  const missing = asked.filter(
    ({ id, required }) =>
      required &&
      !hasValue(draft.attributes, id) &&
      !draft.variations.every((variation) => hasValue(variation.attributes, id)),
  );
  const overfull = asked.filter(
    ({ id, mostValues }) =>
      mostValues !== undefined && draft.attributes.filter((entry) => entry.id === id).length > mostValues,
  );
  const isAccepted = (said: AttributeValue) =>
    draft.accepted?.some((one) => one.id === said.id && valueKey(one) === valueKey(said));
  const unlisted = asked.filter((attribute) =>
    draft.attributes.some(
      (said) => said.id === attribute.id && isUnlisted(attribute, said) && !isAccepted(said),
    ),
  );
  if (missing.length + overfull.length + unlisted.length > 0)
    faults.attributes = Object.fromEntries([
      ...unlisted.map(({ id }) => [id, 'not_listed'] as const),
      ...missing.map(({ id }) => [id, 'required'] as const),
      ...overfull.map(({ id }) => [id, 'too_big'] as const),
    ]);
  const reported = Object.entries(faults).filter(([field]) => judged.includes(field as JudgedField));
  if (reported.length > 0) throw new Fault('invalid', { fields: Object.fromEntries(reported) });
}

/** For a new publication: variations in one listing, each with its price, or a listing each. */
export const mayPricesDiffer = ({ variations }: Pick<Capabilities, 'variations'>) =>
  variations === 'tiers' || variations === 'price_each';

type Placed = {
  pricePerVariation: boolean;
  /** With wholesale prices all variations have one price. */
  wholesale: readonly unknown[];
  account: { marketplace: MarketplaceId; tags: readonly string[] };
};

/** For an existing one: it may be older than its seller's current model. */
export const hasPriceEach = (outside: Outside, { pricePerVariation, wholesale, account }: Placed) =>
  wholesale.length === 0 && (pricePerVariation || capabilitiesOf(outside, account).variations === 'tiers');

/** For a new publication: a parcel for each variation, or the largest for all of them. */
export const mayPackagesDiffer = ({
  variations,
  packagesDiffer,
}: Pick<Capabilities, 'variations' | 'packagesDiffer'>) => packagesDiffer || variations === 'price_each';

/** For an existing one. */
export const hasPackageEach = (outside: Outside, { pricePerVariation, account }: Placed) =>
  pricePerVariation || capabilitiesOf(outside, account).packagesDiffer;

const attributeKey = (entry: AttributeValue) => (entry.id ?? `name:${entry.name}`).toLowerCase();
const valueKey = (entry: AttributeValue) =>
  `${attributeKey(entry)}=${entry.valueId ?? entry.valueName.toLowerCase()}`;

/**
 * Several variations differ in the values of the same attributes; if the marketplace has one price for all, they share
 * it too. `at` is their field that faults name.
 */
export function checkVariations(
  variations: readonly (Pick<NewVariation, 'attributes'> & { price: number })[],
  pricesDiffer: boolean,
  category: Pick<CategorySettings, 'maxVariations' | 'minimumPrice'>,
  at: (faults: FieldCodes) => FieldCodes,
): void {
  const faults: FieldCodes = {};
  const put = (
    index: number,
    field: string,
    code: 'duplicate' | 'required' | 'invalid' | 'prices_differ' | 'too_small',
  ) => {
    faults[index] ??= { [field]: code };
  };
  if (variations.length > category.maxVariations)
    throw new Fault('invalid', { fields: { variations: 'too_big' } });
  const names = (index: number) => (variations[index]?.attributes ?? []).map(attributeKey).sort().join('|');
  const seen = new Set<string>();
  for (const [index, variation] of variations.entries()) {
    if (variation.price < category.minimumPrice) put(index, 'price', 'too_small');
    if (!pricesDiffer && variation.price !== variations[0]?.price) put(index, 'price', 'prices_differ');
    if (variation.attributes.some(({ valueId, valueName }) => !valueId && valueName.trim() === ''))
      put(index, 'attributes', 'required');
    if (variations.length === 1) continue;
    const key = variation.attributes.map(valueKey).sort().join('|');
    if (variation.attributes.length === 0) put(index, 'attributes', 'required');
    else if (names(index) !== names(0)) put(index, 'attributes', 'invalid');
    else if (seen.has(key)) put(index, 'attributes', 'duplicate');
    seen.add(key);
  }
  if (Object.keys(faults).length > 0) throw new Fault('invalid', { fields: at(faults) });
}
