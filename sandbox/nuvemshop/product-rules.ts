import type { Fields } from '../reading.ts';
import { fieldsOf, isFields, listOf, numberOf, textOf } from '../reading.ts';
import type { FieldErrors } from './endpoint.ts';
import { blank, invalidFields, localized, refuse, validationError } from './endpoint.ts';
import type { InventoryLevel, Localized, Market, Product, Variant, Visibility } from './market.ts';
import { firstLocation, visibilities } from './market.ts';
import type { Store } from './stores.ts';

export const MAX_VARIANTS = 1_000;
const MAX_ATTRIBUTES = 3;
const MAX_SEO_TITLE = 70;
const MAX_SEO_DESCRIPTION = 320;

/** A number, or text that spells one; anything else is refused by the field's name. */
const numberIn = (errors: FieldErrors, body: Fields, name: string, whole = false): number | null => {
  const value = numberOf(body[name]);
  if (value === null) errors[name] = [`The ${name.replace('_', ' ')} must be a number.`];
  else if (value < 0) errors[name] = [`The ${name.replace('_', ' ')} must be at least 0.`];
  else if (whole && !Number.isInteger(value)) errors[name] = [`The ${name} must be an integer.`];
  return value;
};

const given = (body: Fields, name: string): boolean => body[name] !== undefined;

const isEmpty = (value: unknown): boolean => value === null || value === '';

const money = (errors: FieldErrors, body: Fields, name: string): string | null =>
  isEmpty(body[name]) ? null : (numberIn(errors, body, name) ?? 0).toFixed(2);

const stockIn = (errors: FieldErrors, body: Fields): number | null =>
  // An empty stock has no end, whether it was meant or slipped through.
  isEmpty(body.stock) ? null : numberIn(errors, body, 'stock', true);

/** The levels a body sets. With both, `stock` is ignored; without a location the first one is meant. */
const levelsIn = (errors: FieldErrors, store: Store, body: Fields): InventoryLevel[] => {
  const first = firstLocation(store).id;
  if (!Array.isArray(body.inventory_levels)) {
    return given(body, 'stock') ? [{ location_id: first, stock: stockIn(errors, body) }] : [];
  }
  return body.inventory_levels.map((entry) => {
    const level = fieldsOf(entry);
    const locationId = textOf(level.location_id) ?? first;
    if (!store.locations.some((location) => location.id === locationId)) {
      errors.location_id = ['The selected location id is invalid.'];
    }
    return { location_id: locationId, stock: stockIn(errors, level) };
  });
};

export type VariantChange = Partial<
  Pick<
    Variant,
    | 'price'
    | 'promotional_price'
    | 'cost'
    | 'weight'
    | 'width'
    | 'height'
    | 'depth'
    | 'sku'
    | 'barcode'
    | 'mpn'
    | 'image_id'
    | 'values'
  >
> & { inventory_levels: InventoryLevel[] };

const measures = ['weight', 'width', 'height', 'depth'] as const;
const codes = ['sku', 'barcode', 'mpn'] as const;
const prices = ['price', 'promotional_price', 'cost'] as const;

const valuesIn = (body: Fields): Localized[] =>
  listOf(body.values).map((value) => {
    const text = localized(value);
    if (text === null) throw refuse(400, 'Invalid values format');
    return text;
  });

/** Fields of one variant in a body; `stock_management`, `id` and dates are read-only and ignored. */
export const readVariant = (store: Store, sent: unknown): VariantChange => {
  if (!isFields(sent)) throw refuse(400, 'Invalid input format');
  const errors: FieldErrors = {};
  const change: VariantChange = { inventory_levels: levelsIn(errors, store, sent) };
  for (const name of prices) if (given(sent, name)) change[name] = money(errors, sent, name);
  for (const name of measures) {
    if (given(sent, name)) change[name] = money(errors, sent, name) ?? '0.00';
  }
  for (const name of codes) {
    if (given(sent, name)) change[name] = isEmpty(sent[name]) ? null : String(sent[name]);
  }
  if (given(sent, 'image_id')) change.image_id = numberOf(sent.image_id);
  if (given(sent, 'values')) change.values = valuesIn(sent);
  if (Object.keys(errors).length > 0) throw validationError(errors);
  return change;
};

