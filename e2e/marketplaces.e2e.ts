import { expect, test } from '@playwright/test';
import { openFloor, openShelf } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { ask } from './screens.ts';
import { answerLostQuestion, askTheDoctor, raiseCost } from './seller-watch-story.ts';
import { type Accounts, buyTheLastThrice, publishThree } from './three-places-story.ts';
import { control, expectAccessible, expectText, expectToast, go, inLocale, press, row } from './verbs.ts';

/** Each language has its accounts, and its product a code and a brand that no other story has. */
const places: Record<'pt' | 'en', Accounts & { gtin: string }> = {
  pt: {
    nickname: marketplaceAccounts.manyPlaces,
    sellerId: 655_310_950,
    shop: 'canecas.oficial',
    shopId: 55_667_788,
    store: 'Casa das Canecas',
    storeId: 2_451_880,
    storeHandle: 'casa-das-canecas',
    gtin: '7896000000033',
  },
  en: {
    nickname: marketplaceAccounts.manyPlacesInEnglish,
    sellerId: 655_310_951,
    shop: 'sertao.emporio',
    shopId: 66_020_145,
    store: 'Empório do Sertão',
    storeId: 3_902_114,
    storeHandle: 'emporio-do-sertao',
    gtin: '7896000000040',
  },
};

for (const locale of ['pt', 'en'] as const)
  test(`the last unit, bought in three shops at once, is one sale, in ${locale}`, {
    tag: '@campaign',
  }, async ({ browser }) => {
    const title = `Caneca das Três Praças ${locale}`;
    const accounts = places[locale];
    const mug = {
      product: title,
      sku: `TRI-${locale}`,
      gtin: accounts.gtin,
      quantity: 1,
      price: '24,90',
      brand: `Praça ${locale}`,
    };
    const { seller, supplier } = await openFloor(browser, `pracas-${locale}`, [mug]);
    await inLocale(seller, locale);
    const { orders, marketplaces } = seller.words;

    const link = await test.step('three accounts are connected where each marketplace asks its seller', () =>
      publishThree(seller, accounts, { ...mug, title }));

    await test.step('a question whose notification was lost comes all the same, and is answered', () =>
      answerLostQuestion(seller, accounts.sellerId, link));

    await test.step('a cost rises below the floor of the margin: the price follows by itself', () =>
      raiseCost(seller, supplier, { ...accounts, title, link, price: 2990 }));

    await test.step('one buyer gets it; the other two sales say what is missing and what can be done', async () => {
      await buyTheLastThrice(seller, accounts, title);
      await expect(async () => {
        await go(seller, '/orders/list');
        await expect(row(seller, title)).toHaveCount(3, { timeout: 2000 });
      }).toPass({ timeout: 60_000 });
      const { items } = (await ask(seller, 'GET', '/orders')) as { items: { id: number; reserve: string }[] };
      expect(items.map(({ reserve }) => reserve).toSorted()).toEqual(['firm', 'short', 'short']);
      const short = items.find(({ reserve }) => reserve === 'short');
      await go(seller, `/orders/${short?.id}`);
      await expectText(seller, orders.gates.stockShort);
      await expectText(seller, orders.substitutes.none);
      await expectAccessible(seller);
    });

    await test.step('another shelf has the same code: the sale moves there, and its buyer gets it', async () => {
      await openShelf(browser, `pracas-outra-${locale}`, [{ ...mug, quantity: 5, price: '26,90' }]);
      await seller.page.reload();
      await expectText(seller, orders.substitutes.match.gtin);
      await expectAccessible(seller);
      await press(seller, orders.substitutes.take);
      await seller.page.getByRole('dialog').getByRole('button', { name: orders.substitutes.take }).click();
      await expectToast(seller, orders.successes['substitutes.take']);
      await expectText(seller, `Aurora pracas-outra-${locale}`);
      await expect(seller.page.getByText(orders.gates.stockShort)).toBeHidden();
    });

    await test.step('a topic that went silent and a clock that is off are found, with what mends them', () =>
      askTheDoctor(seller, accounts.nickname));

    await test.step('an authorization taken back is found, with what mends it', async () => {
      await control(seller, 'post', `/shopee/grants/${accounts.shopId}`, { revoke: true });
      await go(seller, '/marketplaces/account/list');
      await expect(row(seller, accounts.shop)).toContainText(marketplaces.states.disconnected, {
        timeout: 30_000,
      });
      await row(seller, accounts.shop).getByRole('link').first().click();
      await expectText(seller, marketplaces.doctor.findings.disconnected);
      await expect(
        seller.page.getByRole('button', { name: marketplaces.doctor.mends.reconnect }).first(),
      ).toBeVisible();
      await expectAccessible(seller);
    });
  });
