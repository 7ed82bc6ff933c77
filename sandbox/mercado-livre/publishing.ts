import type { Fields } from '../reading.ts';
import { isFields, isOn, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Category } from './categories.ts';
import { categoryById } from './categories.ts';
import type { Cause } from './endpoint.ts';
import { cause, invalid, refuse } from './endpoint.ts';
import { listingTypes } from './fees.ts';
import type { DraftPicture, DraftVariation } from './item-draft.ts';
import { readAttributes, readPictures, readShipping, readVariations } from './item-draft.ts';
import { judgeAttributes, judgeCategory, judgePrice, judgeVariations } from './item-rules.ts';
import type { AttributeValue, Shipping, StockLocation } from './market.ts';
import type { Seller } from './people.ts';
import { conditionIn, judgeSaleTerms, readSaleTerms } from './sale-terms.ts';

const MAX_TITLE = 60;
const MAX_PICTURES = 12;

const known = new Set([
  'title',
  'family_name',
  'category_id',
  'price',
  'currency_id',
  'available_quantity',
  'buying_mode',
  'condition',
  'listing_type_id',
  'sale_terms',
  'pictures',
  'attributes',
  'variations',
  'shipping',
  'channels',
  'video_id',
  'seller_custom_field',
  'stock_locations',
  'site_id',
  'tags',
  'warranty',
  'official_store_id',
  'description',
  'accepts_mercadopago',
  'catalog_product_id',
  'catalog_listing',
]);

const required = ['category_id', 'currency_id', 'buying_mode', 'listing_type_id', 'condition'];

const refuseFields = (names: string[], rest = 'are invalid for requested call.') =>
  refuse(400, 'body.invalid_fields', `The fields [${names.join(', ')}] ${rest}`);

export type Draft = {
  seller: Seller;
  category: Category;
  title: string | null;
  familyName: string | null;
  price: number | null;
  quantity: number;
  stock: StockLocation[] | null;
  condition: string;
  listingTypeId: string;
  pictures: DraftPicture[];
  attributes: AttributeValue[];
  variations: DraftVariation[];
  saleTerms: AttributeValue[];
  shipping: Shipping;
  videoId: string | null;
  customField: string | null;
};

const isNewModel = (seller: Seller): boolean => seller.tags.includes('user_product_seller');

const keepsStockInStores = (seller: Seller): boolean => seller.tags.includes('warehouse_management');

/** Which of the two publishing forms this seller must use. */
const judgeModel = (seller: Seller, body: Fields, hasVariations: boolean): void => {
  if (isNewModel(seller)) {
    if (body.title !== undefined) throw refuseFields(['title']);
    if (hasVariations) throw refuseFields(['variations']);
    if (textOf(body.family_name) === null) {
      throw refuse(
        400,
        'body.required_fields',
        'The body does not contains some or none of the following properties [family_name]',
      );
    }
    return;
  }
  if (body.family_name !== undefined) throw refuseFields(['family_name']);
  if ((textOf(body.title) ?? '').trim() === '') {
    throw refuse(
      400,
      'body.required_fields',
      'The body does not contains some or none of the following properties [title]',
    );
  }
  if (hasVariations) {
    const sent = ['price', 'available_quantity'].filter((name) => body[name] !== undefined);
    if (sent.length > 0) throw refuseFields(sent, 'are not allowed on items with variations.');
  }
};

const judgeShape = (seller: Seller, body: Fields, stores: boolean): void => {
  const strange = Object.keys(body).filter((name) => !known.has(name));
  if (strange.length > 0) throw refuseFields(strange);
  const wrongStock = stores ? 'available_quantity' : 'stock_locations';
  if (body[wrongStock] !== undefined) {
    throw refuse(400, 'body.invalid_fields', `the fields [${wrongStock}] are invalid for requested call`);
  }
  if (stores && body.stock_locations === undefined) {
    throw refuse(400, 'body.required_fields', 'the fields [stock_locations] are required for requested call');
  }
  if (!stores && keepsStockInStores(seller)) {
    throw refuse(
      400,
      'body.invalid_fields',
      'the fields [available_quantity] are invalid for requested call',
    );
  }
  const missing = required.filter((name) => (textOf(body[name]) ?? '') === '');
  const single = Array.isArray(body.variations) ? body.variations.length === 0 : true;
  if (single && body.price === undefined) missing.push('price');
  if (single && !stores && body.available_quantity === undefined) missing.push('available_quantity');
  if (missing.length > 0) {
    throw refuse(
      400,
      'body.required_fields',
      `The body does not contains some or none of the following properties [${missing.join(', ')}]`,
    );
  }
};

const judgeEnumerations = (body: Fields): Cause[] => {
  const wrong = (field: string, allowed: readonly string[]): Cause[] => {
    const value = textOf(body[field]) ?? '';
    if (allowed.includes(value)) return [];
    return [cause(101, 'body.invalid_field_types', `item.${field}`, `Invalid value for ${field}: ${value}.`)];
  };
  return [
    ...wrong('currency_id', ['BRL']),
    ...wrong('buying_mode', ['buy_it_now']),
    ...wrong('condition', ['new', 'used', 'not_specified']),
    ...wrong(
      'listing_type_id',
      listingTypes.map((type) => type.id),
    ),
  ];
};

