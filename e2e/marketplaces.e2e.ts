import { expect, test } from '@playwright/test';
import { endClaim, newestInvoice, receiveClaimed, sellAndSend, takeClaimBack } from './claim-story.ts';
import { openFloor, openShelf } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control, whileClockIsHeld } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount, publish } from './seller-story.ts';
import { answerLostQuestion, askTheDoctor, raiseCost } from './seller-watch-story.ts';
import { closeDay, readStatements } from './settlement-story.ts';
import { type Accounts, buyTheLastThrice, publishThree } from './three-places-story.ts';
import { expectAccessible, expectText, expectToast, go, inLocale, press, row, soon } from './verbs.ts';

/** The product has a code and a brand that no other story uses. */
const accounts: Accounts = {
  nickname: marketplaceAccounts.manyPlaces,
  sellerId: 655_310_950,
  shop: 'canecas.oficial',
  shopId: 55_667_788,
  store: 'Casa das Canecas',
  storeId: 2_451_880,
  storeHandle: 'casa-das-canecas',
};

test('one product is for sale on three marketplaces in at most 11 acts, in pt', {
  tag: '@campaign',
}, async ({ browser }) => {
  const title = 'Caneca da Praça Nova';
  const mug = {
    ...{ product: title, title, sku: 'NOV-1', gtin: '7896000000095', quantity: 9, price: '24,90' },
    brand: 'Ladeira',
  };
  const { seller } = await openFloor(browser, 'praca-nova', [mug]);
  await publishThree(
    seller,
    {
      ...{ nickname: marketplaceAccounts.manyPlacesInPortuguese, sellerId: 655_310_973 },
      ...{ shop: 'sertao.emporio', shopId: 66_020_145 },
      ...{ store: 'Praça das Louças', storeId: 4_530_211, storeHandle: 'praca-das-loucas' },
    },
    mug,
  );
});

test('the last unit, bought in three shops at once, is one sale', {
  tag: '@campaign',
}, async ({ browser }) => {
  const title = 'Caneca das Três Praças';
  const mug = {
    product: title,
    sku: 'TRI-3',
    gtin: '7896000000033',
    quantity: 1,
    price: '24,90',
    brand: 'Praça',
  };
  const { seller, supplier } = await openFloor(browser, 'pracas', [mug]);
  await inLocale(seller, 'en');
  const { orders, marketplaces } = seller.words;

  const link = await test.step("three accounts are connected, each with its marketplace's consent", () =>
    publishThree(seller, accounts, { ...mug, title }));

  await test.step('a question with a lost notification arrives by the sweep and is answered', () =>
    answerLostQuestion(seller, accounts.sellerId, link));

  await test.step('a cost rises below the margin floor, and the price follows by itself', () =>
    raiseCost(seller, supplier, { title, link, price: 2990 }));

  await test.step('one buyer gets it; the other two sales show what is missing and what to do', async () => {
    await buyTheLastThrice(seller, accounts, title);
    await expect(async () => {
      await go(seller, '/orders/list');
      await expect(row(seller, title)).toHaveCount(3, soon);
    }).toPass();
    const { items } = (await ask(seller, 'GET', '/orders')) as { items: { id: number; reserve: string }[] };
    expect(items.map(({ reserve }) => reserve).toSorted()).toEqual(['firm', 'short', 'short']);
    const short = items.find(({ reserve }) => reserve === 'short');
    await go(seller, `/orders/${short?.id}`);
    await expectText(seller, orders.gates.stockShort);
    await expectText(seller, orders.substitutes.none);
    await expectAccessible(seller);
  });

  await test.step('another warehouse has the product: the sale moves there, and its buyer gets it', async () => {
    await openShelf(browser, 'pracas-outra', [{ ...mug, quantity: 5, price: '26,90' }]);
    await seller.page.reload();
    await expectText(seller, orders.substitutes.match.gtin);
    await expectAccessible(seller);
    await press(seller, orders.substitutes.take);
    await seller.page.getByRole('dialog').getByRole('button', { name: orders.substitutes.take }).click();
    await expectToast(seller, orders.successes['substitutes.take']);
    await expectText(seller, 'Aurora pracas-outra');
    await expect(seller.page.getByText(orders.gates.stockShort)).toBeHidden();
  });

  await test.step('a silent topic and a wrong clock are found, with their fixes', () =>
    askTheDoctor(seller, accounts.nickname));

  await test.step('a revoked grant is found, with its fix', async () => {
    await control('POST', `/shopee/grants/${accounts.shopId}`, { revoke: true });
    await go(seller, '/marketplaces/account/list');
    await expect(row(seller, accounts.shop)).toContainText(marketplaces.states.disconnected);
    await row(seller, accounts.shop).getByRole('link').first().click();
    await expectText(seller, marketplaces.doctor.findings.disconnected);
    await expect(
      seller.page.getByRole('button', { name: marketplaces.doctor.mends.reconnect }).first(),
    ).toBeVisible();
    await expectAccessible(seller);
  });
});

