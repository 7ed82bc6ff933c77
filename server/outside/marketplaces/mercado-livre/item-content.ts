import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { AttributeValue } from '#contract/advertisements/publication.ts';
import {
  type ContentPart,
  type Listing,
  type ListingContent,
  packageOfAll,
  type VariationContent,
} from '../listing.ts';
import { freeShippingFrom } from './capabilities.ts';
import { MercadoLivreError } from './client.ts';
import { identityAttributes, listingTypeIds, packageAttributes, remoteAttribute } from './item-bodies.ts';
import {
  changeListingType,
  describeItem,
  putVariations,
  readSoldAs,
  type SellerCalls,
  updateItem,
} from './items.ts';
import { pushWholesale } from './quantity-prices.ts';
import { conditionAttribute, termBodies } from './sale-terms.ts';

/** Updates one part of an item's content if it differs; the rest of the item is not touched. */
export async function pushContent(
  calls: SellerCalls,
  listing: Listing,
  part: ContentPart,
  content: ListingContent,
  variations: readonly VariationContent[],
): Promise<void> {
  const { id } = listing;
  switch (part) {
    case 'name':
      return pushName(calls, listing, content.name);
    case 'type':
      if (listing.type !== content.type) await changeListingType(calls, id, listingTypeIds[content.type]);
      return;
    case 'attributes': {
      const changed = content.attributes.filter((value) => !hasAttribute(listing.attributes, value));
      if (changed.length > 0) await updateItem(calls, id, { attributes: changed.map(remoteAttribute) });
      return;
    }
    case 'package': {
      const size = packageOfAll(content, variations);
      if (size && !isSamePackage(listing.package, size))
        await updateItem(calls, id, { attributes: packageAttributes(size) });
      return;
    }
    case 'condition':
      if (content.condition && listing.condition !== content.condition)
        await updateItem(calls, id, { attributes: [conditionAttribute(content.condition)] });
      return;
    case 'terms': {
      const { sale_terms } = await readSoldAs(calls, id);
      return updateItem(calls, id, { sale_terms: termBodies(content, sale_terms ?? []) });
    }
    case 'freight':
      return pushFreight(calls, listing, content);
    case 'video':
      if (listing.video !== content.video) await updateItem(calls, id, { video_id: content.video || null });
      return;
    case 'description':
      return describeItem(calls, id, content.description);
    case 'pictures':
      return pushPictures(calls, listing, content.pictureIds, variations);
    case 'identity':
      return pushIdentity(calls, listing, variations);
    case 'wholesale':
      if (content.wholesale) await pushWholesale(calls, id, content.wholesale);
      return;
  }
}

/** The name stays after a sale: a call that is certainly refused is not sent. */
async function pushName(calls: SellerCalls, listing: Listing, name: string): Promise<void> {
  if (listing.name === name) return;
  const field = listing.perVariation ? 'family_name' : 'title';
  if (listing.sold > 0) throw new MercadoLivreError(400, `item.${field}.not_modifiable`, '', {});
  await updateItem(calls, listing.id, { [field]: name });
}

/** How it is sent stays as the marketplace has it; from a price on who pays is not the seller's choice. */
async function pushFreight(
  calls: SellerCalls,
  listing: Listing,
  { freeShipping = null }: Pick<ListingContent, 'freeShipping'>,
): Promise<void> {
  const { promotion, price } = listing;
  const paid = promotion?.price ?? price;
  const isObliged = paid !== null && paid >= freeShippingFrom;
  if (freeShipping === null || listing.freeShipping === freeShipping || isObliged) return;
  const { shipping } = await readSoldAs(calls, listing.id);
  const mode = shipping?.mode ?? 'me2';
  await updateItem(calls, listing.id, { shipping: { mode, free_shipping: freeShipping } });
}

async function pushPictures(
  calls: SellerCalls,
  listing: Listing,
  pictureIds: readonly string[],
  variations: readonly VariationContent[],
): Promise<void> {
  const only = listing.perVariation ? variations[0]?.pictureIds : null;
  const pictures = (only ?? pictureIds).map((id) => ({ id }));
  if (listing.variations.length === 0) return updateItem(calls, listing.id, { pictures });
  const ours = new Map(variations.map(({ id, pictureIds: own }) => [id, own ?? pictureIds]));
  await putVariations(
    calls,
    listing.id,
    listing.variations,
    ({ id }) => (ours.has(id) ? { picture_ids: ours.get(id) } : {}),
    // Variations that are not ours keep theirs, which the item must then have as well.
    { pictures: listing.variations.every(({ id }) => ours.has(id)) ? pictures : withKept(listing, pictures) },
  );
}

const withKept = ({ pictureIds }: Listing, pictures: { id: string }[]) => [
  ...pictures,
  ...pictureIds.filter((kept) => !pictures.some(({ id }) => id === kept)).map((id) => ({ id })),
];

/** SKU and code, of the item or of each of its variations that differs. */
async function pushIdentity(
  calls: SellerCalls,
  listing: Listing,
  variations: readonly VariationContent[],
): Promise<void> {
  const isSame = (has: { sku: string; gtin: string }, is: VariationContent) =>
    has.sku === is.sku && has.gtin === (is.kit ? '' : is.gtin);
  if (listing.variations.length === 0) {
    const [only] = variations;
    if (!only || isSame(listing, only)) return;
    return updateItem(calls, listing.id, { attributes: identityAttributes(only) });
  }
  const changed = new Map(
    listing.variations.flatMap((remote) => {
      const ours = variations.find(({ id }) => id === remote.id);
      return ours && !isSame(remote, ours) ? [[remote.id, ours] as const] : [];
    }),
  );
  if (changed.size === 0) return;
  await putVariations(calls, listing.id, listing.variations, ({ id }) => {
    const ours = changed.get(id);
    return ours ? { attributes: identityAttributes(ours) } : {};
  });
}

function hasAttribute(list: readonly AttributeValue[], value: AttributeValue): boolean {
  const found = list.find((entry) => (value.id ? entry.id === value.id : entry.name === value.name));
  if (!found) return value.valueId === null && value.valueName === '';
  return value.valueId ? found.valueId === value.valueId : found.valueName === value.valueName;
}

/** As whole centimetres and grams, the only precision stored there. */
function isSamePackage(one: PackageSize | null, other: PackageSize): boolean {
  return one !== null && JSON.stringify(packageAttributes(one)) === JSON.stringify(packageAttributes(other));
}
