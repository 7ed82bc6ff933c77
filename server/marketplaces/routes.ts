import type { QueryOf } from '#contract/endpoint.ts';
import type { marketplaces } from '#contract/marketplaces/marketplace.ts';
import { marketplaceNames } from '#contract/marketplaces/marketplace.ts';
import type { marketplaceAccounts } from '#contract/marketplaces/marketplace-account.ts';
import type { marketplacesCategories } from '#contract/marketplaces/marketplace-category.ts';
import type { notifications } from '#contract/marketplaces/notification.ts';
import { salesTaxToday } from '#server/business/sales-tax.ts';
import { fail } from '#server/fault.ts';
import { type Handlers, inbox, remote } from '#server/http/route.ts';
import { updateFeeRates } from './fee-rates.ts';
import { listAccounts } from './marketplace-account.queries.ts';
import {
  authorizeAccount,
  connectAccount,
  readAccount,
  removeAccount,
  updateAccountFloor,
  updateFulfillmentDays,
  viewAccount,
} from './marketplace-account.ts';
import {
  categorySettings,
  findListedValues,
  listChildren,
  listRoots,
  predict,
  quoteFee,
  quotePrice,
  searchCategories,
} from './marketplace-category.ts';
import { storeNotification } from './notification.ts';

export const marketplaceRoutes: Handlers<typeof marketplaces> = {
  list: async ({ env }) => {
    const items = env.offeredMarketplaces.map((id) => ({ id, name: marketplaceNames[id] }));
    return { items, page: 1, pages: 1, total: items.length };
  },
};

export const marketplaceAccountRoutes: Handlers<Omit<typeof marketplaceAccounts, 'sync'>> = {
  list: async ({ tx, query, outside }) => {
    const found = await listAccounts(tx, query);
    return { ...found, items: found.items.map((row) => viewAccount(row, outside)) };
  },
  detail: ({ tx, params, outside }) => readAccount(tx, params.id, outside),
  authorize: async ({ tx, actor, body, env, outside }) => ({
    url: await authorizeAccount(tx, actor, body.marketplace, { env, outside }),
  }),
  connect: remote(connectAccount),
  updateFloor: async ({ tx, params, body, outside }) => {
    await updateAccountFloor(tx, params.id, body.floor);
    return readAccount(tx, params.id, outside);
  },
  updateRates: async ({ tx, params, body, outside }) => {
    await updateFeeRates(tx, params.id, body.rates);
    return readAccount(tx, params.id, outside);
  },
  updateFulfillment: async ({ tx, params, body, outside }) => {
    await updateFulfillmentDays(tx, params.id, body.days);
    return readAccount(tx, params.id, outside);
  },
  remove: ({ tx, params, query }) => removeAccount(tx, params.id, query.confirm === 'open-sales'),
};

type Sold = QueryOf<typeof marketplacesCategories.fees>;

function soldAs(category: string, asked: Omit<Sold, 'price'>) {
  const { type, listing = null, freeShipping, weight, width, height, depth } = asked;
  const size = weight && width && height && depth ? { weight, width, height, depth } : null;
  return { category, type, package: size, listing, freeShipping: freeShipping === 'true' };
}

export const marketplacesCategoryRoutes: Handlers<typeof marketplacesCategories> = {
  list: remote(async (call) => ({ items: await listRoots(call, call.params.account) })),
  children: remote(async (call) => ({
    items: await listChildren(call, call.params.account, call.params.id),
  })),
  predict: remote(async (call) => ({ items: await predict(call, call.params.account, call.query.title) })),
  search: remote(async (call) => ({
    items: await searchCategories(call, call.params.account, call.query.text),
  })),
  attributes: remote((call) => categorySettings(call, call.params.account, call.params.id)),
  values: remote(async (call) => {
    const { account, id: category, attribute } = call.params;
    return { items: await findListedValues(call, account, { category, attribute, text: call.query.text }) };
  }),
  fees: remote(async (call) => {
    const { price } = call.query;
    const charged = await quoteFee(call, call.params.account, {
      ...soldAs(call.params.id, call.query),
      price,
    });
    return { ...charged, taxBasisPoints: await call.transact(salesTaxToday) };
  }),
  price: remote(async (call) => {
    const { margin, cost } = call.query;
    const taxBasisPoints = await call.transact(salesTaxToday);
    const asked = { marginBasisPoints: margin, cost, taxBasisPoints, from: Math.max(cost, 100) };
    return quotePrice(call, call.params.account, { ...soldAs(call.params.id, call.query), ...asked });
  }),
};

export const notificationRoutes: Handlers<typeof notifications> = {
  receive: inbox(async ({ database, params, body, outside, bytes, headers }) => {
    const from = outside.marketplaces[params.marketplace].inbox;
    if (!from.isProven({ secret: params.secret, bytes, headers })) fail('not_found');
    await storeNotification(database, params.marketplace, from, body);
    return from.answersEmpty ? null : { stored: true };
  }),
  receiveNamed: inbox(async ({ database, params, body, outside, bytes, headers }) => {
    const { marketplace, secret, subject, event } = params;
    const from = outside.marketplaces[marketplace].inbox;
    const named = from.named?.(`${subject}/${event}`, body);
    if (!named || !from.isProven({ secret, bytes, headers })) return fail('not_found');
    await storeNotification(database, marketplace, from, named);
    return from.answersEmpty ? null : { stored: true };
  }),
};
