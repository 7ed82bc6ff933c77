import { expect, test } from '@playwright/test';
import { openFloor } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control } from './outside.ts';
import { connectAccount, publish } from './seller-story.ts';
import { setFloor } from './seller-watch-story.ts';
import {
  type Actor,
  expectAccessible,
  expectText,
  expectToast,
  field,
  fill,
  go,
  inLocale,
  press,
  pressAct,
  row,
} from './verbs.ts';

const stories = {
  pt: { nickname: marketplaceAccounts.schedules, gtin: '7896000000101' },
  en: { nickname: marketplaceAccounts.schedulesInEnglish, gtin: '7896000000118' },
};

/** Far enough that no clock which another story turns has passed it. */
function inHalfAYear(): string {
  const day = new Date(Date.now() + 180 * 86_400_000);
  const [year, month, date] = day.toISOString().slice(0, 10).split('-');
  return `${date}/${month}/${year}`;
}

/** Selects the ad and schedules a change from now on. */
async function schedule(
  actor: Actor,
  title: string,
  percent: string,
  seen: () => Promise<void>,
): Promise<void> {
  const { advertisements, ui } = actor.words;
  const { bulk, schedules, successes } = advertisements;
  await go(actor, '/advertisements/list');
  await row(actor, title).getByRole('checkbox').check();
  await press(actor, advertisements.list.changePrices);
  const dialog = actor.page.getByRole('dialog');
  await expect(dialog).toContainText(
    fill(ui.table.selected, { rows: fill(ui.rows.advertisements_one, { total: 1 }) }),
  );
  await dialog.getByText(bulk.ruleChange).click();
  await field(actor, bulk.change).fill(percent);
  const ends = dialog.getByRole('textbox', { name: schedules.endsOn });
  await ends.fill(inHalfAYear());
  await ends.blur();
  await dialog.getByRole('button', { name: bulk.preview }).click();
  await expect(dialog).toContainText(fill(bulk.changes_one, { total: 1, ads: 1, selected: 1 }));
  await seen();
  await dialog.getByRole('button', { name: fill(schedules.planning_one, { total: 1 }) }).click();
  await expectToast(actor, successes['priceSchedules.create']);
}

async function openSchedules(actor: Actor): Promise<void> {
  const { schedules } = actor.words.advertisements;
  await go(actor, '/advertisements/list');
  await pressAct(actor, schedules.title);
  await expect(actor.page.getByRole('dialog', { name: schedules.title })).toBeVisible();
}

const rowIn = (actor: Actor, title: string) =>
  actor.page.getByRole('dialog').getByRole('row').filter({ hasText: title });

async function expectPrice(title: string, price: (now: number) => boolean): Promise<void> {
  await expect(async () => {
    const items = (await control('GET', '/items')) as { title: string; price: number }[];
    expect(items.some((item) => item.title === title && price(item.price))).toBe(true);
  }).toPass();
}

for (const locale of ['pt', 'en'] as const)
  test(`a scheduled price begins, says whether it is in force, and ends, in ${locale}`, {
    tag: '@campaign',
  }, async ({ browser }) => {
    const { nickname, gtin } = stories[locale];
    const title = `Caneca do Sábado ${locale}`;
    const mug = { product: title, title, sku: `SAB-${locale}`, gtin, quantity: 9, price: '24,90' };
    const { seller } = await openFloor(browser, `sabado-${locale}`, [mug]);
    await inLocale(seller, locale);
    const { bulk, schedules } = seller.words.advertisements;
    await connectAccount(seller, nickname);
    await publish(seller, { ...mug, nickname, margin: '30' });
    const items = (await control('GET', '/items')) as { title: string; price: number }[];
    const before = items.find((item) => item.title === title)?.price ?? Number.NaN;

    await test.step('five per cent less, in force at once', async () => {
      await schedule(seller, title, '-5', () => expectAccessible(seller));
      await expectPrice(title, (now) => now < before);
      await openSchedules(seller);
      await expect(rowIn(seller, title)).toContainText(schedules.states.running);
    });

    await test.step('it ends by hand, and the price goes back', async () => {
      await press(seller, `${schedules.endNow}: ${title}`);
      await expect(rowIn(seller, title)).toContainText(schedules.states.ended);
      await expectPrice(title, (now) => now === before);
    });

    await test.step('a price below the floor is announced by the preview and has no effect', async () => {
      await setFloor(seller, nickname);
      await schedule(seller, title, '-35', async () => {
        await expectText(seller, fill(bulk.belowFloor_one, { total: 1 }));
        await expectText(seller, bulk.floor.reprice);
      });
      await openSchedules(seller);
      await expectText(seller, schedules.notInForce);
      await expectAccessible(seller);
    });
  });
