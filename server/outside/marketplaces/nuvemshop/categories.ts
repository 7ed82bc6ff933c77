import { z } from 'zod';
import type { CategorySettings, MarketplaceCategory } from '#contract/marketplaces/marketplace-category.ts';
import { RemoteFailure, understand } from '../../http.ts';
import { findByWords } from '../category-words.ts';
import type { Catalogue, SiteSession } from '../marketplace.ts';
import { capabilities } from './capabilities.ts';
import { NuvemshopError, storePath } from './client.ts';
import { askPage } from './pages.ts';
import { remoteId, spoken } from './values.ts';

const category = z.object({
  id: remoteId,
  name: spoken,
  parent: remoteId.nullish().catch(null),
  subcategories: z.array(remoteId).catch([]),
});
type Source = z.output<typeof category>;

/** A product need not be in any category of its store. */
export const uncategorised = '0';

const pageSize = 200;
const mostPages = 20;

/** The store's whole tree: it is small, and a category names only its neighbours. */
async function readAll(session: SiteSession): Promise<Source[]> {
  const all: Source[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const query = new URLSearchParams({ page: String(page), per_page: String(pageSize) });
    const path = `${storePath(session.remoteUserId)}/categories?${query}`;
    const answer = await askPage(session, path, page);
    if (!answer) return all;
    const found = understand(z.array(category), answer.json, 'categories');
    all.push(...found);
    if (found.length < pageSize) return all;
  }
  throw new RemoteFailure('categories without an end');
}

function view(one: Source, all: readonly Source[]): MarketplaceCategory {
  const path = [{ id: one.id, name: one.name }];
  const above = new Set([one.id]);
  for (let at = fatherOf(one, all); at && !above.has(at.id); at = fatherOf(at, all)) {
    above.add(at.id);
    path.unshift({ id: at.id, name: at.name });
  }
  return { id: one.id, name: one.name, leaf: !all.some(({ parent }) => parent === one.id), path };
}

const fatherOf = (one: Source, all: readonly Source[]) => all.find(({ id }) => id === one.parent);

const none: MarketplaceCategory = { id: uncategorised, name: '', leaf: true, path: [] };

async function readSettings(session: SiteSession, id: string): Promise<CategorySettings> {
  const all = await readAll(session);
  const found = all.find((one) => one.id === id);
  if (!found && id !== uncategorised) throw new NuvemshopError(404, 'not_found', '', {});
  return {
    ...(found ? view(found, all) : none),
    leaf: true,
    maxTitleLength: 255,
    maxVariations: 1000,
    maxPictures: capabilities.mostPictures,
    minimumPrice: 0,
    attributes: ['Cor', 'Tamanho', 'Material'].map((name) => ({
      id: name,
      name,
      valueType: 'string' as const,
      required: false,
      variation: true,
      values: [],
      units: [],
      defaultUnit: null,
      maxLength: null,
    })),
  };
}

export const catalogue: Catalogue = {
  async roots(session) {
    const all = await readAll(session);
    return [...all.filter((one) => !fatherOf(one, all)).map((one) => view(one, all)), none];
  },
  async children(session, id) {
    const all = await readAll(session);
    return all.filter(({ parent }) => parent === id).map((one) => view(one, all));
  },
  predict: null,
  // A product may be in any category, also in one with others below it.
  async search(session, text) {
    const all = await readAll(session);
    return findByWords(
      all.map((one) => ({ ...view(one, all), leaf: true })),
      text,
    );
  },
  settings: readSettings,
  listedValues: null,
  fee: null,
  freight: null,
};