/** In one language the parcel returns on the day it was packed, in the other after that day was closed. */
const claims = {
  pt: { nickname: marketplaceAccounts.claim, gtin: '7896000000057' },
  en: { nickname: marketplaceAccounts.claimInEnglish, gtin: '7896000000064' },
};

for (const locale of ['pt', 'en'] as const)
  test(`a claim with a return is walked to the credit line, in ${locale}`, {
    tag: '@campaign',
  }, async ({ browser }) => {
    const { nickname, gtin } = claims[locale];
    const title = `Caneca que Volta ${locale}`;
    const mug = { product: title, title, sku: `VOL-${locale}`, gtin, quantity: 4, price: '24,90' };
    const { seller, supplier, volumes } = await openFloor(browser, `volta-${locale}`, [mug]);
    for (const actor of [seller, supplier]) await inLocale(actor, locale);
    await connectAccount(seller, nickname);
    const link = await publish(seller, { ...mug, nickname, margin: '25' });

    const parcel = await test.step('two are sold, sent and delivered', () =>
      sellAndSend(seller, supplier, link, mug));
    if (locale === 'en') await closeDay();

    const claim = await test.step('the buyer opens a claim; the seller accepts the return', () =>
      whileClockIsHeld(() => takeClaimBack(seller, parcel.remote, 'Uma chegou trincada')));

    await test.step('the warehouse receives the parcel by its return label', () =>
      receiveClaimed(supplier, claim, parcel, mug, volumes[0] ?? ''));

    await test.step('the claim is closed, and both sides read the same credit', async () => {
      await endClaim(seller);
      const asked = await newestInvoice(seller, '/dropshipping/dropinvoice-seller');
      expect(await newestInvoice(supplier, '/dropship-item/dropinvoice-supplier')).toEqual(asked);
      // On the open day a line reverses it; it is in the balance of both once the day is closed.
      const { kinds } = seller.words.dropshipping.settlement.detail;
      const reversal = asked.lines.find((line) => line.includes(kinds.reversal));
      if (locale === 'pt') expect(reversal).toMatch(/-\s?R\$\s?24[,.]90$/);
      else expect(reversal).toBeUndefined();
      expect(asked.value).toMatch(locale === 'pt' ? /R\$\s?24[,.]90$/ : /R\$\s?49[,.]80$/);
    });

    await test.step('the day closes, and the statements of both sides have that credit', async () => {
      await closeDay();
      const { kinds } = seller.words.dropshipping.statements;
      const credit = locale === 'pt' ? kinds.reversal : kinds.return;
      await expect(async () => {
        const lines = await readStatements(seller);
        expect(lines.find((line) => line.includes(credit))).toMatch(/-\s?R\$\s?24[,.]90/);
      }).toPass();
      expect(await readStatements(supplier)).toEqual(await readStatements(seller));
    });
  });
