import { expect, test } from '@playwright/test';
import { formatMoney } from '#contract/money.ts';
import { type CampaignPlace, campaignPlaces } from './campaign-places.ts';
import { answerWarnings, connectPlace, linkAds, refreshCampaigns } from './campaign-story.ts';
import { resultOf, saleOf } from './changes-story.ts';
import { openFloor } from './floor-story.ts';
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
async function typePrice(seller: Actor, place: CampaignPlace, title: string, price: string): Promise<void> {
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
  // The promotional price of a store has no last day.
  const waits = place.names ? publications.priceWaitsUntil : publications.priceWaits;
  await expect(ad).toContainText(waits.split('{{')[0] ?? '');
}

/** At the prices that the marketplace suggests, or a fifth below the regular ones. */
async function joinAll(seller: Actor, { invites }: CampaignPlace, total: number): Promise<void> {
  const { campaigns, successes } = seller.words.advertisements;
  const { page } = seller;
  await page.getByRole('row').first().getByRole('checkbox').check();
  await press(seller, campaigns.join);
  const dialog = page.getByRole('dialog');
  if (!invites) {
    await dialog.getByText(campaigns.rules.discount, { exact: true }).click();
    await dialog.getByRole('textbox', { name: campaigns.discount }).fill('20');
  }
  await dialog.getByRole('button', { name: campaigns.preview }).click();
  await expect(dialog).toContainText(fill(campaigns.joining_other, { total }));
  await expect(dialog.getByRole('row').nth(1)).toContainText('%');
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

for (const place of campaignPlaces)
  for (const locale of ['pt', 'en'] as const)
    test(`an ad may join, joins, sells at its price, waits with another one, and the promotion ends, at ${place.marketplace} in ${locale}`, {
      tag: '@campaign',
    }, async ({ browser }) => {
      const { marketplace, accounts } = place;
      const slug = `${marketplace}-${locale}`.toLowerCase().replace(' ', '-');
      const title = `Caneca em Campanha ${locale}`;
      const sku = `CAMP-${slug}`;
      const mug = { product: title, title, sku, gtin: '', quantity: 40, price: '24,90' };
      const { seller } = await openFloor(browser, `campanhas-${slug}`, [mug]);
      await inLocale(seller, locale);
      const { campaigns } = seller.words.advertisements;
      const account = accounts[locale].id;

      const ads = await test.step('five ads are at the marketplace and linked', async () => {
        await connectPlace(seller, place, locale);
        const plates = [1, 2, 3, 4].map((n) => `Prato ${n} ${locale}`);
        return linkAds(seller, { place, account }, sku, [title, ...plates]);
      });
      const [ad, one, two, three, four] = ads.map((each) => ({ ...each, only: [each.id] }));
      if (!ad || !one || !two || !three || !four) throw new Error('five ads');
      const all = ads.map(({ id }) => id);
      const [before] = await place.prices(ad.only);
      const name = place.names ? `Semana da Mesa ${locale}` : campaigns.kinds.own;
      const campaign = await place.open(account, name, all);

      await test.step('the promotion shows five ads that may join, with their margins', async () => {
        await openFromList(seller, name);
        await expect(row(seller, title)).toContainText(campaigns.adStates.invited);
        // Fee and freight of a suggested price are quoted by a job, and appear by themselves.
        if (place.invites) await expect(row(seller, title)).not.toContainText(campaigns.unknown);
        await expect(row(seller, title)).toContainText('%');
        await expectAccessible(seller);
      });

      await test.step('all join', async () => {
        await joinAll(seller, place, 5);
        for (const each of ads)
          await expect(row(seller, each.title)).toContainText(campaigns.adStates.running);
        for (const { price, paid } of await place.prices(all)) expect(paid).toBeLessThan(price);
      });
      const inside = await place.prices(ad.only);
      const [{ paid } = { paid: 0 }] = inside;
      expect(inside).toMatchObject([{ price: before?.price }]);

      await test.step('a unit is sold at the price of the promotion', async () => {
        await place.buy(ad.id);
        const money = await resultOf(seller, await saleOf(seller, title));
        expect(money.total).toBe(Math.round(paid * 100));
        await expectText(seller, formatMoney(money.total));
      });

      await test.step('another price waits for the end of the promotion', async () => {
        await go(seller, `/advertisements/${ad.advertisement}`);
        await typePrice(seller, place, title, '149,90');
        expect(await place.prices(ad.only)).toEqual(inside);
      });

      await test.step('three leave, and the others stay', async () => {
        await openFromList(seller, name);
        await leave(seller, [one.title, two.title, three.title]);
        await expect(row(seller, one.title)).toContainText(campaigns.adStates.invited);
        await expect(row(seller, four.title)).toContainText(campaigns.adStates.running);
        // They leave one after the other.
        await expect(async () => {
          const isIn = (await place.prices(all)).map((each) => each.paid < each.price);
          expect(isIn).toEqual([true, false, false, false, true]);
        }).toPass();
        expect(await place.prices(ad.only)).toEqual(inside);
      });

      await test.step('below the floor, one ad is accepted until the end, and another leaves', async () => {
        await answerWarnings(seller, title, four.title);
        await expect(async () => {
          expect(await place.prices(four.only)).toMatchObject([{ paid: before?.price }]);
        }).toPass();
        expect(await place.prices(ad.only)).toEqual(inside);
      });

      await test.step('the promotion ends, and the price that waited is sent', async () => {
        await place.end(campaign, ad.only);
        await refreshCampaigns(seller);
        await go(seller, '/advertisements/promotions');
        await expect(row(seller, name)).toContainText(campaigns.states[place.names ? 'ended' : 'running']);
        await expect(async () => {
          expect(await place.prices(ad.only)).toEqual([{ price: 149.9, paid: 149.9 }]);
        }).toPass();
      });
    });
