import type { Answer } from '../../answer.ts';
import type { Endpoint, ShopCall } from '../endpoint.ts';
import { get, idsIn, invalid, ok, refuse, wholeIn } from '../endpoint.ts';
import type { Attribute, Category } from './categories.ts';
import { attributes, brands, categories, categoryById, isLeaf } from './categories.ts';
import { LEAST_WHOLESALE_PERCENT } from './wholesale.ts';

export const limits = {
  name: { min_limit: 10, max_limit: 120 },
  description: { min_limit: 20, max_limit: 5_000 },
  price: { min_limit: 1, max_limit: 50_000 },
  stock: { min_limit: 0, max_limit: 999_999 },
  images: { min_limit: 1, max_limit: 9 },
  tierName: { min_limit: 1, max_limit: 14 },
  option: { min_limit: 1, max_limit: 30 },
};

/** English by default. */
const languageOf = (call: ShopCall): 'en' | 'pt-br' => {
  const language = call.query.language ?? 'en';
  if (language === 'en' || language === 'pt-br') return language;
  throw invalid('language is invalid.');
};

const listCategories = (call: ShopCall): Answer => {
  const language = languageOf(call);
  return ok({
    category_list: categories.map((category) => ({
      category_id: category.id,
      parent_category_id: category.parent,
      original_category_name: category.name,
      display_category_name: language === 'en' ? category.name : category.pt,
      has_children: !isLeaf(category),
    })),
  });
};

const viewAttribute = (attribute: Attribute, language: string): object => ({
  attribute_id: attribute.id,
  mandatory: attribute.mandatory,
  name: attribute.name,
  attribute_value_list: attribute.values.map((value) => ({
    value_id: value.id,
    name: value.name,
    value_unit: value.unit ?? '',
    child_attribute_list: (value.children ?? []).map((child) => viewAttribute(child, language)),
    multi_lang: [{ language: 'pt-br', value: value.pt }],
  })),
  attribute_info: {
    input_type: attribute.input,
    input_validation_type: attribute.units.length > 0 ? 3 : 2,
    format_type: attribute.units.length > 0 ? 2 : 1,
    date_format_type: 0,
    attribute_unit_list: attribute.units,
    max_value_count: attribute.max,
  },
  multi_lang: [{ language: 'pt-br', value: attribute.pt }],
});

const categoryOf = (id: string): Category => {
  const category = categoryById(Number(id));
  if (category === null || !isLeaf(category))
    throw refuse('error_invalid_category', `Invalid category ID ${id}`);
  return category;
};

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 3)
    .map((word) => word.replace(/s$/, ''));

/** Leaves that share a word with the name, those with most words first. */
const recommend = (call: ShopCall): Answer => {
  const name = call.query.item_name ?? '';
  if (name.trim() === '') throw refuse('product.error_param', 'invalid field ItemName: value must  Not Null');
  const wanted = new Set(wordsOf(name));
  const found = categories
    .filter(isLeaf)
    .map((category) => ({
      id: category.id,
      shared: wordsOf(`${category.name} ${category.pt}`).filter((word) => wanted.has(word)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared);
  return ok({ category_id: found.slice(0, 3).map(({ id }) => id) });
};

const showAttributes = (call: ShopCall): Answer => {
  const language = languageOf(call);
  return ok({
    list: idsIn(call, 'category_id_list', 20).map((id) => {
      const category = categoryOf(id);
      return {
        category_id: category.id,
        attribute_tree: attributes
          .filter((attribute) => category.attributes.includes(attribute.id))
          .map((attribute) => viewAttribute(attribute, language)),
      };
    }),
  });
};

const listBrands = (call: ShopCall): Answer => {
  const category = categoryOf(call.query.category_id ?? '');
  const size = wholeIn(call, 'page_size', { from: 1, to: 100 });
  const offset = wholeIn(call, 'offset', { from: 0, to: 100_000 });
  wholeIn(call, 'status', { from: 1, to: 2 });
  const page = brands.slice(offset, offset + size);
  return ok({
    brand_list: page.map(({ id, name }) => ({
      brand_id: id,
      original_brand_name: name,
      display_brand_name: name,
    })),
    has_next_page: offset + size < brands.length,
    next_offset: offset + page.length,
    is_mandatory: category.brandMandatory,
    input_type: 'DROP_DOWN',
  });
};

const showLimits = (call: ShopCall): Answer => {
  const category = call.query.category_id === undefined ? null : categoryOf(call.query.category_id);
  return ok({
    price_limit: limits.price,
    wholesale_price_threshold_percentage: { min_limit: LEAST_WHOLESALE_PERCENT, max_limit: 100 },
    stock_limit: limits.stock,
    item_name_length_limit: limits.name,
    item_image_count_limit: limits.images,
    item_description_length_limit: limits.description,
    tier_variation_name_length_limit: limits.tierName,
    tier_variation_option_length_limit: limits.option,
    item_count_limit: { max_limit: 10_000 },
    extended_description_limit: {},
    dts_limit: { days_to_ship_limit: { min_limit: 7, max_limit: 15 }, non_pre_order_days_to_ship: 2 },
    weight_limit: { weight_mandatory: true },
    dimension_limit: { dimension_mandatory: category?.dimensionMandatory ?? false },
    gtin_limit: {
      gtin_validation_rule: category?.gtin ?? 'Optional',
      support_set_gtin_as_empty: true,
    },
  });
};

export const categoryEndpoints: Endpoint[] = [
  get('/product/get_category', listCategories),
  get('/product/category_recommend', recommend),
  get('/product/get_attribute_tree', showAttributes),
  get('/product/get_brand_list', listBrands),
  get('/product/get_item_limit', showLimits),
];
