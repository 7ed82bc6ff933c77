import type { Advertisement, Part } from '#contract/advertisements/advertisement.ts';
import { type PackageSide, packageSides } from '#contract/advertisements/package-size.ts';
import type {
  AttributeValue,
  advertisementsPublications,
  Publication,
  publications,
} from '#contract/advertisements/publication.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import { noSaleTerms, type SaleTerms } from '#contract/advertisements/sale-terms.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import type { MarketplaceAccount } from '#contract/marketplaces/marketplace-account.ts';
import type { CategoryAttribute } from '#contract/marketplaces/marketplace-category.ts';
import { shownAttributes } from '#contract/marketplaces/shown-attributes.ts';
import { multiplyMoney, sumMoney } from '#contract/money.ts';
import { changesOf, newTempId } from '../../ui/form/collection.ts';
import type { ImageItem } from '../../ui/form/ImagesList.tsx';
import { imageItem, type OfferDetail } from '../advertisement-values.ts';
import { hasSamePackages, type PackageValues, withPackages } from './package-values.ts';

/** A value of an attribute as a field holds it. */
export type Chosen = { name: string; valueId: string | null; valueName: string };
export type ChosenPart = { offer: { id: number; name: string }; quantity: number; price: number | null };

export type VariationValues = {
  id?: number;
  tempId?: string;
  value: Chosen;
  parts: ChosenPart[];
  /** Attributes of its product that distinguish it: Cor, Tamanho. */
  traits: Record<string, string>;
  cost: number;
  sku: string;
  gtin: string;
  /** Its own parcel; null: that of the ad. */
  package: PackageValues | null;
  price: number | null;
  margin: number | null;
  /** The value typed last; the other one follows from it. */
  leads: 'price' | 'margin';
  /** True if no price reaches this margin. */
  impossible: boolean;
  active: boolean;
  /**
   * At the marketplace: the distinguishing value is fixed, and the variation is taken off sale instead of removed.
   */
  published: boolean;
};

/** An account that a form publishes on. */
export type PublishAccount = Pick<
  MarketplaceAccount,
  'id' | 'name' | 'marketplace' | 'capabilities' | 'pricePerVariation'
>;

export type PublishValues = {
  account: Pick<MarketplaceAccount, 'id' | 'name' | 'capabilities'> | null;
  /** Further accounts of a new publication, each with a form of its own. */
  also: PublishAccount[];
  /** Publications that this form has made already, on accounts that it is no longer about. */
  done: number[];
  /** Exists at the marketplace. */
  listing: string | null;
  /** One remote item per variation, so prices may differ. */
  pricePerVariation: boolean;
  name: string;
  category: { id: string; name: string } | null;
  type: PublicationType;
  attributes: Record<string, readonly Chosen[]>;
  /** Values by attribute that the list of the category does not have, and that it therefore did not take over. */
  unlisted: Record<string, string>;
  /** Category of the attributes and variations; null without one. */
  saidFor: string | null;
  /** Attribute that distinguishes variations; null for a single item. */
  varies: { id: string | null; name: string } | null;
  variations: VariationValues[];
  images: ImageItem[];
  weight: number | null;
  width: number | null;
  height: number | null;
  depth: number | null;
  video: string;
  description: string;
} & SaleTerms;

const usualMargin = 2000;
export const none: Chosen = { name: '', valueId: null, valueName: '' };

export const costOfParts = (parts: readonly ChosenPart[]) =>
  sumMoney(parts.map((part) => multiplyMoney(part.price ?? 0, part.quantity)));

export function newVariation(parts: ChosenPart[], known: Partial<VariationValues> = {}): VariationValues {
  return {
    tempId: newTempId(),
    value: none,
    traits: {},
    parts,
    cost: costOfParts(parts),
    sku: '',
    gtin: '',
    package: null,
    price: null,
    margin: usualMargin,
    leads: 'margin',
    impossible: false,
    active: true,
    published: false,
    ...known,
  };
}

