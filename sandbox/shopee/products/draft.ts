import type { Fields } from '../../reading.ts';
import { fieldsOf, isFields, isOn, listOf, numberOf, textOf, textsOf } from '../../reading.ts';
import type { ShopCall } from '../endpoint.ts';
import { invalid, refuse } from '../endpoint.ts';
import type { Item, LogisticInfo, PlacedStock } from '../market.ts';
import type { Shop } from '../shops.ts';
import { channelById, locationsOf } from '../shops.ts';
import type { Category } from './categories.ts';
import { attributeById, brands, categoryById, isLeaf } from './categories.ts';
import { limits } from './category-endpoints.ts';
import { isGtin, NO_GTIN } from './gtin.ts';

/** Parsers of an item's fields; each refuses with the marketplace's own error. */

export const readName = (value: unknown): string => {
  const name = (textOf(value) ?? '').trim();
  if (name === '') throw refuse('error_item_name_empty', 'Item name could not be empty.');
  if (name.length < limits.name.min_limit)
    throw refuse('error_item_name_is_too_short', 'Item_name length is less than min limit.');
  if (name.length > limits.name.max_limit)
    throw refuse('error_title_exceeds_max_length', 'The length of item_name is bigger than max limit.');
  return name;
};

export const readDescription = (value: unknown): string => {
  const text = textOf(value) ?? '';
  if (text.length < limits.description.min_limit)
    throw refuse('error_desc_length_min_limit', 'Description length is less than the min limit.');
  if (text.length > limits.description.max_limit)
    throw refuse('error_desc_length_max_limit', 'Description length is bigger than the max limit.');
  return text;
};

/** Null if it is within the limits. */
export const priceProblem = (price: number | null): [error: string, message: string] | null => {
  if (price === null || Math.round(price * 100) / 100 !== price)
    return ['error_invalid_price', 'Invalid price, please use the correct format'];
  if (price < limits.price.min_limit)
    return ['error_price_exceed_min_limitt', 'Original_price is less than min price limit.'];
  return price > limits.price.max_limit
    ? ['error_price_exceed_max_limitt', 'Original_price is bigger than max price limit.']
    : null;
};

export const readPrice = (value: unknown): number => {
  const price = typeof value === 'number' ? value : null;
  const problem = priceProblem(price);
  if (problem !== null) throw refuse(...problem);
  return price ?? 0;
};

export const readWeight = (value: unknown): number => {
  const weight = numberOf(value);
  if (weight === null || weight <= 0) throw refuse('error_param', 'Invalid Weight.');
  return weight;
};

export const readCategory = (value: unknown): Category => {
  const category = categoryById(numberOf(value) ?? 0);
  if (category === null || !isLeaf(category))
    throw refuse('error_invalid_category', `Invalid category ID ${numberOf(value)}`);
  return category;
};

export const readDimension = (value: unknown, category: Category): Item['dimension'] => {
  const fields = fieldsOf(value);
  const [length, width, height] = ['package_length', 'package_width', 'package_height'].map((name) =>
    numberOf(fields[name]),
  );
  if (length == null && width == null && height == null) {
    if (category.dimensionMandatory) throw refuse('error_param', 'dimension is required');
    return null;
  }
  const sides = [length, width, height];
  if (!sides.every((side) => side != null && Number.isInteger(side) && side > 0))
    throw invalid('dimension is invalid.');
  return { package_length: length ?? 0, package_width: width ?? 0, package_height: height ?? 0 };
};

export const readImages = (call: ShopCall, value: unknown): string[] => {
  const ids = textsOf(fieldsOf(value).image_id_list);
  if (ids.length < limits.images.min_limit) throw refuse('error_image_num_min', 'At least one image.');
  if (ids.length > limits.images.max_limit) throw refuse('error_image_num_max', 'At most nine images.');
  if (ids.some((id) => call.market.images[id] === undefined)) throw refuse('error_param', 'Image not exist.');
  return ids;
};

type Parcel = { weight: number; dimension: Item['dimension'] };

