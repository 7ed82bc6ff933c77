import { expect, test } from '@playwright/test';
import { givenBusiness, givenShelf } from './given.ts';
import {
  chooseLocations,
  expectLevels,
  openLocations,
  publishEverywhere,
  shopsOf,
} from './locations-story.ts';
import type { Shops } from './marketplace-accounts.ts';
import { control } from './outside.ts';
import { packagesThere, packEach, publishTwoSizes } from './package-story.ts';
import { ask } from './screens.ts';
import { connectAccount, connectOther } from './seller-story.ts';
import { enter, inLocale } from './verbs.ts';
import { setWholesalePrices } from './wholesale-story.ts';

const goodsOf = (locale: string, place: string, quantity: number) => ({
  product: `Caneca ${place} ${locale}`,
  sku: `LOC-${locale}-${place}`,
  gtin: '',
  quantity,
  price: '24,90',
});

for (const locale of ['pt', 'en'] as const)
  test(`each location at three marketplaces has the stock of its warehouse, in ${locale}`, {
    tag: locale === 'en' ? '@campaign' : [],
  }, async ({ browser }) => {
    const shops: Shops = shopsOf[locale];
    const seller = await enter(browser, 'pt', `locais-${locale}@example.com`);
    await givenBusiness(seller, {
      ...{
        type: 'sales',
        business: `Dois Galpões ${locale}`,
        document: '529.982.247-25',
        name: 'Ana Locais',
      },
    });
    const north = goodsOf(locale, 'Norte', 3);
    const south = goodsOf(locale, 'Sul', 5);
    await givenShelf(seller, 'Galpão Norte', [north]);
    await givenShelf(seller, 'Galpão Sul', [south]);
    // Six ads are more than the first plan has.
    await ask(seller, 'PATCH', '/plans/current', { plan: 'pro' });
    await inLocale(seller, locale);

    await test.step('three accounts with two locations each are connected', async () => {
      await openLocations(shops);
      await connectAccount(seller, shops.nickname);
      await connectOther(seller, 'Shopee', shops.shop, 'Confirmar autorização');
      await connectOther(seller, 'Nuvemshop', shops.store, 'Aceitar e começar a usar');
    });

    const ads =
      await test.step('two ads are published at each: all units are at the default location', async () => {
        const published = await publishEverywhere(seller, shops, [north.sku, south.sku]);
        await expectLevels(seller, shops, published, [
          [3, 0],
          [5, 0],
        ]);
        return published;
      });

    await test.step('each location gets the stock of its warehouse', async () => {
      for (const account of [shops.nickname, shops.shop, shops.store])
        await chooseLocations(seller, account, ['Galpão Norte', 'Galpão Sul']);
      await expectLevels(seller, shops, ads, [
        [3, 0],
        [0, 5],
      ]);
    });

    await test.step('a sale at one lowers the right location at all of them', async () => {
      const [, sold] = ads.nuvemshop;
      await control('POST', '/nuvemshop/purchases', { productId: Number(sold), quantity: 1 });
      await expectLevels(seller, shops, ads, [
        [3, 0],
        [0, 4],
      ]);
    });
    expect(seller.page.url()).toContain('/marketplaces/account/list');

    await test.step('two sizes of one ad get a package each', async () => {
      const { publication, form } = await publishTwoSizes(seller, shops.shop, north.sku);
      const packages = () => packagesThere(seller, publication);
      await expect.poll(packages).toEqual([
        [0.4, 12],
        [0.4, 12],
      ]);
      await packEach(seller, form);
      await expect.poll(packages).toEqual([
        [0.4, 12],
        [3, 30],
      ]);
    });

    await test.step('the ad of the shop gets wholesale prices', async () => {
      await setWholesalePrices(seller, ads.shopee[0] ?? '');
    });
  });
