import { z } from 'zod';
import {
  attributeValueTypes,
  type CategorySettings,
  type MarketplaceCategory,
} from '#contract/marketplaces/marketplace-category.ts';
import { fromDecimal, toDecimal } from '#contract/money.ts';
import { RemoteFailure, understand } from '../../http.ts';
import type { Catalogue, FeeQuestion, SaleFee, SiteSession } from '../marketplace.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import { MercadoLivreError } from './client.ts';
import { readFreight } from './freight.ts';
import { listingTypeIds } from './item-bodies.ts';

const named = z.object({ id: z.string(), name: z.string() });

const category = named.extend({
  path_from_root: z.array(named).catch([]),
  children_categories: z.array(named).catch([]),
  settings: z
    .object({
      listing_allowed: z.boolean().catch(false),
      max_title_length: z.number().catch(60),
      max_variations_allowed: z.number().catch(100),
      max_pictures_per_item: z.number().catch(12),
      minimum_price: z.number().nullish(),
    })
    .catch({
      listing_allowed: false,
      max_title_length: 60,
      max_variations_allowed: 100,
      max_pictures_per_item: 12,
      minimum_price: null,
    }),
});

const attribute = z.object({
  id: z.string(),
  name: z.string(),
  tags: z.record(z.string(), z.unknown()).catch({}),
  value_type: z.string().catch('string'),
  value_max_length: z.number().nullish(),
  values: z
    .array(z.object({ id: z.union([z.string(), z.number()]).transform(String), name: z.string() }))
    .catch([]),
  allowed_units: z.array(z.object({ name: z.string() })).catch([]),
  default_unit: z.string().nullish(),
});

/** Filled in from the product itself, or decided by us. */
const ownAttributes = new Set([
  'ITEM_CONDITION',
  'GTIN',
  'EMPTY_GTIN_REASON',
  'SELLER_SKU',
  'SELLER_PACKAGE_HEIGHT',
  'SELLER_PACKAGE_WIDTH',
  'SELLER_PACKAGE_LENGTH',
  'SELLER_PACKAGE_WEIGHT',
  'SELLER_PACKAGE_TYPE',
]);

const ask = async (session: SiteSession, path: string) => (await session.call(path)).json;

/** An id that cannot be one is not sent: it would be a path. */
function categoryId(id: string): string {
  if (!/^[A-Z]{3}\d{1,20}$/.test(id)) throw new MercadoLivreError(404, 'not_found', '', {});
  return id;
}

/** An answer about another category is rejected. Values added to its lists later are accepted. */
async function readCategory(session: SiteSession, id: string): Promise<z.output<typeof category>> {
  const found = understand(category, await ask(session, `/categories/${categoryId(id)}`), `category ${id}`);
  if (found.id !== id) throw new RemoteFailure(`asked for category ${id}, got ${found.id}`);
  return found;
}

async function readRootCategories(session: SiteSession): Promise<MarketplaceCategory[]> {
  const roots = understand(
    z.array(named),
    await ask(session, `/sites/${session.siteId}/categories`),
    'categories',
  );
  return roots.map((root) => ({ ...root, leaf: false, path: [root] }));
}

async function readChildCategories(session: SiteSession, id: string): Promise<MarketplaceCategory[]> {
  const father = await readCategory(session, id);
  // The parent does not say which of its children are leaves; each is requested, all at once.
  const children = await Promise.all(
    father.children_categories.map((child) => readCategory(session, child.id)),
  );
  return children.map(viewCategory);
}

function viewCategory(found: z.output<typeof category>): MarketplaceCategory {
  return {
    id: found.id,
    name: found.name,
    leaf: found.children_categories.length === 0,
    path: found.path_from_root,
  };
}

const prediction = z.object({ category_id: z.string() });

async function discover(session: SiteSession, text: string, most: number): Promise<MarketplaceCategory[]> {
  const query = new URLSearchParams({ q: text, limit: String(most) });
  const found = understand(
    z.array(prediction),
    await ask(session, `/sites/${session.siteId}/domain_discovery/search?${query}`),
    'prediction',
  );
  const ids = [...new Set(found.map((item) => item.category_id))];
  return Promise.all(ids.map(async (id) => viewCategory(await readCategory(session, id))));
}