const chosenPart = ({ offer: { id, name }, quantity, price }: Part): ChosenPart => ({
  offer: { id, name },
  quantity,
  price,
});

type Sized = Pick<Advertisement, PackageSide>;

/** The parcel of one variation: of one unit that of its product, of several with the box of the advertisement. */
function packageOfPart(part: Part, offer: OfferDetail | undefined, box: Sized): PackageValues {
  const weight = offer?.weight ? Math.round(offer.weight * part.quantity * 1000) / 1000 : null;
  const { width = null, height = null, depth = null } = (part.quantity === 1 ? offer : box) ?? {};
  return { weight, width, height, depth };
}

const isOneSize = ([first, ...rest]: readonly PackageValues[]) =>
  rest.every((one) => packageSides.every((side) => one[side] === first?.[side]));

/** One variation of all parts together, or one of each part with the attributes of its product. */
function draftVariations(advertisement: Advertisement, offers: readonly OfferDetail[]): VariationValues[] {
  const { components, asVariations, sku } = advertisement;
  const gtinOf = (part: Part) => offers.find(({ id }) => id === part.offer.id)?.gtin ?? '';
  if (asVariations) {
    const sizes = components.map((part) =>
      packageOfPart(
        part,
        offers.find(({ id }) => id === part.offer.id),
        advertisement,
      ),
    );
    const isShared = isOneSize(sizes);
    return components.map((part, index) =>
      newVariation([chosenPart(part)], {
        package: isShared ? null : (sizes[index] ?? null),
        sku: part.sku,
        gtin: part.quantity === 1 ? gtinOf(part) : '',
        traits: offers.find(({ id }) => id === part.offer.id)?.attributes ?? {},
      }),
    );
  }
  const [first] = components;
  const units = components.reduce((sum, part) => sum + part.quantity, 0);
  const gtin = first && units === 1 ? gtinOf(first) : '';
  return [newVariation(components.map(chosenPart), { sku: sku || (first?.sku ?? ''), gtin })];
}

/** A first draft from the advertisement and its products. A kit has its own box if one was entered. */
export function draftOf(advertisement: Advertisement, offers: readonly OfferDetail[]): PublishValues {
  const units = advertisement.components.reduce((sum, part) => sum + part.quantity, 0);
  const isKit = !advertisement.asVariations && units > 1;
  const [offer] = offers;
  const box = isKit ? advertisement : offer;
  return {
    account: null,
    also: [],
    done: [],
    listing: null,
    pricePerVariation: false,
    name: advertisement.product.slice(0, 60),
    category: null,
    type: 'classic',
    attributes: advertisement.brand
      ? { BRAND: [{ name: 'BRAND', valueId: null, valueName: advertisement.brand }] }
      : {},
    unlisted: {},
    saidFor: null,
    varies: null,
    variations: draftVariations(advertisement, offers),
    images: advertisement.images.map(imageItem),
    weight: advertisement.weight,
    width: box?.width ?? null,
    height: box?.height ?? null,
    depth: box?.depth ?? null,
    video: '',
    ...noSaleTerms,
    description: advertisement.description || (offer?.description ?? ''),
  };
}

/**
 * Adapts a draft to an account: limits of text, listing types and pictures of its marketplace. Categories belong to
 * the account.
 */
export function onAccount(
  draft: PublishValues,
  account: Omit<PublishAccount, 'marketplace'>,
): Partial<PublishValues> {
  const { id, name, capabilities, pricePerVariation } = account;
  const { listingTypes, mostPictures, conditions, warranties, takesVideo } = capabilities;
  const { condition, warranty, freeShipping } = draft;
  return {
    account: { id, name, capabilities },
    category: draft.account?.id === id ? draft.category : null,
    pricePerVariation,
    type: listingTypes.includes(draft.type) ? draft.type : (listingTypes[0] ?? draft.type),
    images: draft.images.slice(0, mostPictures),
    condition: conditions.find((one) => one === condition) ?? conditions[0] ?? null,
    warranty: warranty && warranties.includes(warranty.by) ? warranty : null,
    handlingDays: capabilities.handlingDays && draft.handlingDays,
    freeShipping: capabilities.freeShipping && (freeShipping ?? false),
    video: takesVideo ? draft.video : '',
  };
}