/** Which combination of values a variant is. */
export const combinationOf = (values: Localized[]): string =>
  JSON.stringify(
    values.map((value) => Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  );

export const checkValues = (product: { attributes: Localized[] }, values: Localized[]): void => {
  if (values.length !== product.attributes.length) {
    throw validationError({
      values: ['The number of values must be equal to the number of attributes of the product.'],
    });
  }
};

const attributesIn = (body: Fields): Localized[] => {
  const attributes = listOf(body.attributes).map((entry) => localized(entry));
  const named = attributes.filter((attribute) => attribute !== null);
  if (named.length < attributes.length) throw invalidFields({ attributes: ['is invalid'] });
  if (named.length > MAX_ATTRIBUTES) {
    throw refuse(422, `Product is not allowed to have more than ${MAX_ATTRIBUTES} attributes`);
  }
  return named;
};

const visibilityIn = (body: Fields): Visibility | null => {
  if (given(body, 'visibility') && given(body, 'published')) {
    throw refuse(422, "Cannot send both 'published' and 'visibility'");
  }
  if (typeof body.published === 'boolean') return body.published ? 'visible' : 'hidden';
  if (!given(body, 'visibility')) return null;
  const found = visibilities.find((visibility) => visibility === body.visibility);
  if (found === undefined) throw validationError({ visibility: ['The selected visibility is invalid.'] });
  return found;
};

/** Category ids of this store: reads return objects, writes take ids. */
const categoriesIn = (market: Market, store: Store, body: Fields): number[] =>
  listOf(body.categories).map((entry) => {
    const id = typeof entry === 'object' ? null : numberOf(entry);
    const category = id === null ? undefined : market.categories[String(id)];
    if (category === undefined || category.store_id !== store.id) {
      throw validationError({ categories: ['The selected categories are invalid.'] });
    }
    return category.id;
  });

export type ProductChange = Partial<
  Pick<
    Product,
    | 'name'
    | 'description'
    | 'handle'
    | 'attributes'
    | 'visibility'
    | 'free_shipping'
    | 'requires_shipping'
    | 'brand'
    | 'seo_title'
    | 'seo_description'
    | 'tags'
    | 'video_url'
    | 'category_ids'
  >
>;

const checkLength = (body: Fields, name: string, most: number): void => {
  if ((textOf(body[name]) ?? '').length > most) {
    throw validationError({
      [name]: [`The ${name.replace('_', ' ')} may not be greater than ${most} characters.`],
    });
  }
};

/** A valid address, or empty. */
const addressIn = (value: unknown): string | null => {
  const text = textOf(value);
  if (text !== null && text !== '' && !URL.canParse(text))
    throw invalidFields({ video_url: ['is not a valid URL'] });
  return text || null;
};

/** Fields of a product in a body. Price, stock and SKU of the product itself are ignored with 200. */
export const readProduct = (market: Market, store: Store, body: Fields): ProductChange => {
  const change: ProductChange = {};
  if (given(body, 'name')) {
    const name = localized(body.name);
    if (name === null || Object.values(name).every((text) => text.trim() === '')) throw blank('name');
    change.name = name;
  }
  if (given(body, 'description')) change.description = localized(body.description) ?? { pt: '' };
  if (given(body, 'handle')) change.handle = localized(body.handle) ?? {};
  if (given(body, 'attributes')) change.attributes = attributesIn(body);
  if (given(body, 'categories')) change.category_ids = categoriesIn(market, store, body);
  checkLength(body, 'seo_title', MAX_SEO_TITLE);
  checkLength(body, 'seo_description', MAX_SEO_DESCRIPTION);
  for (const name of ['seo_title', 'seo_description', 'tags'] as const) {
    const text = textOf(body[name]);
    if (text !== null) change[name] = text;
  }
  for (const name of ['free_shipping', 'requires_shipping'] as const) {
    if (typeof body[name] === 'boolean') change[name] = body[name];
  }
  if (given(body, 'video_url')) change.video_url = addressIn(body.video_url);
  if (given(body, 'brand')) change.brand = textOf(body.brand);
  const visibility = visibilityIn(body);
  if (visibility !== null) change.visibility = visibility;
  return change;
};
