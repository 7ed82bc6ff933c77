import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { made, promotionActs } from '#server/advertisements/test/promotion-acts.ts';
import { connectSeller, drain, marketApp } from '#server/marketplaces/test/factory.ts';
import { companyShop } from '#server/outside/marketplaces/shopee/test/stand-in.ts';

const { app, sandbox } = await marketApp();
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { campaigns, campaignsAds, publications, bulkRuns } = api;
const { detail, link } = promotionActs(app, { seller, supplier });
const storeId = 4_118_037;

async function linked(account: number, remoteItem: string): Promise<number> {
  const { body } = await link(account, remoteItem);
  const variations = body.variations.map((one) => ({ ...one, price: 10_000 }));
  const { id } = await seller.call(publications.link, { body: { ...body, variations } });
  await drain(app);
  return id;
}

/** Every ad on sale may join a discount of the seller; its only row is the same before, in it and after. */
async function joinAndLeave(account: number, publication: number) {
  await seller.call(campaigns.sync, {});
  await drain(app);
  const { items } = await seller.call(campaigns.list, { query: { query: `account:${account}` } });
  expect(items).toMatchObject([{ kind: 'own', state: 'running', invited: 1, joined: 0, canJoin: true }]);
  const read = async () => {
    const query = `campaign:${items[0]?.id}`;
    return (await seller.call(campaignsAds.list, { query: { query } })).items;
  };
  const [invited] = await read();
  expect(invited).toMatchObject({ state: 'invited', regularPrice: 10_000, publication: { id: publication } });
  const ids = [invited?.id ?? 0];
  const pricing = { kind: 'discount' as const, basisPoints: 2000 };
  const join = await seller.call(campaignsAds.join, { body: { ids, pricing } });
  await drain(app);
  expect(await seller.call(bulkRuns.detail, { params: { id: join.id } })).toMatchObject({
    ...{ succeeded: 1, failed: [] },
  });
  expect(await read()).toMatchObject([{ id: ids[0], state: 'running', price: 8000, marketplacePays: 0 }]);
  expect((await detail(publication)).variations).toMatchObject([
    { price: 10_000, promotion: { price: 8000 } },
  ]);
  await seller.call(campaigns.sync, {});
  await drain(app);
  expect(await read()).toMatchObject([{ id: ids[0], state: 'running', price: 8000 }]);
  await seller.call(campaignsAds.leave, { body: { ids } });
  await drain(app);
  expect(await read()).toMatchObject([{ id: ids[0], state: 'invited', price: null }]);
  expect((await detail(publication)).variations).toMatchObject([{ price: 10_000, promotion: null }]);
}

test('an ad of a store gets a promotional price, and loses it again', async () => {
  const { id: account } = await connectSeller(seller, storeId, 'nuvemshop');
  const product = { storeId, title: 'Bule da loja', price: 100, quantity: 4 };
  const ad = made(await sandbox.control('POST', '/nuvemshop/products', product));
  await joinAndLeave(account, await linked(account, ad));
});

test('an ad of a shop joins the shop’s own discount, and leaves it again', async () => {
  const shopId = Number(companyShop);
  const { id: account } = await connectSeller(seller, shopId, 'shopee');
  const item = { shopId, title: 'Jarra de cerâmica da loja', price: 100, quantity: 4 };
  const ad = made(await sandbox.control('POST', '/shopee/items', item));
  const publication = await linked(account, ad);
  await sandbox.control('POST', '/shopee/discounts', { shopId, name: 'Semana da Jarra', items: [] });
  await joinAndLeave(account, publication);
});
