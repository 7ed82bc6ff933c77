import type { Advertisement, advertisements, Part } from '#contract/advertisements/advertisement.ts';
import type { dropshipping } from '#contract/dropshipping/catalogue.ts';
import type { BodyInputOf, ResponseOf } from '#contract/endpoint.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import { thumbnailOf } from '../products/image-upload.ts';
import { changedFields, changesOf, newTempId } from '../ui/collection.ts';
import type { ImageItem } from '../ui/ImagesEditor.tsx';

/** A part of the composition as the form holds it; what is known of its offer is only shown. */
export type PartValues = {
  id?: number;
  tempId?: string;
  offer: { id: number; name: string };
  quantity: number | null;
  sku: string;
  supplier: string;
  warehouseId: number | null;
  price: number | null;
  available: number;
};

export type AdvertisementValues = {
  product: string;
  brand: string;
  description: string;
  components: PartValues[];
  images: ImageItem[];
};

type Offered = ResponseOf<typeof dropshipping.list>['items'][number];
export type OfferDetail = ResponseOf<typeof dropshipping.detail>;

export function partOfOffer(offer: Offered): PartValues {
  return {
    tempId: newTempId(),
    offer: { id: offer.id, name: offer.name },
    quantity: 1,
    sku: offer.sku,
    supplier: offer.supplier.name,
    warehouseId: offer.warehouseId,
    price: offer.price,
    available: offer.available,
  };
}

const partValues = (part: Part): PartValues => ({
  id: part.id,
  offer: part.offer,
  quantity: part.quantity,
  sku: part.sku,
  supplier: part.supplier?.name ?? '',
  warehouseId: part.warehouseId,
  price: part.price,
  available: part.available,
});

export const imageItem = (image: { id: number; name: string }): ImageItem => ({
  ...image,
  url: thumbnailOf(image.id),
});

export function valuesOf(advertisement: Advertisement): AdvertisementValues {
  return {
    product: advertisement.product,
    brand: advertisement.brand,
    description: advertisement.description,
    components: advertisement.components.map(partValues),
    images: advertisement.images.map(imageItem),
  };
}

/** What a new advertisement starts as: the words and pictures of its first offer. */
export function valuesOfOffers(offers: readonly OfferDetail[]): AdvertisementValues {
  const [first] = offers;
  return {
    product: first?.product.name ?? '',
    brand: first?.brand ?? '',
    description: first?.description ?? '',
    components: offers.map(partOfOffer),
    images: (first?.images ?? []).map(imageItem),
  };
}

const partBody = (part: PartValues) => ({ offer: part.offer.id, quantity: part.quantity ?? Number.NaN });
const textBody = ({ product, brand, description, images }: AdvertisementValues) => ({
  product,
  brand,
  description,
  images: images.map((image) => image.id),
});

export function createBody(values: AdvertisementValues): BodyInputOf<typeof advertisements.create> {
  return { ...textBody(values), components: values.components.map(partBody) };
}

export function updateBody(
  before: AdvertisementValues,
  values: AdvertisementValues,
): BodyInputOf<typeof advertisements.update> {
  const components = changesOf(before.components, values.components, partBody);
  return {
    ...changedFields(textBody(before), textBody(values)),
    ...(components && {
      components: {
        ...components,
        // An offer is not exchanged in place: its part is removed and another one added.
        update:
          components.update &&
          Object.fromEntries(
            Object.entries(components.update).map(([id, { quantity }]) => [id, { quantity }]),
          ),
      },
    }),
  };
}

/** What one unit costs; null while a part's price is not known. */
export function costOf(components: readonly PartValues[]): number | null {
  if (components.some((part) => part.price === null || !part.quantity)) return null;
  return sumMoney(components.map((part) => multiplyMoney(part.price ?? 0, part.quantity ?? 0)));
}
