import { isFields, listOf, numberOf, textOf } from '../reading.ts';
import type { Category } from './categories.ts';
import { categories, categoryById, childrenOf, pathOf } from './categories.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { forbidden, get, notFound, ok, post, refuse } from './endpoint.ts';
import { billableGrams, charged, feeOf, freightOf, listingTypes, type ParcelSize } from './fees.ts';
import { isValidGtin } from './gtin.ts';
import { parcelOf } from './item-draft.ts';

const MAX_TITLE = 60;

const brief = ({ id, name }: Category) => ({ id, name });

const settingsOf = (category: Category, leaf: boolean) => ({
  listing_allowed: leaf,
  max_title_length: MAX_TITLE,
  max_description_length: 50_000,
  max_pictures_per_item: 12,
  max_pictures_per_item_var: 10,
  max_variations_allowed: category.maxVariations,
  minimum_price: category.minimumPrice,
  minimum_price_currency: 'BRL',
  item_conditions: ['new', 'used', 'not_specified'],
  buying_modes: ['buy_it_now'],
  currencies: ['BRL'],
  immediate_payment: 'required',
  catalog_domain: category.domain,
  status: 'enabled',
  shipping_options: ['carrier', 'custom'],
});

const viewCategory = (category: Category) => {
  const children = childrenOf(category.id);
  return {
    id: category.id,
    name: category.name,
    picture: null,
    permalink: null,
    total_items_in_this_category: 0,
    path_from_root: pathOf(category).map(brief),
    children_categories: children.map((child) => ({ ...brief(child), total_items_in_this_category: 0 })),
    settings: settingsOf(category, children.length === 0),
    attribute_types: 'attributes',
  };
};

const found = (call: Call): Category => {
  const category = categoryById(call.params.id ?? null);
  if (category === null) throw notFound(`Category not found: ${call.params.id}`);
  return category;
};

