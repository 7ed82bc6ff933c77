import { isSamePackage, packageOf } from '#contract/advertisements/package-size.ts';
import type { ContentPart, Listing, ListingContent, VariationContent } from '../listing.ts';
import type { SellerSession } from '../seller-session.ts';
import { asHtml } from './description.ts';
import {
  descriptionOf,
  type Product,
  productPath,
  requireProduct,
  type Variant,
  videoAddress,
  videoCodeOf,
} from './product.ts';
import { identityBody, packageBody } from './product-bodies.ts';
import { inPortuguese, numberOf } from './values.ts';

/**
 * Updates one part of a product's content if it differs. A product is merged with the sent fields; its variants are
 * written one by one, because writing them together deletes omitted ones.
 */
export async function pushContent(
  session: SellerSession,
  listing: Listing,
  part: ContentPart,
  content: ListingContent,
  variations: readonly VariationContent[],
): Promise<void> {
  const found = await requireProduct(session, listing.id);
  const put = async (json: Record<string, unknown>) => {
    await session.call(productPath(session, listing.id), { method: 'PUT', json });
  };
  switch (part) {
    case 'name':
      if (found.name !== content.name) await put({ name: inPortuguese(content.name) });
      return;
    case 'description':
      if (descriptionOf(found) !== content.description.trim())
        await put({ description: inPortuguese(asHtml(content.description)) });
      return;
    case 'video':
      if (videoCodeOf(found.video_url ?? '') !== content.video)
        await put({ video_url: content.video ? videoAddress(content.video) : null });
      return;
    case 'freight':
      if (typeof content.freeShipping === 'boolean' && found.free_shipping !== content.freeShipping)
        await put({ free_shipping: content.freeShipping });
      return;
    case 'pictures':
      return pushPictures(session, found, content.pictureIds);
    case 'package':
      return pushPackages(session, found, content, variations);
    case 'identity':
      return pushIdentity(session, found, variations);
    // The store has one kind of listing, no attributes except those of variations, no condition of its goods, and no
    // prices by quantity.
    case 'wholesale':
    case 'condition':
    case 'terms':
    case 'type':
    case 'attributes':
  }
}

/** Unwanted pictures are removed; the wanted ones are in the requested order. */
async function pushPictures(
  session: SellerSession,
  found: Product,
  wanted: readonly string[],
): Promise<void> {
  if (wanted.length === 0) return;
  const path = `${productPath(session, found.id)}/images`;
  for (const { id } of found.images)
    if (!wanted.includes(id)) await session.call(`${path}/${numberOf(id)}`, { method: 'DELETE' });
  const left = found.images.map(({ id }) => id).filter((id) => wanted.includes(id));
  if (left.join() === wanted.filter((id) => left.includes(id)).join()) return;
  for (const [n, id] of wanted.entries())
    await session.call(`${path}/${numberOf(id)}`, { method: 'PUT', json: { position: n + 1 } });
}

const putVariant = (session: SellerSession, found: Product, { id }: Variant, json: Record<string, unknown>) =>
  session.call(`${productPath(session, found.id)}/variants/${numberOf(id)}`, { method: 'PUT', json });

/** Each variant has its own; one that is not ours has that of the content. */
async function pushPackages(
  session: SellerSession,
  found: Product,
  content: ListingContent,
  variations: readonly VariationContent[],
): Promise<void> {
  for (const variant of found.variants) {
    const size = oursOf(found, variant, variations)?.package ?? content.package;
    if (size && !isSamePackage(packageOf(variant), size))
      await putVariant(session, found, variant, packageBody(size));
  }
}

/** The only variant of a product without variations is the ad itself. */
const oursOf = ({ variants }: Product, { id }: Variant, variations: readonly VariationContent[]) =>
  variations.find((one) => one.id === id) ??
  (variants.length === 1 && variations.length === 1 ? variations[0] : undefined);

/** SKU and code, of each variant that differs. */
async function pushIdentity(
  session: SellerSession,
  found: Product,
  variations: readonly VariationContent[],
): Promise<void> {
  for (const variant of found.variants) {
    const ours = oursOf(found, variant, variations);
    if (!ours) continue;
    const isSame =
      (variant.sku ?? '') === ours.sku && (variant.barcode ?? '') === (ours.kit ? '' : ours.gtin);
    if (!isSame) await putVariant(session, found, variant, identityBody(ours));
  }
}
