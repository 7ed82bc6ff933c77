import { z } from 'zod';
import type { CategorySettings, MarketplaceCategory } from '#contract/marketplaces/marketplace-category.ts';
import { findByWords, mostFound } from '../category-words.ts';
import type { Catalogue, SiteSession } from '../marketplace.ts';
import { isMarketplaceError } from '../marketplace-error.ts';
import { readAttributes, tierNames } from './attributes.ts';
import { brandAttribute, findBrands } from './brands.ts';
import { capabilities } from './capabilities.ts';
import { brandId } from './causes.ts';
import { ShopeeError } from './shopee-error.ts';
import { amount, maybe, remoteId, responseOf, shopPath } from './values.ts';

const list = z.object({
  category_list: z.array(
    z.object({
      category_id: remoteId,
      parent_category_id: remoteId.nullish().catch(null),
      display_category_name: z.string().catch(''),
      original_category_name: z.string().catch(''),
      has_children: z.boolean(),
    }),
  ),
});
type Tree = ReadonlyMap<string, MarketplaceCategory & { fatherId: string }>;

/** One flat list, of all categories. */
async function readTree(session: SiteSession): Promise<Tree> {
  const answer = await session.call(shopPath(session, 'product/get_category', { language: 'pt-br' }));
  const rows = responseOf(list, answer, 'categories').category_list;
  const sources = new Map(rows.map((row) => [row.category_id, row]));
  const nameOf = (row: (typeof rows)[number]) => row.display_category_name || row.original_category_name;
  const view = (row: (typeof rows)[number]) => {
    const path = [{ id: row.category_id, name: nameOf(row) }];
    const above = new Set([row.category_id]);
    for (let at = fatherOf(row); at && !above.has(at.category_id); at = fatherOf(at)) {
      above.add(at.category_id);
      path.unshift({ id: at.category_id, name: nameOf(at) });
    }
    const fatherId = fatherOf(row)?.category_id ?? '';
    return { id: row.category_id, name: nameOf(row), leaf: !row.has_children, path, fatherId };
  };
  const fatherOf = (row: (typeof rows)[number]) => sources.get(row.parent_category_id ?? '');
  return new Map(rows.map((row) => [row.category_id, view(row)]));
}

const withoutFather = ({ id, name, leaf, path }: MarketplaceCategory): MarketplaceCategory => ({
  ...{ id, name, leaf, path },
});

async function below(session: SiteSession, father: string): Promise<MarketplaceCategory[]> {
  const tree = await readTree(session);
  return [...tree.values()].filter(({ fatherId }) => fatherId === father).map(withoutFather);
}

const recommended = z.object({ category_id: z.array(remoteId).catch([]) });

/** Its own suggestion for a title, if there is one. */
async function predict(session: SiteSession, title: string): Promise<MarketplaceCategory[]> {
  const path = shopPath(session, 'product/category_recommend', { item_name: title });
  try {
    const { category_id: ids } = responseOf(recommended, await session.call(path), 'suggested categories');
    const tree = await readTree(session);
    return ids.flatMap((id) => {
      const found = tree.get(id);
      return found?.leaf ? [withoutFather(found)] : [];
    });
  } catch (error) {
    if (isMarketplaceError(error, 'refused', 'not_found', 'forbidden')) return [];
    throw error;
  }
}

/** The marketplace has no search: the tree is searched, and its suggestions for the words follow. */
async function search(session: SiteSession, text: string): Promise<MarketplaceCategory[]> {
  const [tree, suggested] = [await readTree(session), await predict(session, text)];
  const found = findByWords(
    [...tree.values()].filter(({ leaf }) => leaf),
    text,
  ).map(withoutFather);
  const further = suggested.filter(({ id }) => found.every((one) => one.id !== id));
  return [...found, ...further].slice(0, mostFound);
}

const range = maybe(z.object({ min_limit: maybe(z.number()), max_limit: maybe(z.number()) }));
const limits = z.object({
  price_limit: maybe(z.object({ min_limit: maybe(amount) })),
  item_name_length_limit: range,
  item_description_length_limit: range,
  item_image_count_limit: range,
  wholesale_price_threshold_percentage: maybe(z.object({ min_limit: maybe(z.number()) })),
});

/** Models of one item. */
const mostModels = 50;

async function readSettings(session: SiteSession, id: string): Promise<CategorySettings> {
  const found = /^\d{1,19}$/.test(id) ? (await readTree(session)).get(id) : undefined;
  if (!found) throw new ShopeeError(404, 'category_not_found', `category ${id.slice(0, 20)}`, {});
  const [limitsAnswer, attributes, brand] = await Promise.all([
    session.call(shopPath(session, 'product/get_item_limit', { category_id: id })),
    readAttributes(session, id),
    brandAttribute(session, id),
  ]);
  const limit = responseOf(limits, limitsAnswer, 'limits of a category');
  return {
    ...withoutFather(found),
    maxTitleLength: limit.item_name_length_limit?.max_limit ?? 120,
    minTitleLength: limit.item_name_length_limit?.min_limit ?? 0,
    minDescriptionLength: limit.item_description_length_limit?.min_limit ?? 0,
    maxVariations: mostModels,
    maxPictures: limit.item_image_count_limit?.max_limit ?? capabilities.mostPictures,
    minimumPrice: limit.price_limit?.min_limit ?? 0,
    leastWholesalePercent: Math.ceil(limit.wholesale_price_threshold_percentage?.min_limit ?? 0),
    attributes: [...tierNames, brand, ...attributes],
  };
}

export const catalogue: Catalogue = {
  roots: (session) => below(session, ''),
  children: below,
  predict,
  search,
  settings: readSettings,
  listedValues: async (session, category, attribute, text) =>
    attribute === brandId ? findBrands(session, category, text) : [],
  fee: null,
  freight: null,
};