const bare = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const predict = (call: Call) => {
  const limit = numberOf(call.query.limit ?? '4');
  if (limit === null || limit < 1 || limit > 8)
    throw refuse(400, 'bad_request', 'limit must be between 1 and 8');
  const words = bare(call.query.q ?? '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2);
  if (words.length === 0) throw refuse(400, 'bad_request', 'q is required');
  const score = (category: Category) =>
    words.filter((word) => category.words.some((known) => known.startsWith(word) || word.startsWith(known)))
      .length;
  const ranked = categories
    .filter((category) => category.domain !== null && score(category) > 0)
    .toSorted((one, other) => score(other) - score(one))
    .slice(0, limit);
  return ok(
    ranked.map((category) => ({
      domain_id: category.domain,
      domain_name: category.name,
      category_id: category.id,
      category_name: category.name,
      attributes: [],
    })),
  );
};

const saleTerm = (id: string, name: string, type: string, values: [string, string][]) => ({
  id,
  name,
  tags: {},
  hierarchy: 'SALE_TERMS',
  relevance: 1,
  value_type: type,
  ...(values.length > 0 ? { values: values.map(([valueId, value]) => ({ id: valueId, name: value })) } : {}),
  attribute_group_id: 'OTHERS',
  attribute_group_name: 'Outros',
});

const saleTerms = [
  saleTerm('WARRANTY_TYPE', 'Tipo de garantia', 'list', [
    ['2230280', 'Garantia do vendedor'],
    ['2230279', 'Garantia de fábrica'],
    ['6150835', 'Sem garantia'],
  ]),
  {
    ...saleTerm('WARRANTY_TIME', 'Tempo de garantia', 'number_unit', []),
    allowed_units: ['dias', 'meses', 'anos'].map((name) => ({ id: name, name })),
    default_unit: 'dias',
  },
  {
    ...saleTerm('MANUFACTURING_TIME', 'Disponibilidade de estoque', 'number_unit', []),
    allowed_units: [{ id: 'dias', name: 'dias' }],
    default_unit: 'dias',
  },
];

const listingPrices = (call: Call) => {
  const price = numberOf(call.query.price);
  if (price === null || price <= 0)
    throw refuse(400, 'bad_request', 'Attribute price is required and must be positive');
  const category = categoryById(call.query.category_id ?? null);
  if (call.query.category_id !== undefined && category === null) {
    throw notFound(`Category not found: ${call.query.category_id}`);
  }
  const asked = call.query.listing_type_id;
  const types = listingTypes.filter((type) => asked === undefined || type.id === asked);
  return ok(
    types.map((type) => {
      const fee = feeOf({
        price,
        category: charged(call.world.market.fees, category),
        listingTypeId: type.id,
        mode: call.query.shipping_mode ?? call.query.shipping_modes,
        logisticType: call.query.logistic_type,
      });
      return {
        currency_id: 'BRL',
        listing_type_id: type.id,
        listing_type_name: type.name,
        listing_exposure: type.exposure,
        listing_fee_amount: 0,
        listing_fee_details: { fixed_fee: 0, gross_amount: 0 },
        requires_picture: type.id !== 'free',
        sale_fee_amount: fee.amount,
        sale_fee_details: {
          financing_add_on_fee: fee.addOn,
          fixed_fee: fee.fixed,
          gross_amount: fee.amount,
          meli_percentage_fee: fee.meliPercent,
          percentage_fee: fee.percent,
        },
      };
    }),
  );
};

const grouped = /^(\d+)x(\d+)x(\d+),(\d+)$/;

const askedSize = (call: Call): ParcelSize | null => {
  const item = call.world.market.items[call.query.item_id ?? ''];
  if (item !== undefined) return parcelOf(item);
  const [, ...sizes] = grouped.exec(call.query.dimensions ?? '') ?? [];
  const [height = 0, width = 0, length = 0, grams = 0] = sizes.map(Number);
  return sizes.length === 4 ? { height, width, length, grams } : null;
};

/** The seller's cost of a parcel with free shipping; 0 without its context. */
const freeShippingCost = (call: Call) => {
  if (call.params.id !== String(call.caller.id)) throw forbidden();
  const size = askedSize(call);
  if (size === null) throw refuse(400, 'invalid_dimensions', 'dimensions or item_id is required');
  const { item_price: price, listing_type_id: type, mode } = call.query;
  const known = price !== undefined && type !== undefined && mode !== undefined;
  return ok({
    coverage: {
      all_country: {
        list_cost: known ? freightOf(size) : 0,
        currency_id: 'BRL',
        billable_weight: billableGrams(size),
        discount: { type: 'none', rate: 0, promoted_amount: 0 },
      },
    },
  });
};

const conditionalAttributes = (call: Call) => {
  const category = found(call);
  const draft = isFields(call.body) ? listOf(call.body.attributes) : [];
  const sent = new Set(draft.map((entry) => (isFields(entry) ? textOf(entry.id) : null)));
  const missing = !sent.has('GTIN') && !sent.has('EMPTY_GTIN_REASON');
  const wanted = category.attributes.filter(
    (definition) => missing && definition.tags.conditional_required === true,
  );
  return ok({ required_attributes: wanted });
};

export const categoryEndpoints: Endpoint[] = [
  get('/sites/MLB/categories', () => ok(childrenOf(null).map(brief))),
  get('/categories/:id', (call) => ok(viewCategory(found(call)))),
  get('/categories/:id/attributes', (call) => ok(found(call).attributes)),
  post('/categories/:id/attributes/conditional', conditionalAttributes),
  get('/categories/:id/sale_terms', (call) => {
    found(call);
    return ok(saleTerms);
  }),
  get('/sites/MLB/domain_discovery/search', predict),
  get('/sites/MLB/listing_types', () =>
    ok(listingTypes.map(({ id, name }) => ({ site_id: 'MLB', id, name }))),
  ),
  get('/sites/MLB/listing_prices', listingPrices),
  get('/users/:id/shipping_options/free', freeShippingCost),
  get('/users/:id/available_listing_types', (call) =>
    ok({
      category_id: call.query.category_id ?? null,
      available: listingTypes.map(({ id, name }) => ({ site_id: 'MLB', id, name, remaining_listings: null })),
    }),
  ),
  get('/product-identifier/validator', (call) => {
    const code = call.query.product_identifier ?? '';
    return ok({ product_identifier: code, valid: isValidGtin(code) });
  }),
];
