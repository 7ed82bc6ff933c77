import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { colored, makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { anId, made, promotionActs } from '#server/advertisements/test/promotion-acts.ts';
import {
  connectSeller,
  drain,
  drainLater,
  marketApp,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';

const market = await marketApp();
const { app, sandbox } = market;
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = (await connectSeller(seller)).id;
const store = (await connectSeller(seller, 4_118_037, 'nuvemshop')).id;
const { publications, publicationsLink } = api;

const { detail, link, offered, reprice, sync, tomorrow } = promotionActs(app, { seller, supplier });
const itemOf = async (id: string) => (await remoteItems(sandbox)).find((item) => item.id === id);
const campaign = (id: string, promotion: object | null) =>
  sandbox.control('PATCH', `/items/${id}`, { promotion });

const listed = async (more: object = {}) =>
  made(
    await sandbox.control('POST', '/items', {
      ...{ sellerId: remoteSellers.legacy, title: 'Caneca do lote', price: 126.9, quantity: 2, ...more },
    }),
  );

test('an ad in a campaign is linked at its regular price, and stays in the campaign', async () => {
  const ad = await listed();
  await campaign(ad, { price: 105.62, name: 'Semana da Casa', finish: tomorrow() });
  const { found, body } = await link(account, ad);
  expect(found?.variations).toMatchObject([
    { price: 12_690, promotion: { price: 10_562, name: 'Semana da Casa' } },
  ]);
  const { id } = await seller.call(publications.link, { body });
  await drain(app);
  expect(await itemOf(ad)).toMatchObject({ price: 126.9, paid: 105.62, available: 9 });
  expect((await detail(id)).variations).toMatchObject([
    { price: 12_690, pushedPrice: 12_690, promotion: { price: 10_562 }, priceWaits: false },
  ]);
});

test('a price waits while a campaign runs on a linked ad, and is sent after its end', async () => {
  const ad = await listed();
  const { id } = await seller.call(publications.link, { body: (await link(account, ad)).body });
  await drain(app);
  await campaign(ad, { price: 99.9, name: 'Relâmpago', finish: tomorrow() });
  await sync(id);
  await reprice(id, 13_990);
  expect(await itemOf(ad)).toMatchObject({ price: 126.9, paid: 99.9 });
  expect(await detail(id)).toMatchObject({
    ...{ syncing: false, syncError: null },
    variations: [{ price: 13_990, pushedPrice: 12_690, priceWaits: true, promotion: { name: 'Relâmpago' } }],
  });
  app.clock.advance(25 * 60);
  await campaign(ad, null);
  await drainLater(app);
  await drain(app);
  expect(await itemOf(ad)).toMatchObject({ price: 139.9, paid: 139.9 });
  expect((await detail(id)).variations).toMatchObject([{ promotion: null, priceWaits: false }]);
});

test('a bulk change of prices says which of them wait for the end of a promotion', async () => {
  const ad = await listed({ title: 'Caneca que espera' });
  const { id, advertisement } = await seller.call(publications.link, {
    body: (await link(account, ad)).body,
  });
  await drain(app);
  await campaign(ad, { price: 99.9, name: 'Relâmpago', finish: tomorrow() });
  await sync(id);
  const body = { ids: [advertisement.id], rule: { kind: 'price' as const, price: 13_990 } };
  const { items } = await seller.call(api.advertisements.previewPrices, { body });
  expect(items).toMatchObject([
    { after: { price: 13_990 }, promotion: { name: 'Relâmpago', price: 9990, to: expect.any(String) } },
  ]);
});

test('a person may send the price now, which takes the ad out of the campaign', async () => {
  const ad = await listed();
  const { id } = await seller.call(publications.link, { body: (await link(account, ad)).body });
  await drain(app);
  expect((await seller.refused(publications.sendPrice, { params: { id } })).code).toBe('state_conflict');
  await campaign(ad, { price: 99.9, name: 'Relâmpago' });
  await sync(id);
  await reprice(id, 13_990);
  await seller.call(publications.sendPrice, { params: { id } });
  await drain(app);
  expect(await itemOf(ad)).toMatchObject({ price: 139.9, paid: 139.9 });
  expect((await detail(id)).variations).toMatchObject([{ pushedPrice: 13_990, promotion: null }]);
});

test('a margin is checked at the price that buyers pay: the seller is warned and the campaign stays', async () => {
  const ad = await listed();
  const { id } = await seller.call(publications.link, { body: (await link(account, ad)).body });
  await drain(app);
  await seller.call(publications.updateFloor, {
    params: { id },
    body: { floor: { basisPoints: 3000, action: 'reprice' } },
  });
  await drain(app);
  expect((await detail(id)).variations).toMatchObject([{ guard: null, price: 12_690 }]);
  await campaign(ad, { price: 45, name: 'Relâmpago' });
  await sync(id);
  expect((await detail(id)).variations).toMatchObject([{ guard: 'warned', price: 12_690 }]);
  expect(await itemOf(ad)).toMatchObject({ paid: 45 });
  await campaign(ad, null);
  await sync(id);
  expect((await detail(id)).variations).toMatchObject([{ guard: null, price: 12_690 }]);
});

test('a variation added during a campaign leaves the ad in it', async () => {
  const own = await offered();
  const { id } = await publish(seller, await makeAdvertisement(seller, [own]), account, own, {
    variations: [colored('Azul', own, 12_690), colored('Verde', own, 12_690)],
  });
  await drain(app);
  const ad = (await detail(id)).remoteItem ?? '';
  await campaign(ad, { price: 99.9, name: 'Relâmpago' });
  await sync(id);
  await seller.call(publications.update, {
    params: { id },
    body: { variations: { create: [colored('Preto', own, 12_690)] } },
  });
  await drain(app);
  expect((await detail(id)).syncError).toBeNull();
  const item = await itemOf(ad);
  expect(item?.variations.map(({ name, price }) => [name, price])).toContainEqual(['Preto', 126.9]);
  expect(item).toMatchObject({ paid: 99.9, price: 126.9 });
  await sync(id);
  expect((await detail(id)).variations.map(({ price, promotion }) => [price, promotion?.price])).toEqual(
    Array(3).fill([12_690, 9990]),
  );
});

test('an ad without a price asks for one; without it nothing is written', async () => {
  const ad = await listed({ title: 'Caneca sem preço' });
  await sandbox.control('PATCH', `/items/${ad}`, { priceHidden: true });
  const { found, body } = await link(account, ad);
  expect(found?.variations).toMatchObject([{ price: null }]);
  const refused = await seller.refused(publications.link, { body });
  expect(refused.errors).toMatchObject({ variations: { 0: { price: [{ code: 'required' }] } } });
  const many = body.variations.map(({ remoteVariation, components }) => ({ remoteVariation, components }));
  const run = await seller.call(publicationsLink.linkMany, {
    body: { items: [{ account, remoteItem: ad, variations: many }] },
  });
  await drain(app);
  expect(await seller.call(api.bulkRuns.detail, { params: { id: run.id } })).toMatchObject({ failures: 1 });
  expect(await itemOf(ad)).toMatchObject({ available: 2 });
  const priced = body.variations.map((one) => ({ ...one, price: 4990 }));
  await seller.call(publications.link, { body: { ...body, variations: priced } });
  await drain(app);
  expect(await itemOf(ad)).toMatchObject({ price: 49.9, available: 9 });
});

test('a linked ad that no longer reports its price keeps the known one, and gets no write', async () => {
  const ad = await listed();
  const { id } = await seller.call(publications.link, { body: (await link(account, ad)).body });
  await drain(app);
  await sandbox.control('PATCH', `/items/${ad}`, { priceHidden: true });
  await sync(id);
  expect((await detail(id)).variations).toMatchObject([{ price: 12_690, pushedPrice: 12_690 }]);
  expect(await itemOf(ad)).toMatchObject({ priceHidden: true });
});

const variants = z.array(
  z.looseObject({
    id: anId,
    variants: z.array(
      z.looseObject({ price: z.string().nullable(), promotional_price: z.string().nullable() }),
    ),
  }),
);
const variantsOf = async (id: string) =>
  variants.parse(await sandbox.control('GET', '/nuvemshop/products')).find((one) => one.id === id)?.variants;

test('the promotion of a store’s merchant survives our quantities and prices', async () => {
  const product = made(
    await sandbox.control('POST', '/nuvemshop/products', {
      ...{ storeId: 4_118_037, title: 'Bule', price: 89.9, quantity: 2 },
    }),
  );
  const { body } = await link(store, product);
  const { id } = await seller.call(publications.link, { body });
  await drain(app);
  await sandbox.control('PATCH', `/nuvemshop/products/${product}`, {
    variant: { promotional_price: '69.90' },
  });
  await sync(id);
  expect((await detail(id)).variations).toMatchObject([{ price: 8990, promotion: { price: 6990 } }]);
  await reprice(id, 9990);
  expect(await variantsOf(product)).toMatchObject([{ price: '89.90', promotional_price: '69.90' }]);
  await sandbox.control('PATCH', `/nuvemshop/products/${product}`, { variant: { promotional_price: null } });
  await sync(id);
  expect(await variantsOf(product)).toMatchObject([{ price: '99.90', promotional_price: null }]);
});

test('a promotional price of zero is none: the ad is linked at its price', async () => {
  const product = made(
    await sandbox.control('POST', '/nuvemshop/products', {
      ...{ storeId: 4_118_037, title: 'Jarra', price: 89.9, quantity: 2 },
    }),
  );
  await sandbox.control('PATCH', `/nuvemshop/products/${product}`, {
    variant: { promotional_price: '0.00' },
  });
  const { id } = await seller.call(publications.link, { body: (await link(store, product)).body });
  await drain(app);
  expect(await variantsOf(product)).toMatchObject([{ price: '89.90' }]);
  expect((await detail(id)).variations).toMatchObject([{ price: 8990, promotion: null }]);
});

test('of three simultaneous links of one ad one wins, and the others name its publication', async () => {
  const ad = await listed({ title: 'Caneca disputada' });
  const { body } = await link(account, ad);
  const done = await Promise.allSettled([1, 2, 3].map(() => seller.call(publications.link, { body })));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const again = await seller.refused(publications.link, { body });
  expect(again).toMatchObject({ code: 'already_linked' });
  const items = [{ account, remoteItem: ad, variations: body.variations }];
  const run = await seller.call(publicationsLink.linkMany, { body: { items } });
  await drain(app);
  const { failed } = await seller.call(api.bulkRuns.detail, { params: { id: run.id } });
  expect(failed).toMatchObject([{ code: 'already_linked' }]);
});

test('many links pressed twice make one publication of each ad', async () => {
  const ads = await Promise.all([1, 2, 3].map((n) => listed({ title: `Prato em lote ${n}` })));
  const items = await Promise.all(
    ads.map(async (remoteItem) => ({
      account,
      remoteItem,
      variations: (await link(account, remoteItem)).body.variations,
    })),
  );
  await Promise.all([1, 2].map(() => seller.call(publicationsLink.linkMany, { body: { items } })));
  await drain(app);
  const { items: all } = await seller.call(publications.list, { query: { size: '100' } });
  for (const ad of ads) expect(all.filter(({ remoteItem }) => remoteItem === ad)).toHaveLength(1);
});

test('a bulk change of prices leaves a hold as it is, and its undo restores the previous prices', async () => {
  const ad = await listed({ title: 'Caneca retida', price: 41 });
  const { id, advertisement } = await seller.call(publications.link, {
    body: (await link(account, ad)).body,
  });
  await drain(app);
  await seller.call(publications.updateFloor, {
    params: { id },
    body: { floor: { basisPoints: 2000, action: 'hold' } },
  });
  await drain(app);
  const held = { guard: 'held', quantity: 0, price: 4100 };
  expect((await detail(id)).variations).toMatchObject([held]);
  const run = await seller.call(api.advertisements.changePrices, {
    body: { ids: [advertisement.id], rule: { kind: 'change', basisPoints: 300 } },
  });
  await drain(app);
  expect((await detail(id)).variations).toMatchObject([{ ...held, price: 4223 }]);
  expect(await itemOf(ad)).toMatchObject({ available: 0 });
  await seller.call(api.bulkRuns.undo, { params: { id: run.id } });
  await drain(app);
  expect((await detail(id)).variations).toMatchObject([held]);
  // Set by a person, the price is kept with the margin that they accepted.
  await reprice(id, 4200);
  expect((await detail(id)).variations).toMatchObject([{ guard: null, quantity: 9 }]);
});

test('a bulk change of prices and its undo restore a margin that a person had accepted', async () => {
  const ad = await listed({ title: 'Caneca aceita', price: 41 });
  const { id, advertisement } = await seller.call(publications.link, {
    body: (await link(account, ad)).body,
  });
  await seller.call(publications.updateFloor, {
    params: { id },
    body: { floor: { basisPoints: 2000, action: 'hold' } },
  });
  await drain(app);
  await reprice(id, 4050);
  expect((await detail(id)).variations).toMatchObject([{ guard: null, quantity: 9 }]);
  const run = await seller.call(api.advertisements.changePrices, {
    body: { ids: [advertisement.id], rule: { kind: 'change', basisPoints: 10_000 } },
  });
  await drain(app);
  await seller.call(api.bulkRuns.undo, { params: { id: run.id } });
  await drain(app);
  expect((await detail(id)).variations).toMatchObject([{ guard: null, quantity: 9, price: 4050 }]);
});
