import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { ListingContent, VariationContent } from '../listing.ts';
import { uncategorised } from './categories.ts';
import { asHtml } from './description.ts';
import { videoAddress } from './product.ts';
import { inPortuguese, numberOf, priceText } from './values.ts';

type Json = Record<string, unknown>;

/** Nothing that is empty is sent: an empty stock is one without a limit. */
export function productBody(content: ListingContent, variations: readonly VariationContent[]): Json {
  const names = variations[0]?.attributes.map(({ name }) => inPortuguese(name)) ?? [];
  return {
    name: inPortuguese(content.name),
    ...(content.description && { description: inPortuguese(asHtml(content.description)) }),
    ...(content.categoryId !== uncategorised && { categories: [numberOf(content.categoryId)] }),
    ...(content.video && { video_url: videoAddress(content.video) }),
    ...(typeof content.freeShipping === 'boolean' && { free_shipping: content.freeShipping }),
    tags: content.mark,
    ...(names.length > 0 && { attributes: names }),
    variants: variations.map((variation) => variantBody(content, variation)),
  };
}

export function variantBody(content: Pick<ListingContent, 'package'>, variation: VariationContent): Json {
  const size = variation.package ?? content.package;
  return {
    price: priceText(variation.price),
    stock: variation.quantity,
    ...identityBody(variation),
    ...(size && packageBody(size)),
    ...(variation.attributes.length > 0 && {
      values: variation.attributes.map(({ valueName }) => inPortuguese(valueName)),
    }),
  };
}

/** Several units or products in one: the code of a part is not its own. */
export const identityBody = ({ sku, gtin, kit }: Pick<VariationContent, 'sku' | 'gtin' | 'kit'>): Json => ({
  ...(sku && { sku }),
  ...(gtin && !kit && { barcode: gtin }),
});

/** Kilograms and centimetres, as text. */
export const packageBody = ({ weight, width, height, depth }: PackageSize): Json => ({
  weight: String(weight),
  width: String(width),
  height: String(height),
  depth: String(depth),
});
