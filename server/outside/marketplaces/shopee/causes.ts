import type { FaultField, RemoteCause } from '#contract/advertisements/sync-error.ts';

/**
 * `common.error_auth`, ` logistics.package_already_shipped`: the prefix of the area, and a blank, have no further
 * meaning.
 */
export const bareCode = (code: string): string => code.trim().replace(/^[a-z_]+\./, '');

/** Why it refused, by our fields: it names one in its code, or in a sentence. */
export function causesOf({ code, message }: { code: string; message: string }): RemoteCause[] {
  return [
    {
      field: fieldOf(`${code} ${message}`.toLowerCase()),
      attributes: code === unknownBrand ? [brandId] : attributesIn(message),
      variation: null,
      code: code.slice(0, 120),
      message: (message || code).slice(0, 500),
      warning: false,
    },
  ];
}

/** Ours, for a brand that a category does not have. */
export const unknownBrand = 'brand_unknown';
/**
 * Not an attribute there: the brand of an item is a separate field. It has the name that forms use, which fill it in.
 */
export const brandId = 'BRAND';

/** Attributes are numbers after the word. */
const attributesIn = (message: string): string[] =>
  /attribute/i.test(message) ? [...message.matchAll(/\b(\d{5,12})\b/g)].map(([, id]) => id ?? '') : [];

/** The first that is named decides. */
const fieldWords: readonly (readonly [FaultField, RegExp])[] = [
  ['images', /image|picture/],
  ['description', /description/],
  ['attributes', /attribute|brand/],
  ['handlingDays', /days_to_ship|pre_order|pre-order/],
  ['condition', /\bcondition\b/],
  ['freeShipping', /is_free|cover_shipping/],
  ['wholesale', /whole_?sale/],
  ['category', /categor/],
  ['gtin', /gtin/],
  ['dimensions', /weight|dimension|size|logistic|channel/],
  ['price', /price/],
  ['quantity', /stock|inventory/],
  ['variations', /tier|model|variation|option/],
  ['sku', /sku/],
  ['name', /item_name|item name|title|\bname\b/],
  ['state', /status|unlist|banned|promotion/],
  ['account', /shop|seller|penalty|kyc/],
];

const fieldOf = (words: string): FaultField =>
  fieldWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
