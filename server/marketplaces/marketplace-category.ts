import type {
  CategorySettings,
  FeeQuote,
  MarketplaceCategory,
} from '#contract/marketplaces/marketplace-category.ts';
import { fail } from '#server/fault.ts';
import {
  predictCategories,
  readCategorySettings,
  readChildCategories,
  readFee,
  readRootCategories,
} from '#server/outside/marketplaces/mercado-livre/categories.ts';
import { MercadoLivreError } from '#server/outside/marketplaces/mercado-livre/client.ts';
import { type AccountContext, type AccountSession, withAccount } from './account-access.ts';

const treeMinutes = 60;
const feeMinutes = 10;
const cacheSize = 3000;

type Kept = { until: number; json: unknown };
/** Answers that are the same for every seller of a site, by client and path. */
const caches = new WeakMap<object, Map<string, Kept>>();

function cachedAsk(context: AccountContext, session: AccountSession, minutes: number) {
  const client = context.outside.marketplaces['mercado-livre'];
  const cache = caches.get(client) ?? new Map<string, Kept>();
  caches.set(client, cache);
  return async (path: string): Promise<unknown> => {
    const now = context.clock.now().getTime();
    const kept = cache.get(path);
    if (kept && kept.until > now) return kept.json;
    const { json } = await session.call(path);
    if (cache.size >= cacheSize) cache.clear();
    cache.set(path, { until: now + minutes * 60_000, json });
    return json;
  };
}

type Ask = (path: string) => Promise<unknown>;

async function look<T>(
  context: AccountContext,
  accountId: number,
  minutes: number,
  read: (ask: Ask, siteId: string) => Promise<T>,
): Promise<T> {
  try {
    return await withAccount(context, accountId, (session) =>
      read(cachedAsk(context, session, minutes), session.siteId),
    );
  } catch (error) {
    if (!(error instanceof MercadoLivreError)) throw error;
    if (error.status === 404) fail('not_found', { cause: error });
    return fail(error.retryable ? 'marketplace_unavailable' : 'marketplace_refused', { cause: error });
  }
}

export function listRoots(context: AccountContext, accountId: number): Promise<MarketplaceCategory[]> {
  return look(context, accountId, treeMinutes, readRootCategories);
}

export function listChildren(
  context: AccountContext,
  accountId: number,
  id: string,
): Promise<MarketplaceCategory[]> {
  return look(context, accountId, treeMinutes, (ask) => readChildCategories(ask, id));
}

export function predict(
  context: AccountContext,
  accountId: number,
  title: string,
): Promise<MarketplaceCategory[]> {
  return look(context, accountId, treeMinutes, (ask, siteId) => predictCategories(ask, siteId, title));
}

export function categorySettings(
  context: AccountContext,
  accountId: number,
  id: string,
): Promise<CategorySettings> {
  return look(context, accountId, treeMinutes, (ask) => readCategorySettings(ask, id));
}

export function quoteFee(
  context: AccountContext,
  accountId: number,
  question: { category: string; type: 'premium' | 'classic'; price: number },
): Promise<FeeQuote> {
  return look(context, accountId, feeMinutes, (ask, siteId) => readFee(ask, siteId, question));
}
