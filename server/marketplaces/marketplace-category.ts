import { feeByRates, freightByRates, type TypedRates } from '#contract/marketplaces/fee-rates.ts';
import { findListed, foldName } from '#contract/marketplaces/listed-value.ts';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import type {
  CategorySettings,
  FeeQuote,
  ListedValue,
  MarketplaceCategory,
  PriceQuote,
} from '#contract/marketplaces/marketplace-category.ts';
import type { Centavos } from '#contract/money.ts';
import { searchPrice } from '#contract/price-search.ts';
import { fail } from '#server/fault.ts';
import type { Capabilities } from '#server/outside/marketplaces/capabilities.ts';
import type {
  Catalogue,
  FeeQuestion,
  FreightQuestion,
  Marketplace,
  SiteSession,
} from '#server/outside/marketplaces/marketplace.ts';

import type { SellerAnswer, SellerSession } from '#server/outside/marketplaces/seller-session.ts';
import { type AccountContext, withAccount } from './account-access.ts';
import { findFeeRates } from './fee-rates.ts';
import { failWithMarketplace } from './marketplace-fault.ts';

const treeMinutes = 60;
const feeMinutes = 10;
const cacheSize = 3000;

type Kept = { until: number; answer: SellerAnswer };
/** Answers that are the same for every seller of a site, by marketplace and path. */
const caches = new WeakMap<Marketplace, Map<string, Kept>>();

type Read<T> = (catalogue: Catalogue, session: SiteSession, capabilities: Capabilities) => Promise<T>;

/**
 * A session with a cache: answers are cached after they were understood. The path of an answer for one seller contains
 * the seller.
 */
async function readCached<T>(
  context: AccountContext,
  marketplace: Marketplace,
  session: SiteSession & Pick<SellerSession, 'tags'>,
  minutes: number,
  read: Read<T>,
): Promise<T> {
  const cache = caches.get(marketplace) ?? new Map<string, Kept>();
  caches.set(marketplace, cache);
  const now = context.clock.now().getTime();
  const fresh = new Map<string, Kept>();
  const call = async (path: string): Promise<SellerAnswer> => {
    const kept = cache.get(path);
    if (kept && kept.until > now) return kept.answer;
    const answer = await session.call(path);
    fresh.set(path, { until: now + minutes * 60_000, answer });
    return answer;
  };
  const understood = await read(
    marketplace.catalogue,
    { siteId: session.siteId, remoteUserId: session.remoteUserId, call },
    marketplace.capabilities(session.tags),
  );
  if (cache.size + fresh.size > cacheSize) cache.clear();
  for (const [path, kept] of fresh) cache.set(path, kept);
  return understood;
}

/** An account that was just seen to be connected and the caller's: cached answers need no second look-up. */
export type OpenAccount = Pick<SellerSession, 'siteId' | 'remoteUserId' | 'tags'> & {
  id: number;
  marketplace: MarketplaceId;
};

async function look<T>(
  context: AccountContext,
  account: number | OpenAccount,
  minutes: number,
  read: Read<T>,
): Promise<T> {
  try {
    if (typeof account === 'number')
      return await withAccount(context, account, (session) =>
        readCached(context, session.marketplace, session, minutes, read),
      );
    const { id, siteId, remoteUserId, tags } = account;
    const marketplace = context.outside.marketplaces[account.marketplace];
    const call = (path: string) => withAccount(context, id, (session) => session.call(path));
    return await readCached(context, marketplace, { siteId, remoteUserId, tags, call }, minutes, read);
  } catch (error) {
    return failWithMarketplace(error);
  }
}

export function listRoots(context: AccountContext, accountId: number): Promise<MarketplaceCategory[]> {
  return look(context, accountId, treeMinutes, (catalogue, session) => catalogue.roots(session));
}

export function listChildren(
  context: AccountContext,
  accountId: number,
  id: string,
): Promise<MarketplaceCategory[]> {
  return look(context, accountId, treeMinutes, (catalogue, session) => catalogue.children(session, id));
}

export function predict(
  context: AccountContext,
  accountId: number,
  title: string,
): Promise<MarketplaceCategory[]> {
  return look(
    context,
    accountId,
    treeMinutes,
    async (catalogue, session) => (await catalogue.predict?.(session, title)) ?? [],
  );
}

