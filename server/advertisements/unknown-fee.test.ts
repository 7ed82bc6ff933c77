import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { makeAdvertisement, publish } from './test/factory.ts';

const { app } = await marketApp({ APP_URL: 'http://localhost:3000' });
const supplier = await app.join('supply');
const seller = await app.join('sales');
const quoting = await connectSeller(seller, remoteSellers.legacy);
const store = await connectSeller(seller, 4_118_037, 'nuvemshop');
const shelf = await makeShelf(app, supplier, 9);
const offer = await makeOffer(supplier, shelf, 2000);
const { advertisements, advertisementsVariations, virtualProducts } = api;

const rowOf = async (id: number) => {
  const { items } = await seller.call(advertisements.list, { query: { size: '100' } });
  return items.find((row) => row.id === id);
};
/** The row of one advertisement in the file, by column name. */
async function exported(product: string) {
  const query = {
    format: 'csv',
    columns: 'product,margin,marginBound',
    query: `product:"${product}"`,
  } as const;
  const { bytes } = await seller.download(advertisements.export, { query });
  return new TextDecoder().decode(bytes).trim().split('\r\n').at(-1)?.split(';').slice(1);
}
async function publishedOn(account: number, product: string, category?: string) {
  const made = await makeAdvertisement(seller, [offer]);
  await seller.call(advertisements.update, {
    params: { id: made.id },
    body: { product },
    version: made.version,
  });
  await publish(seller, made, account, offer, category ? { category, attributes: [] } : {});
  await drain(app);
  return made.id;
}

test('a margin without a known fee or freight is the highest possible in list, file and API; a quoted one is exact', async () => {
  const unknown = await publishedOn(store.id, 'Caneca sem tarifa', '0');
  expect((await rowOf(unknown))?.publications).toMatchObject([{ marginAtMost: true }]);
  expect(await exported('Caneca sem tarifa')).toEqual([expect.any(String), 'até']);
  const { items } = await seller.call(advertisementsVariations.list, {
    query: { query: `advertisement:${unknown}` },
  });
  expect(items).toMatchObject([{ fee: null, freight: null }]);
  const quoted = await publishedOn(quoting.id, 'Caneca com tarifa');
  expect((await rowOf(quoted))?.publications).toMatchObject([{ marginAtMost: false }]);
  expect(await exported('Caneca com tarifa')).toEqual([expect.any(String), '']);
  const kit = await seller.call(virtualProducts.create, {
    body: { name: 'Uma caneca', sku: 'KIT-1', components: [{ offer: offer.id, quantity: 1 }] },
  });
  const followers = await seller.call(virtualProducts.followers, { params: { id: kit.id } });
  expect(followers.items.map(({ fee }) => fee === null)).toEqual([true, false]);
  await seller.call(api.marketplaceAccounts.updateRates, {
    params: { id: store.id },
    body: {
      rates: {
        kind: 'typed',
        steps: [{ from: 0, basisPoints: 1000, fixed: 400 }],
        categories: [],
        freight: [{ from: 0, amount: 900 }],
      },
    },
  });
  await drain(app);
  expect((await rowOf(unknown))?.publications).toMatchObject([{ marginAtMost: false }]);
  expect(await exported('Caneca sem tarifa')).toEqual([expect.any(String), '']);
});