const checkChannel = (call: ShopCall, id: number, { weight, dimension }: Parcel): void => {
  const channel = channelById(id);
  if (channel === null || !call.shop.channels.includes(id))
    throw refuse('error_invalid_logistic_info', `invalid logistic info , channel ${id} is not enabled.`);
  const sum =
    dimension === null ? 0 : dimension.package_length + dimension.package_width + dimension.package_height;
  if (weight > channel.maxKilos || sum > channel.maxSum)
    throw refuse('error_invalid_logistic_info', `invalid logistic info , the parcel is too big for ${id}.`);
};

/** One enabled channel that takes the parcel, and not an accessory one alone. */
export const readLogistics = (call: ShopCall, value: unknown, parcel: Parcel): LogisticInfo[] => {
  const list = listOf(value)
    .filter(isFields)
    .map((entry) => ({
      logistic_id: numberOf(entry.logistic_id) ?? 0,
      enabled: entry.enabled === true,
      is_free: isOn(entry.is_free),
    }));
  const enabled = list.filter(({ enabled: isEnabled }) => isEnabled);
  if (enabled.every(({ logistic_id: id }) => channelById(id)?.accessory !== false))
    throw refuse('error_invalid_logistic_info', 'invalid logistic info , please enable a channel.');
  for (const { logistic_id: id } of enabled) checkChannel(call, id, parcel);
  return list;
};

const valueProblem = (attribute: NonNullable<ReturnType<typeof attributeById>>, value: Fields) => {
  const id = numberOf(value.value_id) ?? 0;
  const name = (textOf(value.original_value_name) ?? '').trim();
  const closed = attribute.input === 1 || attribute.input === 4;
  if (id !== 0)
    return attribute.values.some((known) => known.id === id)
      ? null
      : refuse('error_invalid_category_attribute', 'Category and attribute not match.');
  if (closed) return refuse('error_invalid_attribute', `Invalid attribute. ${attribute.name} is a choice.`);
  if (name === '') return refuse('error_value_name_required', 'Value_name is required.');
  return attribute.units.length > 0 && !attribute.units.includes(textOf(value.value_unit) ?? '')
    ? refuse('error_invalid_attribute', `Invalid attribute. ${attribute.name} needs a unit.`)
    : null;
};

export const readAttributes = (category: Category, value: unknown): Fields[] => {
  const list = listOf(value).filter(isFields);
  const named = new Map(list.map((entry) => [numberOf(entry.attribute_id), entry]));
  for (const [id, entry] of named) {
    const attribute = attributeById(id ?? 0);
    if (attribute === null)
      throw refuse('error_invalid_category_attribute', 'Category and attribute not match.');
    const values = listOf(entry.attribute_value_list).filter(isFields);
    if (values.length === 0 || values.length > attribute.max)
      throw refuse('error_invalid_attribute', `Invalid attribute. ${attribute.name}`);
    for (const one of values) {
      const problem = valueProblem(attribute, one);
      if (problem !== null) throw problem;
    }
  }
  const missing = category.attributes.some((id) => attributeById(id)?.mandatory === true && !named.has(id));
  if (missing) throw refuse('error_less_required_attribute', 'Mandatory attribute information required');
  return list;
};

export const readBrand = (category: Category, value: unknown): Item['brand'] => {
  const fields = fieldsOf(value);
  const id = numberOf(fields.brand_id);
  if (id === null) {
    if (category.brandMandatory) throw refuse('error_less_required_brand', 'Brand information required');
    return { brand_id: 0, original_brand_name: 'NoBrand' };
  }
  const brand = brands.find((known) => known.id === id);
  if (id !== 0 && brand === undefined) throw refuse('error_invalid_brand', 'Invalid brand');
  return { brand_id: id, original_brand_name: brand?.name ?? 'NoBrand' };
};

export const readGtin = (category: Category, value: unknown): string => {
  const code = textOf(value) ?? '';
  if (code === '' || code === NO_GTIN) {
    if (category.gtin === 'Mandatory')
      throw refuse('product.error_busi', 'The GTIN code is mandatory, please check and upload again.');
    return code;
  }
  if (!isGtin(code))
    throw refuse('error_param_validate', 'This is not a valid GTIN. Please, inform a valid number.');
  return code;
};

