import type { Fields } from '../reading.ts';
import { isFields, isOn, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import { leaveAll } from './campaigns/taking-part.ts';
import type { Category } from './categories.ts';
import { categoryById } from './categories.ts';
import { cause, invalid, refuse } from './endpoint.ts';
import type { DraftVariation } from './item-draft.ts';
import { readAttributes, readPictures, readShipping, readVariations } from './item-draft.ts';
import { judgeAttributes, judgePrice, judgeVariations, totalQuantity } from './item-rules.ts';
import { itemChanged, setItemQuantity } from './item-stock.ts';
import type { AttributeValue, Item, Variation } from './market.ts';
import { nextId } from './market.ts';
import type { Seller } from './people.ts';
import { adoptPictures, pausedForPictures } from './pictures.ts';
import { runningPromotion } from './promotions.ts';
import { conditionIn, judgeSaleTerms, readSaleTerms } from './sale-terms.ts';

const changeable = new Set([
  'title',
  'family_name',
  'price',
  'available_quantity',
  'status',
  'deleted',
  'pictures',
  'attributes',
  'variations',
  'sale_terms',
  'shipping',
  'video_id',
  'seller_custom_field',
  'channels',
]);

export type Updated = { warnings: unknown[] };

const refuseUpdate = (item: Item, message: string) =>
  refuse(
    400,
    'validation_error',
    `Cannot update item ${item.id} [status:${item.status}, has_bids:${item.sold_quantity > 0}]`,
    [cause(102, 'item.update.invalid', 'item', message)],
  );

const guardFields = (item: Item, body: Fields, seller: Seller): void => {
  const strange = Object.keys(body).filter((name) => !changeable.has(name));
  if (strange.length > 0) {
    throw refuse(400, 'field_not_updatable', `The fields [${strange.join(', ')}] are not modifiable.`, [
      cause(103, 'field_not_updatable', `item.${strange[0]}`, `${strange[0]} is not modifiable.`),
    ]);
  }
  if (item.status === 'closed' && !isOn(body.deleted)) throw refuseUpdate(item, 'The item is closed.');
  if (body.title !== undefined && item.family_name !== null)
    throw refuseUpdate(item, 'title is not modifiable on user products.');
  if (body.title !== undefined && item.sold_quantity > 0 && body.title !== item.title) {
    throw refuse(400, 'field_not_updatable', 'title is not modifiable.', [
      cause(103, 'item.title.not_modifiable', 'item.title', 'The title cannot be changed after a sale.'),
    ]);
  }
  if (body.family_name !== undefined && item.sold_quantity > 0) {
    throw refuse(400, 'field_not_updatable', 'family_name is not modifiable.', [
      cause(
        103,
        'item.family_name.not_modifiable',
        'item.family_name',
        'The family_name cannot be changed after a sale.',
      ),
    ]);
  }
  if (body.available_quantity !== undefined && item.bundle)
    throw refuse(400, 'field_not_updatable', 'available_quantity is not modifiable.', [
      cause(
        357,
        'item.available_quantity.not_modifiable',
        'item.available_quantity',
        'The stock of a kit is calculated.',
      ),
    ]);
  if (body.available_quantity !== undefined && seller.tags.includes('warehouse_management')) {
    throw refuse(
      400,
      'body.invalid_fields',
      'the fields [available_quantity] are invalid for requested call',
    );
  }
  const inVariations = Array.isArray(body.variations)
    ? body.variations.some((entry) => isFields(entry) && entry.available_quantity !== undefined)
    : false;
  if (
    item.shipping.logistic_type === 'fulfillment' &&
    (body.available_quantity !== undefined || inVariations)
  ) {
    throw refuse(400, 'field_not_updatable', 'available_quantity is not modifiable.', [
      cause(
        103,
        'item.available_quantity.not_modifiable',
        'item.available_quantity',
        'Stock of fulfillment items is managed by the marketplace.',
      ),
    ]);
  }
  const perVariation = ['price', 'available_quantity'].filter((name) => body[name] !== undefined);
  if (item.variations.length > 0 && perVariation.length > 0) {
    throw refuse(
      400,
      'body.invalid_fields',
      `The fields [${perVariation.join(', ')}] are not allowed on items with variations.`,
    );
  }
  if (item.family_name !== null && Array.isArray(body.variations) && body.variations.length > 0) {
    throw refuse(400, 'body.invalid_fields', 'The fields [variations] are invalid for requested call.');
  }
};

/** Price automation: alone a price is refused, in company it is ignored with a warning. */
const changePrice = (item: Item, body: Fields, category: Category): unknown[] => {
  const price = numberOf(body.price);
  if (body.price === undefined) return [];
  if (item.price_automation) {
    if (Object.keys(body).length === 1) {
      throw refuse(400, 'validation_error', 'The price is not modifiable', [
        cause(3800, 'item.price.not_modifiable', 'item.price', 'The item has an active price automation.'),
      ]);
    }
    return [
      {
        ...cause(3800, 'item.price.not_modifiable', 'item.price', 'The price was not updated.'),
        type: 'warning',
      },
    ];
  }
  const causes = judgePrice(category, price);
  if (causes.length > 0) throw invalid(causes);
  item.price = price ?? item.price;
  return [];
};

const changeQuantity = (world: World, item: Item, value: unknown): void => {
  if (value === undefined) return;
  const quantity = numberOf(value);
  if (quantity === null || !Number.isInteger(quantity) || quantity < 0 || quantity > 99_999) {
    throw invalid([
      cause(
        120,
        'item.available_quantity.invalid',
        'item.available_quantity',
        'Available quantity must be between 0 and 99999.',
      ),
    ]);
  }
  setItemQuantity(world, item, quantity);
};

const changeStatus = (item: Item, value: unknown): void => {
  if (value === undefined) return;
  const status = textOf(value);
  if (status === 'paused') {
    if (item.status === 'under_review') throw refuseUpdate(item, 'The item is under review.');
    item.status = 'paused';
    item.sub_status = ['paused_by_seller'];
  } else if (status === 'closed') {
    item.status = 'closed';
    item.sub_status = [];
  } else if (status === 'active') {
    if (item.status === 'under_review' || item.sub_status.includes('picture_download_pending')) {
      throw refuseUpdate(item, 'The item cannot be activated now.');
    }
    item.status = totalQuantity(item) > 0 ? 'active' : 'paused';
    item.sub_status = totalQuantity(item) > 0 ? [] : ['out_of_stock'];
  } else {
    throw invalid([cause(104, 'item.status.invalid', 'item.status', `Invalid status: ${String(value)}.`)]);
  }
};

const mergeAttributes = (current: AttributeValue[], sent: AttributeValue[]): AttributeValue[] => {
  const kept = current.filter(
    (entry) =>
      !sent.some((other) => other.id === entry.id && (entry.id !== null || other.name === entry.name)),
  );
  return [...kept, ...sent].filter(
    (entry) => entry.value_id !== null || (entry.value_name !== null && entry.value_name !== ''),
  );
};

const mergeVariation = (
  world: World,
  sent: DraftVariation,
  current: Variation | undefined,
  price: number,
): Variation => ({
  id: current?.id ?? nextId(world.market, 'variation'),
  price: sent.price ?? current?.price ?? price,
  available_quantity: sent.quantity ?? current?.available_quantity ?? 0,
  sold_quantity: current?.sold_quantity ?? 0,
  picture_ids: sent.pictureIds ?? current?.picture_ids ?? [],
  attribute_combinations: sent.combinations ?? current?.attribute_combinations ?? [],
  attributes:
    sent.attributes === null
      ? (current?.attributes ?? [])
      : mergeAttributes(current?.attributes ?? [], sent.attributes),
  seller_custom_field: sent.customField ?? current?.seller_custom_field ?? null,
});

/**
 * The sent list replaces the existing one: variations left out are deleted, and those without an id are new, even with
 * the combination of a deleted one.
 */
export const replaceVariations = (world: World, item: Item, sent: DraftVariation[]): Variation[] => {
  for (const variation of sent) {
    if (variation.id !== null && !item.variations.some((current) => current.id === variation.id)) {
      throw invalid([
        cause(
          375,
          'item.variations.not_found',
          'item.variations',
          `The variation ${variation.id} does not exist.`,
        ),
      ]);
    }
  }
  return sent.map((variation) =>
    mergeVariation(
      world,
      variation,
      item.variations.find((current) => current.id === variation.id),
      item.price,
    ),
  );
};

const judgeNext = (
  world: World,
  category: Category,
  item: Item,
  next: { attributes: AttributeValue[]; variations: Variation[]; pictureIds: string[] },
): void => {
  const combined = next.variations.map((variation) => ({
    price: variation.price,
    quantity: variation.available_quantity,
    combinations: variation.attribute_combinations,
    attributes: variation.attributes,
    pictureIds: variation.picture_ids,
  }));
  const causes = [
    ...judgeVariations(category, combined, next.pictureIds),
    ...judgeAttributes({
      market: world.market,
      itemId: item.id,
      category,
      attributes: next.attributes,
      variations: combined,
      shipping: item.shipping,
    }),
  ];
  if (causes.length > 0) throw invalid(causes);
};

const changeContent = (world: World, seller: Seller, item: Item, body: Fields, category: Category): void => {
  const pictureIds =
    body.pictures === undefined
      ? item.picture_ids
      : adoptPictures(world, seller.id, readPictures(body.pictures));
  const attributes =
    body.attributes === undefined
      ? item.attributes
      : mergeAttributes(item.attributes, readAttributes(body.attributes, category));
  const variations =
    body.variations === undefined
      ? item.variations
      : replaceVariations(world, item, readVariations(body.variations, category));
  if (body.attributes !== undefined || body.variations !== undefined || body.pictures !== undefined) {
    if (pictureIds.length === 0) {
      throw invalid([
        cause(
          173,
          'item.listing_type_id.requiresPictures',
          'item.pictures',
          `Item pictures are mandatory for listing type ${item.listing_type_id}.`,
        ),
      ]);
    }
    judgeNext(world, category, item, { attributes, variations, pictureIds });
  }
  item.picture_ids = pictureIds;
  item.attributes = attributes;
  item.condition = conditionIn(attributes, item.condition);
  item.variations = variations;
  const first = variations[0];
  if (first !== undefined) item.price = first.price;
  if (body.pictures !== undefined) pausedForPictures(world, item);
};

const changeTerms = (seller: Seller, item: Item, body: Fields): void => {
  if (body.shipping !== undefined) item.shipping = readShipping(body.shipping, seller, item.shipping);
  if (body.sale_terms === undefined) return;
  const terms = readSaleTerms(body.sale_terms);
  const causes = judgeSaleTerms(terms, item.shipping);
  if (causes.length > 0) throw invalid(causes);
  item.sale_terms = terms;
};

const isPriced = (body: Fields): boolean =>
  body.price !== undefined ||
  (Array.isArray(body.variations) &&
    body.variations.some((entry) => isFields(entry) && entry.price !== undefined));

/**
 * During a promotion, the promotional price sent with a new variation changes nothing: it is taken for the regular one.
 * Returns whether the call contains no other price.
 */
const atRegularPrice = (world: World, item: Item, body: Fields): [body: Fields, keepsPromotion: boolean] => {
  const paid = runningPromotion(world, item)?.price;
  if (paid === undefined || body.price !== undefined || !Array.isArray(body.variations)) return [body, false];
  const priced = body.variations.filter((entry) => isFields(entry) && entry.price !== undefined);
  if (priced.some((entry) => entry.price !== paid)) return [body, false];
  const regular = item.variations[0]?.price ?? item.price;
  const variations = body.variations.map((entry) =>
    priced.includes(entry) ? { ...entry, price: regular } : entry,
  );
  return [{ ...body, variations }, true];
};

/** `PUT /items/{id}`: changes only the sent fields, and nothing if any of them is refused. */
export const updateItem = (world: World, seller: Seller, item: Item, sent: Fields): Updated => {
  guardFields(item, sent, seller);
  const [body, keepsPromotion] = atRegularPrice(world, item, sent);
  const category = categoryById(item.category_id);
  if (category === null) throw refuse(500, 'internal_error', 'category lost');
  const before = structuredClone(item);
  try {
    const warnings = changePrice(item, body, category);
    changeContent(world, seller, item, body, category);
    if (textOf(body.title) !== null) item.title = textOf(body.title) ?? item.title;
    if (textOf(body.family_name) !== null) item.family_name = textOf(body.family_name);
    changeTerms(seller, item, body);
    if (body.video_id !== undefined) item.video_id = textOf(body.video_id);
    if (body.seller_custom_field !== undefined) item.seller_custom_field = textOf(body.seller_custom_field);
    changeStatus(item, body.status);
    changeQuantity(world, item, body.available_quantity);
    if (isOn(body.deleted)) {
      if (item.status !== 'closed') throw refuseUpdate(item, 'The item must be closed before it is deleted.');
      item.sub_status = ['deleted'];
    }
    if (warnings.length === 0 && isPriced(body) && !keepsPromotion) {
      // Any other price ends the promotions of the item.
      item.price_hidden = false;
      leaveAll(world, item);
    }
    itemChanged(world, item);
    return { warnings };
  } catch (failure) {
    Object.assign(item, before);
    throw failure;
  }
};
