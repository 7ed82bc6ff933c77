import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { MarketplaceId } from '#contract/marketplaces/marketplace.ts';
import { makeBusiness, makeStaff } from '#server/business/test/factory.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure } from '../row.ts';
import { type Machine, notificationSecret, startMachine, waitFor } from './machine.ts';
import { consentTo, type Shops, startShops } from './shops.ts';
import { makeWorld } from './world.ts';

const units = 1000;
const remoteId = z.union([z.string(), z.number()]).transform(String);
const ad = z.object({ id: remoteId, variants: z.array(z.object({ id: remoteId })).default([]) });
const items = z.array(z.object({ available: z.number() }));
const stocked = z.array(z.object({ stock: z.number() }));
const variants = z.array(z.object({ inventory_levels: z.array(z.object({ stock: z.number().nullable() })) }));
const products = z.array(z.object({ variants }));

/**
 * Twenty publications of one stock level at three marketplaces: how a seller creates an ad there, and which quantities
 * the ads show.
 */
type Place = {
  marketplace: MarketplaceId;
  seller: number;
  ads: number;
  make: [path: string, owner: object];
  shown: (shops: Shops) => Promise<number[]>;
};
const places: readonly Place[] = [
  {
    ...{ marketplace: 'mercado-livre', seller: 182_440_771, ads: 7 },
    make: ['/items', { sellerId: 182_440_771 }],
    shown: async ({ control }) => items.parse(await control('GET', '/items')).map((one) => one.available),
  },
  {
    ...{ marketplace: 'shopee', seller: 55_667_788, ads: 7 },
    make: ['/shopee/items', { shopId: 55_667_788 }],
    shown: async ({ control }) =>
      stocked.parse(await control('GET', '/shopee/items')).map((one) => one.stock),
  },
  {
    ...{ marketplace: 'nuvemshop', seller: 4_118_037, ads: 6 },
    make: ['/nuvemshop/products', { storeId: 4_118_037 }],
    shown: async ({ control }) =>
      products
        .parse(await control('GET', '/nuvemshop/products'))
        .flatMap((one) => one.variants.map(({ inventory_levels: levels }) => levels[0]?.stock ?? 0)),
  },
];

const showAll = async (shops: Shops) => (await Promise.all(places.map((place) => place.shown(shops)))).flat();

export type Caller = (path: string, body: object) => Promise<unknown>;

export function callerOf(url: string, token: string): Caller {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return async (path, body) => {
    const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Refused(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

/** Connects an account of the stand-ins. */
export async function connectAccount(
  call: Caller,
  marketplace: MarketplaceId,
  seller: number,
): Promise<{ id: number }> {
  const { url } = z
    .object({ url: z.string() })
    .parse(await call('/marketplace-accounts/authorize', { marketplace }));
  return z
    .object({ id: z.number() })
    .parse(await call('/marketplace-accounts/connect', await consentTo(url, seller)));
}

/** The seller's accounts and existing ads, linked to the stock level; returns the account that sells. */
async function openPlaces(shops: Shops, call: Caller, offer: number): Promise<string> {
  let first = '';
  for (const { marketplace, seller, ads, make } of places) {
    const account = await connectAccount(call, marketplace, seller);
    for (let n = 0; n < ads; n++) {
      const body = { ...make[1], title: `Caneca esmaltada ${n} de antes`, price: 59.9, quantity: 1 };
      const {
        id,
        variants: [variant],
      } = ad.parse(await shops.control('POST', make[0], body));
      first ||= id;
      const components = [{ offer, quantity: 1 }];
      const variations = [{ remoteVariation: variant?.id ?? id, components }];
      await call('/publications/link', { account: account.id, link: id, variations });
    }
  }
  return first;
}

/** From a stored sale until the last of twenty quantities is visible to buyers, at three marketplaces. */
export const measure: Measure = async ({ quick }) => {
  const shops = await startShops();
  const machine = await startMachine(shops.variables);
  try {
    const { shelves } = await makeWorld(machine.app, machine.env, { accounts: 0, shelves: 1, units });
    const businessId = await makeBusiness(machine.app, 'sales');
    const { token } = await makeStaff(machine.app, businessId, ['owner']);
    const web = await machine.start('--web');
    await machine.start('--worker');
    const itemId = await openPlaces(shops, callerOf(web.url, token), shelves[0]?.offerId ?? 0);
    await standing(shops, units);
    const sales = quick ? 10 : 40;
    const last: number[] = [];
    for (let n = 0; n < sales + 3; n++) {
      const took = await sellOne({ shops, machine, url: web.url, itemId, left: units - n - 1 });
      // The first ones warm up.
      if (n >= 3) last.push(took);
      // Rate limits of the marketplaces are not part of the measurement.
      await delay(400);
    }
    await machine.mustHold();
    last.sort((a, b) => a - b);
    const note = `${sales} sales, one at a time; stand-ins of the marketplaces on the same machine`;
    const line = 'sale stored → the last of 20 quantities stands, three marketplaces';
    return [
      { line: `${line}, p50`, value: percentile(last, 0.5), goal: 500, better: 'lower', unit: 'ms', note },
      { line: `${line}, p95`, value: percentile(last, 0.95), goal: 1000, better: 'lower', unit: 'ms', note },
    ];
  } finally {
    await machine.stop();
    shops.stop();
  }
};

const standing = (shops: Shops, quantity: number) =>
  waitFor(
    `twenty times ${quantity}`,
    async () => {
      const shown = await showAll(shops);
      return shown.length === 20 && shown.every((one) => one === quantity);
    },
    60,
    5,
  );

const bought = z.object({ orders: z.array(z.object({ id: remoteId })) });
type Sold = { shops: Shops; machine: Machine; url: string; itemId: string; left: number };

async function sellOne({ shops, machine, url, itemId, left }: Sold): Promise<number> {
  const { orders } = bought.parse(await shops.control('POST', '/purchases', { itemId, quantity: 1 }));
  const order = orders[0]?.id ?? '';
  const answer = await fetch(`${url}/api/notifications/mercado-livre/${notificationSecret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ resource: `/orders/${order}`, user_id: places[0]?.seller, topic: 'orders_v2' },
      application_id: 1000,
    }),
  });
  if (!answer.ok) throw new Refused(`notification answered ${answer.status}`);
  await standing(shops, left);
  const ended = Date.now();
  const [row] = await machine.ask<{ at: Date }>(
    'select created_at as at from orders where remote_order_id = $1',
    [order],
  );
  return ended - (row?.at.getTime() ?? Number.NaN);
}
