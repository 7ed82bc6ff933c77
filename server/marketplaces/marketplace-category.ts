import type {
  CategorySettings,
  FeeQuote,
  MarketplaceCategory,
} from '#contract/marketplaces/marketplace-category.ts';
import {
  predictCategories,
  readCategorySettings,
  readChildCategories,
  readFee,
  readRootCategories,
} from '#server/outside/marketplaces/mercado-livre/categories.ts';
import { type AccountContext, type AccountSession, withAccount } from './account-access.ts';
import { failWithMarketplace } from './marketplace-fault.ts';

const treeMinutes = 60;
const feeMinutes = 10;
const cacheSize = 3000;

type Kept = { until: number; json: unknown };
/** Answers that are the same for every seller of a site, by client and path. */
const caches = new WeakMap<object, Map<string, Kept>>();

/** What is read of new answers is kept when it was understood: what is not would stand in the way for an hour. */
async function readCached<T>(
  context: AccountContext,
  { siteId, call }: Pick<AccountSession, 'siteId' | 'call'>,
  minutes: number,
  read: (ask: Ask, siteId: string) => Promise<T>,
): Promise<T> {
  const client = context.outside.marketplaces['mercado-livre'];
  const cache = caches.get(client) ?? new Map<string, Kept>();
  caches.set(client, cache);
  const now = context.clock.now().getTime();
  const fresh = new Map<string, Kept>();
  const ask = async (path: string): Promise<unknown> => {
    const kept = cache.get(path);
    if (kept && kept.until > now) return kept.json;
    const { json } = await call(path);
    fresh.set(path, { until: now + minutes * 60_000, json });
    return json;
  };
  const understood = await read(ask, siteId);
  if (cache.size + fresh.size > cacheSize) cache.clear();
  for (const [path, kept] of fresh) cache.set(path, kept);
  return understood;
}

type Ask = (path: string) => Promise<unknown>;

/** One that was just seen to be the caller's, and connected: it is not looked up again for what is known already. */
export type OpenAccount = { id: number; siteId: string };

async function look<T>(
  context: AccountContext,
  account: number | OpenAccount,
  minutes: number,
  read: (ask: Ask, siteId: string) => Promise<T>,
): Promise<T> {
  try {
    if (typeof account === 'number')
      return await withAccount(context, account, (session) => readCached(context, session, minutes, read));
    const { id, siteId } = account;
    const call = (path: string) => withAccount(context, id, (session) => session.call(path));
    return await readCached(context, { siteId, call }, minutes, read);
  } catch (error) {
    return failWithMarketplace(error);
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
  account: number | OpenAccount,
  id: string,
): Promise<CategorySettings> {
  return look(context, account, treeMinutes, (ask) => readCategorySettings(ask, id));
}

export function quoteFee(
  context: AccountContext,
  account: number | OpenAccount,
  question: { category: string; type: 'premium' | 'classic'; price: number },
): Promise<FeeQuote> {
  return look(context, account, feeMinutes, (ask, siteId) => readFee(ask, siteId, question));
}
