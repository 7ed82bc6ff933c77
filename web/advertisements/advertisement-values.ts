import type { Advertisement, advertisements, Part } from '#contract/advertisements/advertisement.ts';
import type { dropshipping } from '#contract/dropshipping/catalogue.ts';
import type { Offer } from '#contract/dropshipping/dropship-item.ts';
import type { BodyInputOf, ResponseOf } from '#contract/endpoint.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import { thumbnailOf } from '../products/images/image-upload.ts';
import { changedFields, changesOf, newTempId } from '../ui/form/collection.ts';
import type { FormState } from '../ui/form/form-state.ts';
import type { ImageItem } from '../ui/form/ImagesList.tsx';

/** A part of the composition in the form; facts of its offer are only shown. */
export type PartValues = {
  id?: number;
  tempId?: string;
  offer: { id: number; name: string };
  /** Only while composing; a saved part has none. */
  product?: { id: number; name: string };
  quantity: number | null;
  sku: string;
  supplier: string;
  warehouseId: number | null;
  price: number | null;
  available: number;
  /** Whether the offer still exists; absent for a part that was just chosen. */
  active?: boolean;
  /** The supplier holds it back until overdue invoices are paid. */
  held?: boolean;
  /** Weight of one unit in kg; absent for saved parts, whose sum the server knows. */
  weight?: number | null;
};

export type AdvertisementValues = {
  product: string;
  brand: string;
  description: string;
  components: PartValues[];
  asVariations: boolean;
  sku: string;
  width: number | null;
  height: number | null;
  depth: number | null;
  images: ImageItem[];
};

export type Offered = ResponseOf<typeof dropshipping.list>['items'][number];
export type OfferDetail = ResponseOf<typeof dropshipping.detail>;

export function partOfOffer(offer: Offered): PartValues {
  return {
    tempId: newTempId(),
    offer: { id: offer.id, name: offer.name },
    product: offer.product,
    quantity: 1,
    sku: offer.sku,
    supplier: offer.supplier.name,
    warehouseId: offer.warehouseId,
    price: offer.price,
    available: offer.available,
    weight: offer.weight,
  };
}

/** A supplier's own list names the warehouse and no supplier. */
export const partOfOwnOffer = (offer: Offer): PartValues => ({
  tempId: newTempId(),
  offer: { id: offer.id, name: offer.name },
  quantity: 1,
  sku: offer.sku,
  supplier: '',
  warehouseId: offer.warehouse.id,
  price: offer.price ?? null,
  available: offer.available ?? 0,
});

type SavedPart = Omit<Part, 'price'> & { price?: number | null | undefined };

/** A saved part in the form; its price is absent without the permission to read prices. */
export const partValues = ({ supplier, ...part }: SavedPart): PartValues => ({
  id: part.id,
  offer: part.offer,
  quantity: part.quantity,
  sku: part.sku,
  supplier: supplier?.name ?? '',
  warehouseId: part.warehouseId,
  price: part.price ?? null,
  available: part.available,
  active: part.active,
  held: part.held,
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
    asVariations: advertisement.asVariations,
    sku: advertisement.sku,
    width: advertisement.width,
    height: advertisement.height,
    depth: advertisement.depth,
    images: advertisement.images.map(imageItem),
  };
}

/** Several variations of one product, which can become one advertisement with variations. */
export const isOneProduct = (parts: readonly { product?: { id: number } }[]) =>
  parts.length > 1 && parts.every(({ product }) => product && product.id === parts[0]?.product?.id);

type KitName = (names: string) => string;

/** Title suggested by a composition. */
function wordsOf(parts: readonly PartValues[], kitName: KitName): { product: string; sku: string } {
  const names = parts.map(({ product, offer }) => product?.name ?? offer.name);
  if (parts.length < 2 || isOneProduct(parts)) return { product: names[0] ?? '', sku: '' };
  return {
    product: kitName(names.join(' + ')).slice(0, 120),
    sku: `KIT-${parts.map(({ sku }) => sku).join('-')}`.slice(0, 60),
  };
}