export function searchCategories(
  context: AccountContext,
  accountId: number,
  text: string,
): Promise<MarketplaceCategory[]> {
  return look(context, accountId, treeMinutes, (catalogue, session) => catalogue.search(session, text));
}

export function categorySettings(
  context: AccountContext,
  account: number | OpenAccount,
  id: string,
): Promise<CategorySettings> {
  return look(context, account, treeMinutes, (catalogue, session) => catalogue.settings(session, id));
}

/** Of a short list, the settings of the category have all values. */
export function findListedValues(
  context: AccountContext,
  account: number | OpenAccount,
  question: { category: string; attribute: string; text: string },
): Promise<ListedValue[]> {
  const { category, attribute, text } = question;
  return look(context, account, treeMinutes, async (catalogue, session) => {
    const { attributes } = await catalogue.settings(session, category);
    const asked = attributes.find(({ id }) => id === attribute) ?? fail('not_found');
    if (asked.longList && catalogue.listedValues)
      return catalogue.listedValues(session, category, attribute, text);
    const wanted = foldName(text);
    const equal = findListed(asked.values, text);
    const alike = asked.values.filter((one) => one !== equal && foldName(one.name).includes(wanted));
    return [...(equal ? [equal] : []), ...alike];
  });
}

/** The charges of the marketplace for a price. They do not include the seller's tax, which a margin needs as well. */
export type ChargeQuote = Omit<FeeQuote, 'taxBasisPoints'>;

/**
 * Fee and freight at exactly this price: as quoted by the marketplace, otherwise by the rates of the account. Null is
 * unknown.
 */
export async function quoteFee(
  context: AccountContext,
  account: number | OpenAccount,
  question: FeeQuestion & FreightQuestion,
): Promise<ChargeQuote> {
  const { price } = question;
  const unknown = { price, basisPoints: 0, fixed: null, total: null, freight: null };
  const quoted = await look(context, account, feeMinutes, async (catalogue, session) => {
    const [fee, freight] = await Promise.all([
      catalogue.fee?.(session, question),
      catalogue.freight?.(session, question),
    ]);
    return catalogue.fee ? { ...unknown, ...fee, freight: freight ?? null, fee } : null;
  });
  if (quoted) {
    const { fee, ...parts } = quoted;
    return { ...parts, feeFrom: fee ? 'marketplace' : 'unknown' };
  }
  const accountId = typeof account === 'number' ? account : account.id;
  const rates = await context.transact((tx) => findFeeRates(tx, accountId));
  if (rates?.kind !== 'typed') return { ...unknown, feeFrom: rates ? 'unknown' : 'missing' };
  const fee = feeByRates(rates, price, await pathOf(context, account, question.category, rates));
  const grams = question.package && Math.round(question.package.weight * 1000);
  const freight = freightByRates(rates, grams);
  return { ...unknown, ...fee, freight, feeFrom: fee ? 'rates' : 'unknown' };
}

/** The ids of a category and those above it, the highest first; only read if the rates name categories. */
async function pathOf(
  context: AccountContext,
  account: number | OpenAccount,
  category: string,
  { categories }: TypedRates,
): Promise<string[]> {
  if (categories.length === 0 || category === '') return [];
  const { path } = await categorySettings(context, account, category);
  return [...path.map(({ id }) => id), category];
}

type PriceQuestion = Omit<FeeQuestion & FreightQuestion, 'price'> & {
  marginBasisPoints: number;
  cost: Centavos;
  taxBasisPoints: number;
  /** The start of the search: it finds the nearest price from there if fee and freight allow several. */
  from: Centavos;
};

/**
 * Without rates no price is found for a margin, unless the seller said that the fee is unknown: then it is the lowest
 * possible price.
 */
export async function quotePrice(
  context: AccountContext,
  account: number | OpenAccount,
  { marginBasisPoints, cost, taxBasisPoints, from, ...sold }: PriceQuestion,
): Promise<PriceQuote> {
  const ask = async (price: Centavos) => ({
    ...(await quoteFee(context, account, { ...sold, price })),
    taxBasisPoints,
  });
  if ((await ask(from)).feeFrom === 'missing') return { quote: null, refused: 'rates_missing' };
  const price = await searchPrice(ask, { marginBasisPoints, cost, from });
  return price === null ? { quote: null, refused: 'too_big' } : { quote: await ask(price), refused: null };
}
