import { expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { connectSeller, marketApp, misbehave } from './test/factory.ts';

const { app, sandbox } = await marketApp({ APP_URL: 'http://localhost:3000' });
// The sandbox checks the time of signed calls.
app.clock.set(systemClock.now().toISOString());
const seller = await app.join('sales');
const { id: account } = await connectSeller(seller);
const mugs = 'MLB269653';
const shopId = 55_667_788;

test('the category tree is read from its roots to a leaf', async () => {
  const roots = await seller.call(api.marketplacesCategories.list, { params: { account } });
  const home = roots.items.find(({ name }) => name === 'Casa, Móveis e Decoração');
  expect(home).toMatchObject({ leaf: false });
  const below = await seller.call(api.marketplacesCategories.children, {
    params: { account, id: 'MLB1618' },
  });
  expect(below.items.find(({ id }) => id === mugs)).toMatchObject({ name: 'Canecas', leaf: true });
});

test('a title suggests leaf categories', async () => {
  const found = await seller.call(api.marketplacesCategories.predict, {
    params: { account },
    query: { title: 'Caneca esmaltada azul' },
  });
  expect(found.items[0]).toMatchObject({ id: mugs, leaf: true });
});

test('words find leaf categories with their path and nothing for nonsense', async () => {
  const found = (on: number, text: string) =>
    seller.call(api.marketplacesCategories.search, { params: { account: on }, query: { text } });
  const shop = await connectSeller(seller, shopId, 'shopee');
  const [first] = (await found(account, 'caneca')).items;
  expect(first).toMatchObject({ id: mugs, leaf: true });
  expect(first?.path.map(({ name }) => name)).toEqual(expect.arrayContaining(['Casa, Móveis e Decoração']));
  const [atShop] = (await found(shop.id, 'COPOS caneca')).items;
  expect(atShop).toMatchObject({ name: 'Copos e Canecas', leaf: true });
  expect((await found(account, 'zzzz qqqq')).items).toEqual([]);
  expect((await found(account, 'x')).items).toEqual([]);
  expect((await found(shop.id, 'zzzz qqqq')).items).toEqual([]);
});

test('a leaf lists its attributes, without those that the product itself answers', async () => {
  const settings = await seller.call(api.marketplacesCategories.attributes, {
    params: { account, id: mugs },
  });
  expect(settings).toMatchObject({ leaf: true, maxTitleLength: 60 });
  const ids = settings.attributes.map(({ id }) => id);
  expect(settings.attributes.filter(({ required }) => required).map(({ id }) => id)).toEqual(['BRAND']);
  expect(settings.attributes.find(({ id }) => id === 'COLOR')).toMatchObject({
    variation: true,
    valueType: 'list',
  });
  expect(ids).not.toContain('GTIN');
  expect(ids).not.toContain('SELLER_PACKAGE_WEIGHT');
});

test('the fee is quoted by the marketplace, by listing type', async () => {
  const fee = (type: 'classic' | 'premium') =>
    seller.call(api.marketplacesCategories.fees, {
      params: { account, id: mugs },
      query: { price: '10000', type },
    });
  expect(await fee('classic')).toEqual({
    price: 10_000,
    basisPoints: 1150,
    fixed: 0,
    total: 1150,
    feeFrom: 'marketplace',
    freight: null,
    taxBasisPoints: 0,
  });
  expect(await fee('premium')).toMatchObject({ basisPoints: 1650, total: 1650 });
});

test('the freight is quoted by the marketplace, from the price at which shipping is free for the buyer', async () => {
  const freightAt = async (price: string, parcel: Partial<Record<string, string>>) =>
    (
      await seller.call(api.marketplacesCategories.fees, {
        params: { account, id: mugs },
        query: { price, type: 'classic', ...parcel },
      })
    ).freight;
  const small = { weight: '0.4', width: '10', height: '10', depth: '10' };
  expect(await freightAt('7899', small)).toBe(0);
  expect(await freightAt('7900', small)).toBe(1890);
  // The volumetric weight counts if it exceeds the weight: 30 × 30 × 30 ÷ 6 g.
  expect(await freightAt('7900', { ...small, width: '30', height: '30', depth: '30' })).toBe(2990);
  expect(await freightAt('7900', { weight: '0.4' })).toBeNull();
  await misbehave(sandbox, { kind: 'wrong-type', path: '/users/*/shipping_options/free' });
  const refused = await seller.refused(api.marketplacesCategories.fees, {
    params: { account, id: mugs },
    query: { price: '7911', type: 'classic', ...small },
  });
  expect(refused).toMatchObject({ code: 'marketplace_unavailable' });
  await sandbox.control('DELETE', '/faults');
});

test('cached answers are not read again; an outage of the marketplace is reported as one', async () => {
  await seller.call(api.marketplacesCategories.children, { params: { account, id: 'MLB1631' } });
  await misbehave(sandbox, { kind: 'error-500', path: '/categories/*' });
  await seller.call(api.marketplacesCategories.children, { params: { account, id: 'MLB1631' } });
  expect(
    await seller.refused(api.marketplacesCategories.children, { params: { account, id: 'MLB436246' } }),
  ).toMatchObject({ code: 'marketplace_unavailable', status: 503 });
  await sandbox.control('DELETE', '/faults');
  expect(
    await seller.refused(api.marketplacesCategories.attributes, { params: { account, id: 'MLB999999999' } }),
  ).toMatchObject({ status: 404 });
});

test.each([
  ['wrong-type', `/categories/${mugs}/attributes`],
  ['wrong-id', `/categories/${mugs}`],
])('refuses an answer with a %s and does not cache it', async (kind, path) => {
  app.clock.advance(61);
  await misbehave(sandbox, { kind, path });
  const look = { params: { account, id: mugs } };
  expect(await seller.refused(api.marketplacesCategories.attributes, look)).toMatchObject({
    code: 'marketplace_unavailable',
  });
  await sandbox.control('DELETE', '/faults');
  expect(await seller.call(api.marketplacesCategories.attributes, look)).toMatchObject({ name: 'Canecas' });
});

test('another business cannot read through this account', async () => {
  const outsider = await app.join('sales');
  expect(await outsider.refused(api.marketplacesCategories.list, { params: { account } })).toMatchObject({
    status: 404,
  });
  expect((await outsider.call(api.marketplaces.list)).items).toEqual([
    { id: 'mercado-livre', name: 'Mercado Livre' },
    { id: 'nuvemshop', name: 'Nuvemshop' },
    { id: 'shopee', name: 'Shopee' },
  ]);
});

test('all publications of a connected account are synchronized at once', async () => {
  expect(await seller.call(api.marketplaceAccounts.sync, { params: { id: account } })).toEqual({ queued: 0 });
  const outsider = await app.join('sales');
  expect(await outsider.refused(api.marketplaceAccounts.sync, { params: { id: account } })).toMatchObject({
    status: 404,
  });
});
