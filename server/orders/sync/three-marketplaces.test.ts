import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { marketApp } from '#server/marketplaces/test/factory.ts';
import { buyEverywhere, publishEverywhere } from '#server/orders/test/all-marketplaces-factory.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const market = await marketApp({ APP_URL: 'http://localhost:3000' });
const { app } = market;
app.clock.set(systemClock.now().toISOString());

test('the last unit bought at three marketplaces at once is one sale; the others are short and say so', async () => {
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const advertisement = await publishEverywhere(market, { supplier, seller, units: 1 });
  const { items: shown } = await seller.call(api.advertisementsPublications.list, {
    params: { id: advertisement.id },
    query: {},
  });
  expect(shown.map(({ state }) => state)).toEqual(['active', 'active', 'active']);

  const details = await buyEverywhere(market, seller);
  expect(details).toHaveLength(3);
  expect(details.map(({ reserve }) => reserve).toSorted()).toEqual(['firm', 'short', 'short']);
  for (const sale of details.filter(({ reserve }) => reserve !== 'firm'))
    expect(sale).toMatchObject({ status: 'waiting_approval', approvalReason: 'stock-short' });
  const begins = new Map(details.map(({ marketplace, writesToBuyer }) => [marketplace, writesToBuyer]));
  expect(Object.fromEntries(begins)).toEqual({ 'mercado-livre': true, shopee: false, nuvemshop: false });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});
