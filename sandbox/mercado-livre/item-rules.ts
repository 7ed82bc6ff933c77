import type { Category } from './categories.ts';
import { attributeOf, childrenOf } from './categories.ts';
import type { Cause } from './endpoint.ts';
import { cause } from './endpoint.ts';
import { isValidGtin } from './gtin.ts';
import type { DraftVariation } from './item-draft.ts';
import { attributeText } from './item-draft.ts';
import type { AttributeValue, Item, Market, Shipping } from './market.ts';

/** Cause numbers and codes are the ones of the published list of validations. */

export const judgeCategory = (category: Category | null, id: string | null): Cause[] => {
  const leaf = category !== null && childrenOf(category.id).length === 0;
  if (leaf) return [];
  const message = `Is not allowed to post in category ${id}. Make sure you're posting in a leaf category.`;
  return [cause(126, 'item.category_id.invalid', 'item.category_id', message)];
};

export const judgePrice = (category: Category, price: number | null, reference = 'item.price'): Cause[] => {
  if (price === null || price < category.minimumPrice) {
    const message = `The category ${category.id} requires a minimum price of ${category.minimumPrice}.`;
    return [cause(109, 'item.price.invalid', reference, message)];
  }
  if (price > 9_999_999_999)
    return [cause(129, 'item.price.invalid', reference, 'Price must be less than 9999999999.')];
  return [];
};

const isPresent = (attributes: AttributeValue[], id: string) => (attributeText(attributes, id) ?? '') !== '';

/** All attributes of one buyable unit: the item's own and those of one variation. */
const judgeRequired = (category: Category, whole: AttributeValue[], where: string): Cause[] => {
  const missing = category.attributes
    .filter((definition) => definition.tags.required === true && !isPresent(whole, definition.id))
    .map((definition) => definition.id);
  const causes: Cause[] = [];
  if (missing.length > 0) {
    const names = missing.join(', ');
    const message = `The attributes [${names}] are required for category ${category.id} and channel marketplace. Check the attribute is present in the attributes list or in all variation's attributes_combination or attributes.`;
    causes.push(cause(147, 'item.attributes.missing_required', where, message));
  }
  if (!isPresent(whole, 'GTIN') && !isPresent(whole, 'EMPTY_GTIN_REASON')) {
    const message = `The attributes [GTIN] are required for category [${category.id}]. Check the attribute is present in the attributes list or in all variation's attributes_combination or attributes.`;
    causes.push(
      cause(7810, 'item.attribute.missing_conditional_required', where, message, 'structured-data'),
    );
  }
  return causes;
};

const judgeValues = (category: Category, attributes: AttributeValue[], where: string): Cause[] =>
  attributes.flatMap((entry, index) => {
    const definition = entry.id === null ? null : attributeOf(category, entry.id);
    const text = entry.value_name ?? '';
    if (text.length > 255) {
      const message = `Invalid value length for attribute ${entry.id}. Maximum length is 255.`;
      return [cause(154, 'item.attributes.invalid_length', `${where}[${index}]`, message)];
    }
    if (definition?.value_type === 'number' && text !== '' && !/^\d+([.,]\d+)?$/.test(text)) {
      const message = `The value you entered in {${entry.id}} is incorrect. An example is: {12}.`;
      return [cause(3708, 'item.attribute.number_invalid_format', `${where}[${index}]`, message)];
    }
    const listed = definition?.values?.some(
      (value) => value.id === entry.value_id || value.name === entry.value_name,
    );
    if (definition?.value_type === 'boolean' && listed === false) {
      return [
        cause(
          3510,
          'item.attribute.invalid',
          `${where}[${index}]`,
          `Attribute [${entry.id}] is not valid, item values [${text}]`,
        ),
      ];
    }
    return [];
  });