/** Reads and judges a publishing body; throws the answer when it may not be published. */
export const readDraft = (
  world: World,
  seller: Seller,
  sent: unknown,
  stock: StockLocation[] | null,
): Draft => {
  if (seller.unable_to_list.length > 0) {
    // Here `message` holds the code, `error` the text and `cause` plain words.
    throw refuse(403, 'User is unable to list.', 'seller.unable_to_list', seller.unable_to_list);
  }
  if (!isFields(sent)) throw refuse(400, 'body.invalid', 'The body is not a valid JSON object');
  const variations = Array.isArray(sent.variations) ? sent.variations : [];
  judgeModel(seller, sent, variations.length > 0);
  judgeShape(seller, sent, stock !== null);
  const category = categoryById(textOf(sent.category_id));
  const unpostable = judgeCategory(category, textOf(sent.category_id));
  if (category === null || unpostable.length > 0) throw invalid(unpostable);

  const price = numberOf(sent.price);
  const attributes = readAttributes(sent.attributes, category);
  const draft: Draft = {
    seller,
    category,
    title: textOf(sent.title),
    familyName: textOf(sent.family_name),
    price,
    quantity:
      stock?.reduce((total, location) => total + location.quantity, 0) ??
      numberOf(sent.available_quantity) ??
      0,
    stock,
    condition: conditionIn(attributes, textOf(sent.condition) ?? 'new'),
    listingTypeId: textOf(sent.listing_type_id) ?? 'gold_special',
    pictures: readPictures(sent.pictures),
    attributes,
    variations: readVariations(variations, category),
    saleTerms: readSaleTerms(sent.sale_terms),
    shipping: readShipping(sent.shipping, seller, null),
    videoId: textOf(sent.video_id),
    customField: textOf(sent.seller_custom_field),
  };
  const causes = [...judgeEnumerations(sent), ...judgeDraft(world, draft, sent)];
  if (causes.length > 0) throw invalid(causes);
  return draft;
};

const judgeDraft = (world: World, draft: Draft, body: Fields): Cause[] => {
  const { category, variations } = draft;
  const name = draft.title ?? draft.familyName ?? '';
  const causes: Cause[] = [];
  if (name.length > MAX_TITLE) {
    causes.push(
      cause(
        116,
        'item.title.length.invalid',
        draft.title === null ? 'item.family_name' : 'item.title',
        `Title must be less than ${MAX_TITLE} characters.`,
      ),
    );
  }
  if (variations.length === 0) causes.push(...judgePrice(category, draft.price));
  if (!Number.isInteger(draft.quantity) || draft.quantity < 0 || draft.quantity > 99_999) {
    causes.push(
      cause(
        120,
        'item.available_quantity.invalid',
        'item.available_quantity',
        'Available quantity must be between 0 and 99999.',
      ),
    );
  } else if (draft.quantity === 0 && variations.length === 0 && !isOn(body.catalog_listing)) {
    causes.push(
      cause(
        120,
        'item.available_quantity.invalid',
        'item.available_quantity',
        'Available quantity must be greater than 0 to publish.',
      ),
    );
  }
  if (draft.pictures.length === 0 && draft.listingTypeId !== 'free') {
    causes.push(
      cause(
        173,
        'item.listing_type_id.requiresPictures',
        'item.pictures',
        `Item pictures are mandatory for listing type ${draft.listingTypeId}.`,
      ),
    );
  }
  if (draft.pictures.length > MAX_PICTURES) {
    causes.push(
      cause(
        201,
        'item.pictures.max',
        'item.pictures',
        `Items in category ${category.id} cannot exceeds ${MAX_PICTURES} pictures.`,
      ),
    );
  }
  const combined = variations.map((variation) => ({
    price: variation.price,
    quantity: variation.quantity,
    combinations: variation.combinations ?? [],
    attributes: variation.attributes ?? [],
    pictureIds: (variation.pictureIds ?? []).filter(
      (id) => !draft.pictures.some((picture) => picture.source === id),
    ),
  }));
  for (const { id } of draft.pictures) {
    if (id !== null && world.market.pictures[id]?.seller_id !== draft.seller.id) {
      causes.push(
        cause(204, 'item.pictures.picture_not_found', 'item.pictures', `Picture id ${id} does not exist.`),
      );
    }
  }
  const pictureIds = draft.pictures.map((picture) => picture.id ?? '').filter((id) => id !== '');
  causes.push(...judgeSaleTerms(draft.saleTerms, draft.shipping));
  causes.push(...judgeVariations(category, combined, pictureIds));
  causes.push(
    ...judgeAttributes({
      market: world.market,
      itemId: null,
      category,
      attributes: draft.attributes,
      variations: combined,
      shipping: draft.shipping,
    }),
  );
  return causes;
};