const taxFields = ['ncm', 'same_state_cfop', 'diff_state_cfop', 'csosn', 'origin', 'measure_unit'];

export const readTax = (value: unknown): Fields | null => {
  if (value === undefined || value === null) return null;
  const fields = fieldsOf(value);
  const filled = taxFields.filter((name) => textOf(fields[name]) || typeof fields[name] === 'number');
  if (filled.length !== 0 && filled.length !== taxFields.length)
    throw refuse('error_param', 'all BR tax field should be empty or be filled at same time');
  return filled.length === 0 ? null : fields;
};

/** `seller_stock: [{ location_id?, stock }]`; the older `normal_stock` has no effect. */
export const levelsIn = (value: unknown): { location: string; stock: number | null }[] =>
  listOf(value)
    .map(fieldsOf)
    .map(({ location_id: location, stock }) => ({
      location: textOf(location) ?? '',
      stock: typeof stock === 'number' && Number.isInteger(stock) ? stock : null,
    }));

type Levels = ReturnType<typeof levelsIn>;

/** A shop without warehouses names no place; one with warehouses names all of them, once each. */
const locationProblem = (shop: Shop, levels: Levels): string | null => {
  const known = locationsOf(shop);
  const named = levels.map(({ location }) => location);
  if (known.length === 0)
    return named.some((location) => location !== '')
      ? 'You do not have right to use seller location_id, please only fill seller_stock filed.'
      : null;
  if (named.includes('')) return 'The merchant/shop has multi warehouse, please input location id';
  if (named.some((location) => !known.includes(location)) || new Set(named).size !== named.length)
    return "The location_id input is not matched the shop's location_id(more/wrong). Please double check.";
  return known.every((location) => named.includes(location))
    ? null
    : 'Lack of location_id, please double check.';
};

/** Why it is not allowed; null if it is. */
export const stockProblem = (shop: Shop, levels: Levels, reserved: number): string | null => {
  const problem = locationProblem(shop, levels);
  if (problem !== null) return problem;
  if (levels.length === 0 || levels.some(({ stock }) => stock === null))
    return 'seller_stock is a required field.';
  const whole = levels.reduce((sum, { stock }) => sum + (stock ?? 0), 0);
  const negative = levels.some(({ stock }) => (stock ?? 0) < limits.stock.min_limit);
  if (negative || whole > limits.stock.max_limit) return 'Stock is out of range.';
  return whole < reserved ? 'Can not update item with stock less than reserved stock' : null;
};

export const placedIn = (levels: Levels): PlacedStock[] =>
  levels.map(({ location, stock }) => ({ location_id: location, stock: stock ?? 0 }));

/** Stock of a new item or model. */
export const readStock = (shop: Shop, value: unknown): Pick<Item, 'stock' | 'places'> => {
  const levels = levelsIn(value);
  const problem = stockProblem(shop, levels, 0);
  if (problem !== null) throw invalid(problem);
  const stock = levels.reduce((sum, level) => sum + (level.stock ?? 0), 0);
  return locationsOf(shop).length === 0 ? { stock } : { stock, places: placedIn(levels) };
};

export const readStatus = (value: unknown): 'NORMAL' | 'UNLIST' | null => {
  if (value === undefined) return null;
  if (value === 'NORMAL' || value === 'UNLIST') return value;
  throw invalid('item_status should be NORMAL or UNLIST.');
};

export const readPreOrder = (value: unknown): Item['pre_order'] => {
  const fields = fieldsOf(value);
  const isPreOrder = isOn(fields.is_pre_order);
  const days = numberOf(fields.days_to_ship) ?? 2;
  if (isPreOrder && (days < 7 || days > 15))
    throw refuse('error_invalid_days_to_ship', 'Invalid days_to_ship.');
  return { is_pre_order: isPreOrder, days_to_ship: isPreOrder ? days : 2 };
};