/** As many as the marketplace allows; words that it refuses, such as single letters, find nothing. */
async function searchCategories(session: SiteSession, text: string): Promise<MarketplaceCategory[]> {
  try {
    return (await discover(session, text, 8)).filter(({ leaf }) => leaf);
  } catch (error) {
    if (isMarketplaceError(error, 'refused')) return [];
    throw error;
  }
}

async function readCategorySettings(session: SiteSession, id: string): Promise<CategorySettings> {
  const path = `/categories/${categoryId(id)}/attributes`;
  const [found, attributes] = await Promise.all([readCategory(session, id), ask(session, path)]);
  return {
    ...viewCategory(found),
    leaf: found.children_categories.length === 0 && found.settings.listing_allowed,
    maxTitleLength: found.settings.max_title_length,
    maxVariations: found.settings.max_variations_allowed,
    maxPictures: found.settings.max_pictures_per_item,
    minimumPrice: fromDecimal(found.settings.minimum_price ?? 0),
    attributes: understand(z.array(attribute), attributes, 'attributes')
      .filter(
        (item) => !ownAttributes.has(item.id) && item.tags.read_only !== true && item.tags.hidden !== true,
      )
      .map((item) => ({
        id: item.id,
        name: item.name,
        valueType: attributeValueTypes.find((type) => type === item.value_type) ?? 'string',
        required: item.tags.required === true || item.tags.new_required === true,
        variation: item.tags.allow_variations === true,
        values: item.values,
        // A value outside a list of another type becomes a text of the ad.
        ...(item.value_type === 'boolean' && item.values.length > 0 && { onlyListed: true as const }),
        units: item.allowed_units.map((unit) => unit.name),
        defaultUnit: item.default_unit ?? null,
        maxLength: item.value_max_length ?? null,
      })),
  };
}

const listingPrice = z.object({
  listing_type_id: z.string(),
  sale_fee_amount: z.number().nullish(),
  sale_fee_details: z
    .object({
      percentage_fee: z.number().nullish().catch(null),
      fixed_fee: z.number().nullish().catch(null),
    })
    .nullish(),
});

const listingPrices = z.union([z.array(listingPrice), listingPrice.transform((one) => [one])]);

/** The fee is requested every time: since March 2026 its fixed part depends on the type of shipping. */
async function readFee(session: SiteSession, question: FeeQuestion): Promise<SaleFee | null> {
  const listingType = listingTypeIds[question.type];
  const query = new URLSearchParams({
    price: String(toDecimal(question.price)),
    category_id: question.category,
    listing_type_id: listingType,
    currency_id: 'BRL',
    shipping_mode: 'me2',
  });
  const json = await ask(session, `/sites/${session.siteId}/listing_prices?${query}`);
  const answers = understand(listingPrices, json, 'fees');
  const found = answers.find((answer) => answer.listing_type_id === listingType) ?? answers[0];
  if (typeof found?.sale_fee_amount !== 'number') return null;
  const total = fromDecimal(found.sale_fee_amount);
  const { percentage_fee: percentage, fixed_fee: fixed } = found.sale_fee_details ?? {};
  // Without its parts the fee is known for exactly this price only.
  if (typeof percentage !== 'number') return { price: question.price, basisPoints: 0, fixed: total, total };
  return {
    price: question.price,
    // Percent with two decimals → basis points: the same step as reais → centavos.
    basisPoints: fromDecimal(percentage),
    fixed: fromDecimal(fixed ?? 0),
    total,
  };
}

export const catalogue: Catalogue = {
  roots: readRootCategories,
  children: readChildCategories,
  predict: (session, title) => discover(session, title, 6),
  search: searchCategories,
  settings: readCategorySettings,
  listedValues: null,
  fee: readFee,
  freight: readFreight,
};
