import type { Advertisement, Part } from '#contract/advertisements/advertisement.ts';
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

/** A value of an attribute as a field holds it. */
export type Chosen = { name: string; valueId: string | null; valueName: string };
export type ChosenPart = { offer: { id: number; name: string }; quantity: number; price: number | null };

export type VariationValues = {
  id?: number;
  tempId?: string;
  value: Chosen;
  parts: ChosenPart[];
  /** What its product says tells it apart: Cor, Tamanho. */
  traits: Record<string, string>;
  cost: number;
  sku: string;
  gtin: string;
  price: number | null;
  margin: number | null;
  /** What was typed last: the other follows from it. */
  leads: 'price' | 'margin';
  /** No price leaves this margin. */
  impossible: boolean;
  active: boolean;
  /** The marketplace has it: what tells it apart stays, and it is taken off sale instead of removed. */
  published: boolean;
};

export type PublishValues = {
  account: Pick<MarketplaceAccount, 'id' | 'name' | 'capabilities'> | null;
  /** At the marketplace already. */
  listing: string | null;
  /** One remote item per variation: prices may differ. */
  pricePerVariation: boolean;
  name: string;
  category: { id: string; name: string } | null;
  type: PublicationType;
  attributes: Record<string, readonly Chosen[]>;
  /** Category that attributes and variations were said for; null: for none yet. */
  saidFor: string | null;
  /** Attribute that tells variations apart; null: there is just one. */
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

/** One variation of all parts together; or one of each part, with what its product says of it. */
function draftVariations(
  { components, asVariations, sku }: Advertisement,
  offers: readonly OfferDetail[],
): VariationValues[] {
  const gtinOf = (part: Part) => offers.find(({ id }) => id === part.offer.id)?.gtin ?? '';
  if (asVariations)
    return components.map((part) =>
      newVariation([chosenPart(part)], {
        sku: part.sku,
        gtin: part.quantity === 1 ? gtinOf(part) : '',
        traits: offers.find(({ id }) => id === part.offer.id)?.attributes ?? {},
      }),
    );
  const [first] = components;
  const units = components.reduce((sum, part) => sum + part.quantity, 0);
  const gtin = first && units === 1 ? gtinOf(first) : '';
  return [newVariation(components.map(chosenPart), { sku: sku || (first?.sku ?? ''), gtin })];
}

/** A first draft from the advertisement and what is known of its products. The box of a kit is its own, if it was given. */
export function draftOf(
  advertisement: Advertisement,
  offers: readonly OfferDetail[],
  account: MarketplaceAccount | null,
): PublishValues {
  const units = advertisement.components.reduce((sum, part) => sum + part.quantity, 0);
  const isKit = !advertisement.asVariations && units > 1;
  const [offer] = offers;
  const box = isKit ? advertisement : offer;
  const draft: PublishValues = {
    account: null,
    listing: null,
    pricePerVariation: false,
    name: advertisement.product.slice(0, 60),
    category: null,
    type: 'classic',
    attributes: advertisement.brand
      ? { BRAND: [{ name: 'BRAND', valueId: null, valueName: advertisement.brand }] }
      : {},
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
  return account ? { ...draft, ...onAccount(draft, account) } : draft;
}

/**
 * What an account changes of a draft: it says no more, and has no more types and pictures, than its marketplace takes.
 * Categories are the account's own.
 */
export function onAccount(draft: PublishValues, account: MarketplaceAccount): Partial<PublishValues> {
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

/** What a saved publication looks like in the form. */
export function valuesOf(publication: Publication): PublishValues {
  const [first] = publication.variations;
  const [varies] = first?.attributes ?? [];
  return {
    account: publication.account,
    listing: publication.remoteItem,
    pricePerVariation: publication.pricePerVariation,
    name: publication.name,
    category: publication.category,
    type: publication.type,
    attributes: chosenOf(publication.attributes),
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

/** Several values of one attribute stand one after the other. */
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

/** What is said, value by value. */
export const saidOf = (attributes: PublishValues['attributes']): AttributeValue[] =>
  Object.entries(attributes).flatMap(([id, chosen]) =>
    chosen.filter(({ valueId, valueName }) => valueId || valueName).map((value) => attributeOf(id, value)),
  );

/** Without what comes with a value that is said no more, and without values that are not its any more. */
export function withoutHidden(
  known: readonly CategoryAttribute[],
  attributes: PublishValues['attributes'],
): PublishValues['attributes'] {
  const dependent = new Set(known.flatMap(({ id, shownWith }) => (shownWith ? [id] : [])));
  const shown = shownAttributes(known, saidOf(attributes));
  const kept = Object.entries(attributes).flatMap(([id, chosen]) => {
    if (!dependent.has(id)) return [[id, chosen] as const];
    const values = shown.find((attribute) => attribute.id === id)?.values;
    const isStill = ({ valueId }: Chosen) =>
      valueId === null || values?.some((option) => option.id === valueId);
    return values ? [[id, chosen.filter(isStill)] as const] : [];
  });
  return Object.fromEntries(kept);
}

/** As long as it is not known what the category asks for, nothing of another one is said. */
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
    attributes: saidOf(values.attributes).filter(({ id }) => id !== values.varies?.id),
    images: values.images.map((image) => image.id),
    weight: values.weight ?? Number.NaN,
    width: values.width ?? Number.NaN,
    height: values.height ?? Number.NaN,
    depth: values.depth ?? Number.NaN,
    video: values.video,
    ...termsOf(values),
    description: values.description,
  };
}

/** A margin whose price has not come yet goes as it is: the server finds the price, or says that there is none. */
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
  active: variation.active,
  components: variation.parts.map((part) => ({ offer: part.offer.id, quantity: part.quantity })),
});

/** Where a variation's error stands in the form, which has its own names for margin, attribute and parts. */
export const formPath = (path: string): string =>
  path.replace(
    /^(variations\.\d+)\.(marginBasisPoints|attributes|components)\b.*$/,
    (_, at: string, field: string) =>
      `${at}.${{ marginBasisPoints: 'margin', attributes: 'value', components: 'parts' }[field]}`,
  );

export function createBody(draft: PublishValues): BodyInputOf<typeof advertisementsPublications.create> {
  const values = withoutOtherCategory(draft);
  return {
    ...commonBody(values),
    account: values.account?.id ?? Number.NaN,
    variations: values.variations.map((variation) => variationBody(values, variation)),
  };
}

/** Only what differs goes: the marketplace is then told only that. */
export function updateBody(
  before: PublishValues,
  changed: PublishValues,
): BodyInputOf<typeof publications.update> {
  const values = withoutOtherCategory(changed);
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
