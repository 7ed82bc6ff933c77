import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import { type Centavos, toDecimal } from '#contract/money.ts';
import { type ListingContent, packageOfAll, type VariationContent } from '../listing.ts';
import { freeShippingFrom } from './capabilities.ts';
import { conditionAttribute, conditionOf, termBodies } from './sale-terms.ts';

type Json = Record<string, unknown>;

export const listingTypeIds = { classic: 'gold_special', premium: 'gold_pro' } as const;

const reasonKit = '17055159';
const reasonNotRegistered = '17055160';

export function remoteAttribute(value: AttributeValue): Json {
  return {
    ...(value.id ? { id: value.id } : { name: value.name }),
    ...(value.valueId ? { value_id: value.valueId } : { value_name: value.valueName }),
  };
}

/** Whole centimetres and grams, rounded up: the marketplace takes no decimals, and a parcel is not to be too small. */
export function wholePackage({ height, width, depth, weight }: PackageSize) {
  const grams = Math.ceil(Math.round(weight * 1_000_000) / 1000);
  return { height: Math.ceil(height), width: Math.ceil(width), depth: Math.ceil(depth), grams };
}

export function packageAttributes(draft: PackageSize): Json[] {
  const { height, width, depth, grams } = wholePackage(draft);
  const size = (id: string, value: string) => ({ id: `SELLER_PACKAGE_${id}`, value_name: value });
  return [
    size('HEIGHT', `${height} cm`),
    size('WIDTH', `${width} cm`),
    size('LENGTH', `${depth} cm`),
    size('WEIGHT', `${grams} g`),
  ];
}

/** SKU, and the GTIN or the reason why there is none. */
export function identityAttributes(variation: Pick<VariationContent, 'sku' | 'gtin' | 'kit'>): Json[] {
  return [
    ...(variation.sku ? [{ id: 'SELLER_SKU', value_name: variation.sku }] : []),
    variation.gtin && !variation.kit
      ? { id: 'GTIN', value_name: variation.gtin }
      : { id: 'EMPTY_GTIN_REASON', value_id: variation.kit ? reasonKit : reasonNotRegistered },
  ];
}

function commonBody(draft: ListingContent, price: Centavos): Json {
  const terms = termBodies(draft);
  // From a price on there is no choice, and none is sent.
  const isChosen = typeof draft.freeShipping === 'boolean' && price < freeShippingFrom;
  return {
    category_id: draft.categoryId,
    currency_id: 'BRL',
    buying_mode: 'buy_it_now',
    condition: conditionOf(draft.condition),
    listing_type_id: listingTypeIds[draft.type],
    pictures: draft.pictureIds.map((id) => ({ id })),
    shipping: {
      ...{ mode: 'me2', local_pick_up: false },
      ...(isChosen && { free_shipping: draft.freeShipping }),
    },
    ...(terms.length > 0 && { sale_terms: terms }),
    channels: ['marketplace'],
    ...(draft.video && { video_id: draft.video }),
  };
}

/** An item has one parcel, also for all of its variations. */
function commonAttributes(draft: ListingContent, variations: readonly VariationContent[]): Json[] {
  const size = packageOfAll(draft, variations);
  return [
    ...draft.attributes.map(remoteAttribute),
    conditionAttribute(draft.condition),
    ...(size ? packageAttributes(size) : []),
  ];
}

/** One item for everything, with variations if there are any; price and quantity are then only there. */
export function legacyBody(draft: ListingContent, variations: readonly VariationContent[]): Json {
  const [only] = variations;
  const single = variations.length === 1 && only?.attributes.length === 0;
  return {
    ...commonBody(draft, only?.price ?? 0),
    title: draft.name,
    seller_custom_field: draft.mark,
    attributes: [...commonAttributes(draft, variations), ...(single && only ? identityAttributes(only) : [])],
    ...(single && only
      ? { price: toDecimal(only.price), available_quantity: only.quantity }
      : {
          variations: variations.map((variation) => variationBody(draft, variation)),
        }),
  };
}

/** One of several in an item, also one that is added later. */
export function variationBody(
  { pictureIds }: Pick<ListingContent, 'pictureIds'>,
  variation: VariationContent,
): Json {
  return {
    attribute_combinations: variation.attributes.map(remoteAttribute),
    price: toDecimal(variation.price),
    available_quantity: variation.quantity,
    picture_ids: variation.pictureIds ?? pictureIds,
    seller_custom_field: variation.mark,
    attributes: identityAttributes(variation),
  };
}

/** One item per variation: the family carries the name, the marketplace makes the title. */
export function userProductBody(draft: ListingContent, variation: VariationContent): Json {
  return {
    ...commonBody({ ...draft, pictureIds: [...(variation.pictureIds ?? draft.pictureIds)] }, variation.price),
    family_name: draft.name,
    seller_custom_field: variation.mark,
    attributes: [
      ...commonAttributes(draft, [variation]),
      ...variation.attributes.map(remoteAttribute),
      ...identityAttributes(variation),
    ],
    price: toDecimal(variation.price),
    available_quantity: variation.quantity,
  };
}
