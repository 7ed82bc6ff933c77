import type { PackageSize } from '#contract/advertisements/package-size.ts';
import { toDecimal } from '#contract/money.ts';
import type { TaxCodes } from '#contract/products/tax-codes.ts';
import {
  type ListingContent,
  type PriceBand,
  packageOfAll,
  type StockLocation,
  type VariationContent,
} from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import { attributeBodies } from './attributes.ts';
import { brandBody } from './brands.ts';
import { channelBodies } from './channels.ts';
import { itemSkuOf, sentDescription, withoutGtin } from './item-view.ts';
import { conditionBody, handlingBody } from './sale-terms.ts';
import { ShopeeError } from './shopee-error.ts';
import { numberOf } from './values.ts';
import { sellerStock } from './warehouses.ts';

type Json = Record<string, unknown>;

/** A new item, on sale at once only if it needs no models first; all its units are at the shop's first warehouse. */
export async function itemBody(
  session: SellerSession,
  content: ListingContent,
  variations: readonly VariationContent[],
): Promise<(places: readonly StockLocation[]) => Json> {
  const [first] = variations;
  const isTiered = hasTiers(variations);
  const [attributes, brand, channels] = await Promise.all([
    attributeBodies(session, content.categoryId, content.attributes),
    brandBody(session, content.categoryId, content.attributes),
    channelBodies(session, packageOfAll(content, variations), content.freeShipping ?? null),
  ]);
  if (channels.length === 0)
    throw new ShopeeError(
      400,
      'logistic_none',
      'no logistic channel of the shop takes this weight and size',
      {},
    );
  return (places) => ({
    item_name: content.name,
    description: sentDescription(content),
    category_id: numberOf(content.categoryId),
    original_price: toDecimal(first?.price ?? 0),
    seller_stock: sellerStock({ value: first?.quantity ?? 0 }, places),
    item_status: isTiered ? 'UNLIST' : 'NORMAL',
    condition: conditionBody(content.condition),
    ...(content.handlingDays && handlingBody(content.handlingDays)),
    item_sku: itemSkuOf(isTiered ? '' : (first?.sku ?? ''), content.mark),
    ...packageOfItem(content, variations),
    ...(!isTiered && first && { gtin_code: gtinBody(first) }),
    ...(content.taxCodes && taxBody(content.taxCodes)),
    attribute_list: attributes,
    brand,
    logistic_info: channels,
    image: { image_id_list: content.pictureIds },
  });
}

export const hasTiers = (variations: readonly VariationContent[]): boolean =>
  variations.some(({ attributes }) => attributes.length > 0);

/** Several units or products in one: the code of a part is not its own. */
export const gtinBody = ({ gtin, kit }: Pick<VariationContent, 'gtin' | 'kit'>): string =>
  gtin && !kit ? gtin : withoutGtin;

/** All of them, or none: incomplete ones are refused. */
export const taxBody = ({
  ncm,
  cest,
  origin,
  csosn,
  cfopSameState,
  cfopOtherState,
  taxUnit,
}: TaxCodes): Json => ({
  tax_info: {
    ...{ ncm, origin: String(origin), csosn, measure_unit: taxUnit },
    ...{ same_state_cfop: cfopSameState, diff_state_cfop: cfopOtherState },
    ...(cest && { cest }),
  },
});

/** With models it is the default of those without their own. */
export function packageOfItem(content: ListingContent, variations: readonly VariationContent[]): Json {
  const [only] = variations;
  const size = hasTiers(variations) ? content.package : (only?.package ?? content.package);
  return size ? packageBody(size) : {};
}

/** More units than anybody buys: every tier needs an end. */
const endless = 999_999;

/** Tiers without gaps; an empty list removes them. */
export const wholesaleBody = (bands: readonly PriceBand[]): Json => ({
  wholesale: bands.map(({ from, price }, index) => ({
    min_count: from,
    max_count: (bands[index + 1]?.from ?? endless + 1) - 1,
    unit_price: toDecimal(price),
  })),
});

/** Kilograms; and whole centimetres, so that it is never smaller than it is. */
export const packageBody = ({ weight, width, height, depth }: PackageSize): Json => ({
  weight,
  dimension: {
    package_length: Math.ceil(depth),
    package_width: Math.ceil(width),
    package_height: Math.ceil(height),
  },
});
