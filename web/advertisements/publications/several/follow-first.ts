import { foldName } from '#contract/marketplaces/listed-value.ts';
import type { CategorySettings } from '#contract/marketplaces/marketplace-category.ts';
import { fingerprint } from '../../../fingerprint.ts';
import type { FormState } from '../../../ui/form/form-state.ts';
import { asAccepted, saidOf, takenOver } from '../category-change.ts';
import {
  type Chosen,
  onAccount,
  type PublishAccount,
  type PublishValues,
  type VariationValues,
  withoutHidden,
} from '../publish-values.ts';

const same = (one: unknown, other: unknown) => fingerprint(one) === fingerprint(other);

/** Ids of values belong to the lists of one marketplace. */
const asText = (chosen: Chosen): Chosen => ({ ...chosen, valueId: null });

/** Attributes as other accounts take them over: by their names. */
export const attributesAsText = ({ attributes }: PublishValues): PublishValues['attributes'] =>
  Object.fromEntries(Object.entries(attributes).map(([id, said]) => [id, said.map(asText)]));

/** A further account; `shares`: its categories are those of the first one. */
export type FurtherAccount = PublishAccount & { shares: boolean };

/** The form of a further account: as the first one, as far as the account's marketplace supports it. */
export function startOn(first: PublishValues, account: FurtherAccount): PublishValues {
  const draft: PublishValues = {
    ...first,
    ...{ account: null, also: [], done: [], listing: null, category: null },
    // Taken over by name when the category is known.
    attributes: {},
    variations: first.variations.map((one) => ({ ...one, value: asText(one.value) })),
    // Another category than any, so that values are chosen from its lists.
    saidFor: '',
  };
  return { ...draft, ...onAccount(draft, account), category: account.shares ? first.category : null };
}

/** The value typed last; what follows from it is different on each account. */
const typedPrice = ({ leads, margin, price }: VariationValues) =>
  leads === 'margin' ? { margin } : { price };

/** A first account whose prices are being computed again keeps the former ones. */
export function withKnownPrices(now: PublishValues, before: PublishValues): PublishValues {
  const priceOf = (tempId: string | undefined) =>
    before.variations.find((one) => one.tempId === tempId)?.price ?? null;
  const variations = now.variations.map((one) => ({ ...one, price: one.price ?? priceOf(one.tempId) }));
  return { ...now, variations };
}

const common = ['images', 'description', 'weight', 'width', 'height', 'depth', 'video'] as const;
const prefilled = [
  'category',
  'name',
  'type',
  'condition',
  'warranty',
  'handlingDays',
  'freeShipping',
] as const;

type Following = Pick<FormState<PublishValues>, 'values' | 'derive'>;
type Change = { before: PublishValues; now: PublishValues };

/**
 * Writes a change of the first account's form into the one of a further account. What is common is always the same;
 * what is its own follows for as long as nothing else was typed there.
 */
export function followFirst(
  form: Following,
  account: FurtherAccount,
  { before, now }: Change,
  settings: CategorySettings | undefined,
): void {
  const own = form.values;
  const former = startOn(before, account);
  const next = startOn(now, account);
  next.images = next.images.slice(0, settings?.maxPictures);
  for (const key of common) if (!same(own[key], next[key])) form.derive(key, next[key]);
  for (const key of prefilled)
    if (!same(former[key], next[key]) && same(own[key], former[key])) form.derive(key, next[key]);
  followVariations(form, former, next, settings);
  if (settings && own.saidFor === own.category?.id) followAttributes(form, { before, now }, settings);
}

const shared = ['sku', 'gtin', 'parts', 'cost', 'traits', 'package'] as const;
const identity = (variation: VariationValues) => shared.map((key) => variation[key]);

function followVariations(
  form: Following,
  former: PublishValues,
  next: PublishValues,
  settings: CategorySettings | undefined,
): void {
  const own = form.values.variations;
  const has = (list: readonly VariationValues[], { tempId }: VariationValues) =>
    list.some((one) => one.tempId === tempId);
  const kept = own.filter((one) => has(next.variations, one) || !has(former.variations, one));
  const added = next.variations.filter((one) => !has(former.variations, one) && !has(own, one));
  if (added.length > 0 || kept.length < own.length) {
    form.derive('variations', [...kept, ...added]);
    return;
  }
  const varies = settings?.attributes.find(({ id }) => id === form.values.varies?.id);
  for (const [index, variation] of own.entries()) {
    const isThis = ({ tempId }: VariationValues) => tempId === variation.tempId;
    const [was, is] = [former.variations.find(isThis), next.variations.find(isThis)];
    if (!was || !is) continue;
    // Field by field: a price may be on its way into the same variation.
    const at = `variations.${index}` as const;
    if (!same(identity(variation), identity(is)))
      for (const key of shared) form.derive(`${at}.${key}`, is[key]);
    if (was.active !== is.active && variation.active === was.active) form.derive(`${at}.active`, is.active);
    const [value] = varies && !same(was.value, is.value) ? asAccepted(varies, is.value) : [];
    if (value && isSaid(variation.value, was.value)) form.derive(`${at}.value`, value);
    followPrice(form, index, variation, was, is);
  }
}

const isSaid = (own: Chosen, was: Chosen) =>
  own.valueName === '' || foldName(own.valueName) === foldName(was.valueName);

function followPrice(
  form: Following,
  index: number,
  own: VariationValues,
  was: VariationValues,
  is: VariationValues,
): void {
  const at = `variations.${index}` as const;
  const isTyped = !same(typedPrice(was), typedPrice(is));
  if (isTyped && same(typedPrice(own), typedPrice(was))) {
    form.derive(`${at}.leads`, is.leads);
    form.derive(`${at}.margin`, is.margin);
    form.derive(`${at}.price`, is.leads === 'price' ? is.price : null);
    form.derive(`${at}.impossible`, false);
  } else if (own.leads === 'price' && own.price === was.price && is.price !== null && is.price !== was.price)
    // Taken from the first account, because no margin leads to a price here.
    form.derive(`${at}.price`, is.price);
}

const textOf = (said: readonly Chosen[] | undefined) =>
  (said ?? []).map(({ valueName }) => foldName(valueName)).join('\n');

function followAttributes(form: Following, { before, now }: Change, { attributes }: CategorySettings): void {
  const own = form.values;
  let [next, unlisted] = [own.attributes, own.unlisted];
  for (const attribute of attributes) {
    const [was, is] = [saidOf(before.attributes, attribute), saidOf(now.attributes, attribute)];
    const present = textOf(own.attributes[attribute.id]);
    if (textOf(was) === textOf(is) || (present !== '' && present !== textOf(was))) continue;
    const { chosen, wish } = takenOver(attribute, is.map(asText));
    next = { ...next, [attribute.id]: chosen };
    const { [attribute.id]: _, ...others } = unlisted;
    unlisted = wish ? { ...others, [attribute.id]: wish } : others;
  }
  if (next === own.attributes) return;
  form.derive('attributes', withoutHidden(attributes, next));
  form.derive('unlisted', unlisted);
}