const gtinsOf = (attributes: AttributeValue[]): string[] =>
  (attributeText(attributes, 'GTIN') ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');

type Identity = { market: Market; itemId: string | null; brand: string | null; domain: string };

/** A code belongs to one brand and one domain over the whole site. */
const isUsedElsewhere = (identity: Identity, code: string): boolean =>
  Object.values(identity.market.items).some((other) => {
    if (other.id === identity.itemId || other.status === 'closed') return false;
    const codes = [other.attributes, ...other.variations.map((variation) => variation.attributes)].flatMap(
      gtinsOf,
    );
    if (!codes.includes(code)) return false;
    return other.domain_id !== identity.domain || attributeText(other.attributes, 'BRAND') !== identity.brand;
  });

const judgeGtin = (identity: Identity, attributes: AttributeValue[], where: string): Cause[] =>
  gtinsOf(attributes).flatMap((code) => {
    if (!isValidGtin(code)) {
      const message = `Product Identifier [GTIN] contains values with invalid format: [${code}].`;
      return [
        cause(7711, 'item.attribute.product_identifier.invalid_format', where, message, 'structured-data'),
      ];
    }
    if (!isUsedElsewhere(identity, code)) return [];
    const message =
      'Enter a universal code that you have not used in another brand listing/category listing.';
    return [cause(3701, 'item.attribute.invalid_product_identifier', where, message)];
  });

const packageAttributes = ['HEIGHT', 'WIDTH', 'LENGTH', 'WEIGHT'].map((part) => `SELLER_PACKAGE_${part}`);

const judgePackage = (shipping: Shipping, attributes: AttributeValue[]): Cause[] => {
  if (shipping.mode !== 'me2') return [];
  const missing = packageAttributes.filter((id) => !isPresent(attributes, id));
  if (missing.length > 0) {
    const message = `The attributes [${missing.join(', ')}] are required for shipping mode me2.`;
    return [
      cause(5400, 'item.attribute.missing.seller.package.dimensions', 'item.attributes', message, 'shipping'),
    ];
  }
  return packageAttributes.flatMap((id) => {
    const text = attributeText(attributes, id) ?? '';
    const unit = id.endsWith('WEIGHT') ? 'g' : 'cm';
    const match = /^(\d+(?:[.,]\d+)?) (\D+)$/.exec(text);
    if (match === null || match[2] !== unit || !Number.isInteger(Number(match[1]?.replace(',', '.')))) {
      const message = `The attribute [${id}] has an invalid format: [${text}]. An example is: [10 ${unit}].`;
      return [
        cause(
          5402,
          'item.attribute.invalid.format.seller.package.dimensions',
          'item.attributes',
          message,
          'shipping',
        ),
      ];
    }
    const amount = Number(match[1]);
    const limit = unit === 'g' ? 50_000 : 200;
    if (amount >= 1 && amount <= limit) return [];
    const message = `The attribute [${id}] must be between 1 and ${limit} ${unit}.`;
    return [
      cause(5401, 'item.attribute.invalid.seller.package.dimensions', 'item.attributes', message, 'shipping'),
    ];
  });
};

export type Judged = {
  market: Market;
  itemId: string | null;
  category: Category;
  attributes: AttributeValue[];
  variations: { combinations: AttributeValue[]; attributes: AttributeValue[] }[];
  shipping: Shipping;
};

export const judgeAttributes = (judged: Judged): Cause[] => {
  const { market, category, attributes, variations, shipping } = judged;
  const identity: Identity = {
    market,
    itemId: judged.itemId,
    brand: attributeText(attributes, 'BRAND'),
    domain: category.domain ?? category.id,
  };
  const wholes = variations.map((variation) => [
    ...attributes,
    ...variation.combinations,
    ...variation.attributes,
  ]);
  const required = wholes.length === 0 ? [attributes] : wholes;
  const twice =
    isPresent(attributes, 'GTIN') && variations.some((variation) => isPresent(variation.attributes, 'GTIN'));
  return [
    ...(required.map((whole, index) =>
      judgeRequired(
        category,
        whole,
        wholes.length === 0 ? 'item.attributes' : `item.variations[${index}].attributes`,
      ),
    )[firstFailing(category, required)] ?? []),
    ...judgeValues(category, attributes, 'item.attributes'),
    ...judgeGtin(identity, attributes, 'item.attributes'),
    ...variations.flatMap((variation, index) =>
      judgeGtin(identity, variation.attributes, `item.variations[${index}].attributes`),
    ),
    ...(twice
      ? [
          cause(
            7710,
            'item.attribute.product_identifier.invalid',
            'item.attributes',
            'Product Identifier [GTIN] must be sent on the item or on its variations, not on both.',
          ),
        ]
      : []),
    ...judgePackage(shipping, attributes),
  ];
};

/** The real service names a missing attribute once, for the first variation that lacks it. */
const firstFailing = (category: Category, wholes: AttributeValue[][]): number => {
  const index = wholes.findIndex((whole) => judgeRequired(category, whole, '').length > 0);
  return index === -1 ? 0 : index;
};

const combinationKey = (combinations: AttributeValue[]) =>
  combinations
    .map((entry) => `${entry.id ?? entry.name}=${entry.value_id ?? entry.value_name}`)
    .toSorted()
    .join('|');

const namesKey = (combinations: AttributeValue[]) =>
  combinations
    .map((entry) => entry.id ?? entry.name)
    .toSorted()
    .join('|');

export type Combined = Pick<DraftVariation, 'price' | 'quantity'> & {
  combinations: AttributeValue[];
  pictureIds: string[];
};

export const judgeVariations = (
  category: Category,
  variations: Combined[],
  pictureIds: string[],
): Cause[] => {
  if (variations.length === 0) return [];
  const causes: Cause[] = [];
  if (variations.length > category.maxVariations) {
    const message = `Category ${category.id} allows at most ${category.maxVariations} variations.`;
    causes.push(cause(370, 'item.variations.max', 'item.variations', message));
  }
  variations.forEach((variation, index) => {
    const where = `item.variations[${index}]`;
    if (variation.combinations.length === 0 || variation.price === null || variation.quantity === null) {
      const message = `The variations[${index}] does not contains some or none of the following properties [attribute_combinations, price, available_quantity].`;
      causes.push(cause(369, 'body.required_fields', where, message));
    }
    const custom = variation.combinations.filter(
      (entry) => entry.id === null || attributeOf(category, entry.id) === null,
    );
    if (custom.length > 1) {
      const message = `The attribute_combinations not existing in category ${category.id} in the variation ${index} exceed the allowed amount, only 1 of this kind is allowed.`;
      causes.push(cause(372, 'item.attributes.non_existent.limit_exceded', where, message));
    }
    const unknown = variation.pictureIds.filter((id) => !pictureIds.includes(id));
    if (unknown.length > 0) {
      causes.push(
        cause(
          204,
          'item.pictures.picture_not_found',
          `${where}.picture_ids`,
          `Picture id ${unknown[0]} does not exist.`,
        ),
      );
    }
    causes.push(...judgePrice(category, variation.price, `${where}.price`));
  });
  if (new Set(variations.map((variation) => namesKey(variation.combinations))).size > 1) {
    causes.push(
      cause(
        371,
        'item.variations.attribute_combinations.different',
        'item.variations',
        'All variations must have the same attributes in attribute_combinations.',
      ),
    );
  }
  if (
    new Set(variations.map((variation) => combinationKey(variation.combinations))).size < variations.length
  ) {
    causes.push(
      cause(
        373,
        'item.variations.attribute_combinations.duplicated',
        'item.variations',
        'Variations must not repeat the same attribute_combinations.',
      ),
    );
  }
  if (new Set(variations.map((variation) => variation.price)).size > 1) {
    causes.push(
      cause(
        374,
        'item.variations.price.different',
        'item.variations',
        'All variations must have the same price.',
      ),
    );
  }
  return causes;
};

/** Legacy items answer with the sum of their variations. */
export const totalQuantity = (item: Item): number =>
  item.variations.length === 0
    ? item.available_quantity
    : item.variations.reduce((total, variation) => total + variation.available_quantity, 0);
