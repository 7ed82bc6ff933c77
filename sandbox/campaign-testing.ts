import { onTestFinished } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import { callerFor, control, legacySeller, publish, readItem, singleDraft, startForTest } from './testing.ts';

/** Shared by the tests about campaigns: a seller with one item, and calls about it. */

export const DAY = 24 * 3_600;
/** Noon in Brasília. */
export const noon = '2026-08-10T15:00:00.000Z';
export const V2 = 'app_version=v2';

type Shop = { sandbox: Sandbox; call: Caller; item: Fields };

export async function startAtNoon(options = {}): Promise<Sandbox> {
  const sandbox = await startForTest({ now: () => new Date(noon), ...options });
  onTestFinished(() => sandbox.close());
  // The clock moves by days in these tests.
  await control(sandbox, 'POST', '/tokens', { accessTokenSeconds: 30 * DAY });
  return sandbox;
}

/** A seller with an active item at 100.00. */
export async function shop(options = {}): Promise<Shop> {
  const sandbox = await startAtNoon(options);
  const call = await callerFor(sandbox, legacySeller);
  const item = await publish(sandbox, call, singleDraft({ price: 100, available_quantity: 20 }));
  return { sandbox, call, item };
}

export const open = async (sandbox: Sandbox, body: Fields): Promise<Fields> =>
  (await control(sandbox, 'POST', '/campaigns', { sellerId: legacySeller, ...body })).body;

export const green = (sandbox: Sandbox) =>
  control(sandbox, 'POST', '/reputation', { seller: legacySeller, level: '5_green' });

export const pass = (sandbox: Sandbox, seconds: number) => control(sandbox, 'POST', '/clock', { seconds });

export const pathOf = (item: Fields): string => `/seller-promotions/items/${item.id}?${V2}`;

export const itemsOf = async (call: Caller, campaign: Fields, query = ''): Promise<Fields> => {
  const path = `/seller-promotions/promotions/${campaign.id}/items?promotion_type=${campaign.type}`;
  return (await call('GET', `${path}&${V2}${query}`)).body;
};

export const firstOf = async (call: Caller, campaign: Fields, query = ''): Promise<Fields> =>
  fieldsOf(listOf((await itemsOf(call, campaign, query)).results)[0]);

export const shownPrices = async (call: Caller, item: Fields) => {
  const { price, original_price: original } = await readItem(call, item);
  return { price, original };
};