const partsKey = (parts: readonly { offer: { id: number }; quantity: number }[]) =>
  JSON.stringify(parts.map(({ offer, quantity }) => [offer.id, quantity]).toSorted());

/**
 * A draft with the common part of another publication of its advertisement: texts, images, measures, sale terms, codes
 * and, where it is known, the margin. Category and price are those of the account. Attributes that the new category has
 * too are taken over when it is chosen.
 */
export function likePublication(draft: PublishValues, made: Publication): PublishValues {
  const { name, description, images, weight, width, height, depth, video, attributes } = valuesOf(made);
  const variations = draft.variations.map((variation) => {
    const same = made.variations.find(({ components }) => partsKey(components) === partsKey(variation.parts));
    if (!same) return variation;
    const isKnown = same.fee !== null && same.freight !== null;
    const { sku, gtin, marginBasisPoints, package: own } = same;
    return { ...variation, sku, gtin, package: own, ...(isKnown && { margin: marginBasisPoints }) };
  });
  const common = { name, description, images, weight, width, height, depth, video, attributes, variations };
  return { ...draft, ...common, ...termsOf(made), saidFor: made.category.id };
}

/** Form values of a saved publication. */
export function valuesOf(publication: Publication): PublishValues {
  const [first] = publication.variations;
  const [varies] = first?.attributes ?? [];
  return {
    account: publication.account,
    also: [],
    done: [],
    listing: publication.remoteItem,
    pricePerVariation: publication.pricePerVariation,
    name: publication.name,
    category: publication.category,
    type: publication.type,
    attributes: chosenOf(publication.attributes),
    unlisted: {},
    saidFor: publication.category.id,
    varies: varies ? { id: varies.id, name: varies.name } : null,
    variations: publication.variations.map((variation) => ({
      id: variation.id,
      value: variation.attributes[0] ?? none,
      traits: {},
      parts: variation.components.map(({ offer, quantity, price }) => ({ offer, quantity, price })),
      cost: variation.cost,
      sku: variation.sku,
      gtin: variation.gtin,
      package: variation.package,
      price: variation.price,
      margin: null,
      leads: 'price',
      impossible: false,
      active: variation.active,
      published: variation.remoteItem !== null,
    })),
    images: publication.images.map(imageItem),
    weight: publication.weight,
    width: publication.width,
    height: publication.height,
    depth: publication.depth,
    video: publication.video,
    ...termsOf(publication),
    description: publication.description,
  };
}

const termsOf = ({ condition, warranty, handlingDays, freeShipping }: SaleTerms): SaleTerms => ({
  ...{ condition, warranty, handlingDays, freeShipping },
});

/** Several values of one attribute are separated. */
function chosenOf(attributes: readonly AttributeValue[]): PublishValues['attributes'] {
  const chosen: Record<string, Chosen[]> = {};
  for (const { id, ...value } of attributes) {
    const key = id ?? value.name;
    chosen[key] = [...(chosen[key] ?? []), value];
  }
  return chosen;
}

const attributeOf = (id: string | null, { name, valueId, valueName }: Chosen): AttributeValue => ({
  id,
  name: name || (id ?? ''),
  valueId,
  valueName,
});

/** Attributes as single values. */
export const claimMessagesOf = (attributes: PublishValues['attributes']): AttributeValue[] =>
  Object.entries(attributes).flatMap(([id, chosen]) =>
    chosen.filter(({ valueId, valueName }) => valueId || valueName).map((value) => attributeOf(id, value)),
  );