/** Changes of a new advertisement when an offer is added; texts typed by the seller are kept. */
export function withOffer(
  values: Pick<AdvertisementValues, 'components' | 'product' | 'brand' | 'sku'>,
  offer: Offered,
  kitName: KitName,
): Pick<AdvertisementValues, 'components' | 'asVariations' | 'product' | 'brand' | 'sku'> {
  const components = [...values.components, partOfOffer(offer)];
  const [before, after] = [wordsOf(values.components, kitName), wordsOf(components, kitName)];
  const suggest = (key: 'product' | 'sku') => (values[key] === before[key] ? after[key] : values[key]);
  return {
    components,
    asVariations: isOneProduct(components),
    product: suggest('product'),
    brand: values.brand || offer.brand,
    sku: suggest('sku'),
  };
}

/**
 * Initial values of a new advertisement. Several colours of one product become an advertisement with variations and
 * all their pictures, several products a kit with title and SKU of its own, and one offer provides its own texts and
 * pictures.
 */
export function valuesOfOffers(offers: readonly OfferDetail[], kitName: KitName): AdvertisementValues {
  const [first] = offers;
  const components = offers.map(partOfOffer);
  const asVariations = isOneProduct(offers);
  const isKit = offers.length > 1 && !asVariations;
  const images = new Map(offers.flatMap((offer) => offer.images.map((image) => [image.id, image])));
  return {
    ...wordsOf(components, kitName),
    brand: first?.brand ?? '',
    description: isKit
      ? offers.map((offer) => [offer.name, offer.description].filter(Boolean).join('\n')).join('\n\n')
      : (first?.description ?? ''),
    components,
    asVariations,
    ...{ width: null, height: null, depth: null },
    images: [...images.values()].slice(0, 30).map(imageItem),
  };
}

/** Several parts, or more than one unit of the only part. */
export const isKit = ({
  components,
  asVariations,
}: Pick<AdvertisementValues, 'components' | 'asVariations'>) =>
  !asVariations && components.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0) > 1;

/** Weight of one unit in kg; null if the weight of a part is unknown. */
export function weightOf(components: readonly PartValues[]): number | null {
  if (components.length === 0 || components.some(({ weight }) => weight === null || weight === undefined))
    return null;
  const grams = components.reduce(
    (sum, part) => sum + Math.round((part.weight ?? 0) * 1000) * (part.quantity ?? 0),
    0,
  );
  return grams / 1000;
}

export const partBody = (part: PartValues) => ({
  offer: part.offer.id,
  quantity: part.quantity ?? Number.NaN,
});
const textBody = ({ product, brand, description, images, ...values }: AdvertisementValues) => ({
  product,
  brand,
  description,
  sku: values.sku,
  width: values.width,
  height: values.height,
  depth: values.depth,
  images: images.map((image) => image.id),
});

export function createBody(values: AdvertisementValues): BodyInputOf<typeof advertisements.create> {
  const { components, asVariations } = values;
  return { ...textBody(values), asVariations, components: components.map(partBody) };
}

/** Changes of the composition: an offer is not replaced in place, its part is removed and another one added. */
export function partChanges(before: readonly PartValues[], parts: readonly PartValues[]) {
  const changes = changesOf(before, parts, partBody);
  if (!changes) return undefined;
  const quantities = Object.entries(changes.update ?? {}).map(([id, { quantity }]) => [id, { quantity }]);
  return { ...changes, ...(changes.update && { update: Object.fromEntries(quantities) }) };
}

export function updateBody(
  before: AdvertisementValues,
  values: AdvertisementValues,
): BodyInputOf<typeof advertisements.update> {
  const components = partChanges(before.components, values.components);
  return {
    ...changedFields(textBody(before), textBody(values)),
    ...(components && { components }),
  };
}

/** Cost of one unit; null if the price of a part is unknown. */
export function costOf(components: readonly PartValues[]): number | null {
  if (components.some((part) => part.price === null || !part.quantity)) return null;
  return sumMoney(components.map((part) => multiplyMoney(part.price ?? 0, part.quantity ?? 0)));
}

export type AdvertisementFormState = FormState<AdvertisementValues>;
