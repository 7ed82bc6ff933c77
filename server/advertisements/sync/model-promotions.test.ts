import { expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { anId, made, promotionActs } from '#server/advertisements/test/promotion-acts.ts';
import { connectSeller, drain, marketApp } from '#server/marketplaces/test/factory.ts';

const { app, sandbox } = await marketApp();
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const { publications } = api;
const { detail, link, reprice, sync, tomorrow } = promotionActs(app, { seller, supplier });

const shop = (await connectSeller(seller, 55_667_788, 'shopee')).id;
const items = z.array(
  z.looseObject({
    item_id: anId,
    original_price: z.number(),
    promotion: z.unknown().optional(),
    models: z.array(
      z.looseObject({ model_id: anId, original_price: z.number(), promotion: z.unknown().optional() }),
    ),
  }),
);
const shopItem = async (id: string) =>
  items.parse(await sandbox.control('GET', '/shopee/items')).find(({ item_id: item }) => item === id);
const shopAd = async (more: object = {}) =>
  made(
    await sandbox.control('POST', '/shopee/items', {
      ...{ shopId: 55_667_788, title: 'Caneca da oferta relâmpago', price: 79.9, quantity: 2, ...more },
    }),
  );
const discount = (id: string, promotion: object | null, more: object = {}) =>
  sandbox.control('PATCH', `/shopee/items/${id}`, { promotion, ...more });

test('an item of a shop is linked at its regular price and stays in its discount until that ends', async () => {
  const item = await shopAd();
  await discount(item, { price: 59.9, name: 'Flash Sale', finish: tomorrow() });
  const { found, body } = await link(shop, item);
  expect(found?.variations).toMatchObject([
    { price: 7990, promotion: { price: 5990, name: 'Flash Sale', to: expect.any(String) } },
  ]);
  const { id } = await seller.call(publications.link, { body });
  await drain(app);
  const { variations } = await detail(id);
  expect(variations).toMatchObject([
    { price: 7990, promotion: { price: 5990 }, promotionMargin: { fee: null }, priceWaits: false },
  ]);
  await reprice(id, 8990);
  expect(await shopItem(item)).toMatchObject({ original_price: 79.9, promotion: { price: 59.9 } });
  expect(await detail(id)).toMatchObject({ syncError: null, variations: [{ priceWaits: true }] });
  await discount(item, null);
  await sync(id);
  expect(await shopItem(item)).toMatchObject({ original_price: 89.9, promotion: null });
});

test('an item of a shop leaves its discount once its seller sends the price anyway', async () => {
  const item = await shopAd();
  const { id } = await seller.call(publications.link, { body: (await link(shop, item)).body });
  await drain(app);
  await discount(item, { price: 69.9 });
  await sync(id);
  await reprice(id, 8490);
  await seller.call(publications.sendPrice, { params: { id } });
  await drain(app);
  expect(await shopItem(item)).toMatchObject({ original_price: 84.9, promotion: null });
  expect((await detail(id)).variations).toMatchObject([{ pushedPrice: 8490, promotion: null }]);
});

test('of the models of a shop’s item only the discounted one waits', async () => {
  const item = await shopAd({
    variations: [
      { color: 'Azul', price: 79.9, quantity: 2 },
      { color: 'Verde', price: 89.9, quantity: 2 },
    ],
  });
  const [blue, green] = (await shopItem(item))?.models.map(({ model_id: model }) => model) ?? [];
  const { id } = await seller.call(publications.link, { body: (await link(shop, item)).body });
  await drain(app);
  await discount(item, { price: 69.9 }, { modelId: Number(green) });
  await sync(id);
  const update = Object.fromEntries(
    (await detail(id)).variations.map(({ id: variation, price }) => [variation, { price: price + 500 }]),
  );
  await seller.call(publications.update, { params: { id }, body: { variations: { update } } });
  await drain(app);
  expect((await shopItem(item))?.models).toMatchObject([
    { model_id: blue, original_price: 84.9 },
    { model_id: green, original_price: 89.9, promotion: { price: 69.9 } },
  ]);
  expect((await detail(id)).variations.map(({ priceWaits }) => priceWaits)).toEqual([false, true]);
});