/** Without dependent attributes whose value is no longer chosen, and without values that are no longer possible. */
export function withoutHidden(
  known: readonly CategoryAttribute[],
  attributes: PublishValues['attributes'],
): PublishValues['attributes'] {
  const dependent = new Set(known.flatMap(({ id, shownWith }) => (shownWith ? [id] : [])));
  const shown = shownAttributes(known, claimMessagesOf(attributes));
  const kept = Object.entries(attributes).flatMap(([id, chosen]) => {
    if (!dependent.has(id)) return [[id, chosen] as const];
    const values = shown.find((attribute) => attribute.id === id)?.values;
    const isStill = ({ valueId }: Chosen) =>
      valueId === null || values?.some((option) => option.id === valueId);
    return values ? [[id, chosen.filter(isStill)] as const] : [];
  });
  return Object.fromEntries(kept);
}

/** Until the attributes of the category are known, values of another one are left out. */
function withoutOtherCategory(values: PublishValues): PublishValues {
  if (values.saidFor === null || values.saidFor === values.category?.id) return values;
  return {
    ...values,
    attributes: {},
    varies: null,
    variations: values.variations.map((variation) => ({ ...variation, value: none })),
  };
}

function commonBody(values: PublishValues) {
  return {
    name: values.name,
    category: values.category?.id ?? '',
    type: values.type,
    attributes: claimMessagesOf(values.attributes).filter(({ id }) => id !== values.varies?.id),
    images: values.images.map((image) => image.id),
    ...packageBody(values),
    video: values.video,
    ...termsOf(values),
    description: values.description,
  };
}

const packageBody = ({ weight, width, height, depth }: PackageValues) => ({
  weight: weight ?? Number.NaN,
  width: width ?? Number.NaN,
  height: height ?? Number.NaN,
  depth: depth ?? Number.NaN,
});

/** A margin whose price is not known yet is sent as a margin: the server finds the price or refuses. */
function priceBody({ price, margin, leads, impossible }: VariationValues) {
  const isAwaited =
    price === null && leads === 'margin' && !impossible && margin !== null && !Number.isNaN(margin);
  return isAwaited ? { marginBasisPoints: margin } : { price: price ?? Number.NaN };
}

const variationBody = (values: PublishValues, variation: VariationValues) => ({
  name: values.varies ? variation.value.valueName : '',
  sku: variation.sku,
  gtin: variation.gtin,
  attributes: values.varies ? [attributeOf(values.varies.id, variation.value)] : [],
  ...priceBody(variation),
  package: variation.package ? packageBody(variation.package) : null,
  active: variation.active,
  components: variation.parts.map((part) => ({ offer: part.offer.id, quantity: part.quantity })),
});

/** Path in the form of an error of a variation; the form names margin, attribute and parts differently. */
export const formPath = (path: string): string =>
  path.replace(
    /^(variations\.\d+)\.(marginBasisPoints|attributes|components)\b.*$/,
    (_, at: string, field: string) =>
      `${at}.${{ marginBasisPoints: 'margin', attributes: 'value', components: 'parts' }[field]}`,
  );

export function createBody(draft: PublishValues): BodyInputOf<typeof advertisementsPublications.create> {
  const values = withPackages(withoutOtherCategory(draft));
  return {
    ...commonBody(values),
    account: values.account?.id ?? Number.NaN,
    variations: values.variations.map((variation) => variationBody(values, variation)),
  };
}

/** Only changed values are sent, so the marketplace receives only those. */
export function updateBody(
  before: PublishValues,
  changed: PublishValues,
): BodyInputOf<typeof publications.update> {
  const kept = withoutOtherCategory(changed);
  const values = hasSamePackages(before, kept) ? kept : withPackages(kept);
  const former = commonBody(before);
  const now = commonBody(values);
  const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
  const differing = Object.entries(now).filter(([key, value]) =>
    differs(value, former[key as keyof typeof former]),
  );
  const variations = changesOf(before.variations, values.variations, (variation) =>
    variationBody(values, variation),
  );
  return { ...Object.fromEntries(differing), ...(variations && { variations }) };
}
