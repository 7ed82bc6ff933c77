import { expect, test } from '@playwright/test';
import { formatMoney } from '#contract/money.ts';
import {
  answerWarnings,
  endCampaign,
  linkExisting,
  openCampaign,
  paidPrices,
  refreshCampaigns,
} from './campaign-story.ts';
import { remotePrices, resultOf, saleOf } from './changes-story.ts';
import { openFloor } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { buy, connectAccount, publish } from './seller-story.ts';
import {
  type Actor,
  expectAccessible,
  expectText,
  expectToast,
  fill,
  go,
  inLocale,
  press,
  pressAct,
  row,
} from './verbs.ts';

const stories = {
  pt: { nickname: marketplaceAccounts.campaigns, gtin: '7896000000125' },
  en: { nickname: marketplaceAccounts.campaignsInEnglish, gtin: '7896000000132' },
};

/** Opens the campaign from the menu's screen, after a fresh reading. */
async function openFromList(seller: Actor, name: string): Promise<void> {
  const { campaigns, successes } = seller.words.advertisements;
  await go(seller, '/advertisements/promotions');
  await pressAct(seller, campaigns.refresh);
  await expectToast(seller, successes['campaigns.sync']);
  await expect(row(seller, name)).toContainText(campaigns.states.running);
  await expectAccessible(seller);
  await row(seller, name).getByRole('link').first().click();
  await expect(seller.page.getByRole('heading', { level: 1 })).toContainText(name);
}

/** Another price of the ad, which its card shows as waiting. */
async function typePrice(seller: Actor, title: string, price: string): Promise<void> {
  const { publications, publish, successes } = seller.words.advertisements;
  const { page } = seller;
  const path = new URL(page.url()).pathname;
  const ad = page.getByRole('article', { name: title });
  await expect(ad).toContainText(publications.inPromotion);
  await ad.getByRole('button', { name: publications.edit, exact: true }).click();
  await page.getByRole('textbox', { name: publish.price }).first().fill(price);
  await press(seller, publish.save);
  await expectToast(seller, successes['publications.update']);
  await go(seller, path);
  await expect(ad).toContainText(publications.priceWaitsUntil.split('{{')[0] ?? '');
}

async function joinAll(seller: Actor, total: number): Promise<void> {
  const { campaigns, successes } = seller.words.advertisements;
  const { page } = seller;
  await page.getByRole('row').first().getByRole('checkbox').check();
  await press(seller, campaigns.join);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: campaigns.preview }).click();
  await expect(dialog).toContainText(fill(campaigns.joining_other, { total }));
  await expectAccessible(seller);
  await dialog.getByRole('button', { name: campaigns.joinNow, exact: true }).click();
  await expectToast(seller, successes['campaignsAds.join']);
  await page.keyboard.press('Escape');
}

async function leave(seller: Actor, titles: readonly string[]): Promise<void> {
  const { campaigns, successes } = seller.words.advertisements;
  const { page } = seller;
  for (const title of titles) await row(seller, title).getByRole('checkbox').check();
  await press(seller, campaigns.leave);
  const sure = page.getByRole('dialog');
  await expect(sure).toContainText(campaigns.leaveHint);
  await sure.getByRole('button', { name: campaigns.leave, exact: true }).click();
  await expectToast(seller, successes['campaignsAds.leave']);
  await page.keyboard.press('Escape');
}

for (const locale of ['pt', 'en'] as const)
  test(`an ad is invited, joins, sells at its price, waits with another one, and the campaign ends, in ${locale}`, {
    tag: '@campaign',
  }, async ({ browser }) => {
    const { nickname, gtin } = stories[locale];
    const title = `Caneca em Campanha ${locale}`;
    const mug = { product: title, title, sku: `CAMP-${locale}`, gtin, quantity: 40, price: '24,90' };
    const { seller } = await openFloor(browser, `campanhas-${locale}`, [mug]);
    await inLocale(seller, locale);
    const { campaigns } = seller.words.advertisements;
    const name = `Semana da Mesa ${locale}`;

    const [link, others] = await test.step('five ads are at the marketplace and linked', async () => {
      await connectAccount(seller, nickname);
      const published = await publish(seller, { ...mug, nickname, margin: '40' });
      return [
        published,
        await linkExisting(
          seller,
          published,
          [1, 2, 3, 4].map((n) => `Prato ${n} ${locale}`),
        ),
      ];
    });
    const ad = seller.page.url();
    const before = await remotePrices(link);
    const campaign = await openCampaign(name, [link, ...others.map(({ id }) => id)]);

    await test.step('the campaign shows five invited ads, with margins before and in it', async () => {
      await openFromList(seller, name);
      await expect(row(seller, title)).toContainText(campaigns.adStates.invited);
      // Fee and freight of the suggested price are quoted by a job, and appear by themselves.
      await expect(row(seller, title)).not.toContainText(campaigns.unknown);
      await expect(row(seller, title)).toContainText('%');
      await expectAccessible(seller);
    });

    await test.step('all join at the suggested price', async () => {
      await joinAll(seller, 5);
      await expect(row(seller, title)).toContainText(campaigns.adStates.running);
      expect((await remotePrices(link)).paid).toBeLessThan(before.price);
    });
    const inside = await remotePrices(link);

    await test.step('a unit is sold at the price of the campaign', async () => {
      await buy(seller, link, 1);
      const money = await resultOf(seller, await saleOf(seller, title));
      expect(money.total).toBe(Math.round(inside.paid * 100));
      await expectText(seller, formatMoney(money.total));
    });

    await test.step('another price waits for the end of the campaign', async () => {
      await seller.page.goto(ad);
      await typePrice(seller, title, '149,90');
      expect(await remotePrices(link)).toEqual(inside);
    });

    await test.step('three leave, and the others stay', async () => {
      await openFromList(seller, name);
      const [one, two, three, four] = others;
      await leave(
        seller,
        [one, two, three].map((other) => other?.title ?? ''),
      );
      await expect(row(seller, one?.title ?? '')).toContainText(campaigns.adStates.invited);
      await expect(row(seller, four?.title ?? '')).toContainText(campaigns.adStates.running);
      // They leave one after the other.
      await expect(async () => {
        const paid = await paidPrices(others.map(({ id }) => id));
        expect(paid.map(({ price, paid: now }) => now < price)).toEqual([false, false, false, true]);
      }).toPass();
      expect(await remotePrices(link)).toEqual(inside);
    });

    await test.step('below the floor, one ad is accepted until the end, and another leaves', async () => {
      const [four] = others.slice(3);
      await answerWarnings(seller, title, four?.title ?? '');
      await expect(async () => {
        const [paid] = await paidPrices([four?.id ?? '']);
        expect(paid?.paid).toBe(paid?.price);
      }).toPass();
      expect(await remotePrices(link)).toEqual(inside);
    });

    await test.step('the campaign ends, and the price that waited is sent', async () => {
      await endCampaign(campaign);
      await refreshCampaigns(seller);
      await go(seller, '/advertisements/promotions');
      await expect(row(seller, name)).toContainText(campaigns.states.ended);
      await expect(async () => {
        expect(await remotePrices(link)).toEqual({ price: 149.9, paid: 149.9 });
      }).toPass();
    });
  });
