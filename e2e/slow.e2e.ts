import { expect, type Locator, test } from '@playwright/test';
import { openFloor } from './floor-story.ts';
import { givenBusiness } from './given.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { slowDown } from './screen-watch.ts';
import { ask } from './screens.ts';
import { connectAccount, fillPublication, openPublication } from './seller-story.ts';
import { type Actor, button, enter, expectAccessible, field, go, row } from './verbs.ts';

/** Delay of every response in ms, so that nothing has arrived when progress is checked. */
const latency = 1500;
/** 100 ms at sixty frames a second. Counted in frames, so that a busy machine is not stricter. */
const mostFrames = 6;

/** A screen or list that does not show the requested state yet: faded, marked, or empty. */
const notYet = '#content[aria-busy=true], main[aria-busy=true], [data-former=true], .mantine-Skeleton-root';
/** Any indicator of progress. */
const progress =
  '[role=progressbar], [aria-busy=true], [data-loading=true], .mantine-Loader-root, .mantine-Skeleton-root';

test('on a slow network a click shows progress at once, and the old screen is not taken for the new one', {
  tag: '@campaign',
}, async ({ browser }) => {
  const actor = await enter(browser, 'pt', 'devagar@example.com');
  const { page, words } = actor;
  await givenBusiness(actor, {
    type: 'supply',
    business: 'Rede Lenta',
    document: '12.ABC.345/01DE-35',
    name: 'Lia Lenta',
  });
  for (let nth = 10; nth < 16; nth++)
    await ask(actor, 'POST', '/products', {
      name: `Prato Lento ${nth}`,
      variations: { create: [{ sku: `LENTO-${nth}` }] },
    });
  await go(actor, '/business');
  await slowDown(page, latency);
  const content = page.locator('#content');
  const table = page.getByRole('table');

  await test.step('before sign-in', async () => {
    const guest = await enter(browser, 'pt', 'visita-devagar@example.com');
    await go(guest, '/auth/forgot-password');
    await slowDown(guest.page, latency);
    const { account } = guest.words;
    await expectProgress(guest, guest.page.getByRole('link', { name: account.deadLink.login }));
    await expect(field(guest, account.fields.password)).toBeVisible();
    await guest.context.close();
  });

  await test.step('the menu: the old screen fades until the new one is rendered', async () => {
    await expectProgress(
      actor,
      page.locator('#menu').getByRole('link', { name: words.ui.menu.products, exact: true }),
    );
    await expect(row(actor, 'Prato Lento').first()).toBeVisible();
    await expect(content).toHaveCSS('opacity', '1');
  });

  await test.step('another order: the former rows are marked', async () => {
    await expectProgress(actor, table.getByRole('columnheader').getByRole('button').first());
    await expect(page.locator('[data-former=true]')).toHaveCount(0);
    await expect(table).toHaveAttribute('aria-busy', 'false');
  });

  await test.step('a record opens as a placeholder', async () => {
    const link = row(actor, 'Prato Lento').first().getByRole('link').first();
    const name = await link.innerText();
    await expectProgress(actor, link);
    await expect(field(actor, words.products.name)).toHaveValue(name);
  });

  await test.step('a change is submitted', async () => {
    await field(actor, words.products.brand).fill('Lenta');
    await expectProgress(actor, button(actor, words.ui.act.save), false);
    await expect(page.getByText(words.products.successes['products.update'])).toBeVisible();
    await expect(button(actor, words.ui.act.save)).toBeFocused();
  });

  await test.step('without a network, a screen that did not load says so, and loads by itself later', async () => {
    await page.evaluate(() => {
      document.body.dataset.kept = 'yes';
    });
    await actor.context.setOffline(true);
    await page.locator('#menu').getByRole('link', { name: words.ui.menu.audit, exact: true }).click();
    await expect(page.getByText(words.ui.failure.offlineTitle)).toBeVisible();
    await actor.context.setOffline(false);
    await expect(page.getByRole('heading', { name: words.business.audit.title })).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-kept', 'yes');
  });
});

test('an error scrolls above the bar, and a price that arrives does not move the button away from a finger', {
  tag: '@campaign',
}, async ({ browser }) => {
  const goods = {
    product: 'Caneca Firme',
    sku: 'FIRME-1',
    gtin: '7891000315507',
    quantity: 5,
    price: '29,90',
  };
  const { seller } = await openFloor(browser, 'firme', [goods]);
  const { page, words } = seller;
  const { publish } = words.advertisements;
  const sale = { nickname: marketplaceAccounts.steady, title: 'Caneca Firme', margin: '25', ...goods };
  await connectAccount(seller, sale.nickname);
  await openPublication(seller, sale);
  await fillPublication(seller, sale);
  await test.step('on a phone, in the field that has the focus already', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const weight = field(seller, publish.weight);
    const wrong = page.getByText(words.fields.required, { exact: true });
    const bar = page.getByText(words.ui.form.refused_one.replace('{{count}}', '1'));
    const kilos = await weight.inputValue();
    await weight.fill('');
    // Its lower edge is below the bar.
    await weight.evaluate((input) => scrollBy(0, input.getBoundingClientRect().bottom - innerHeight + 60));
    await page.keyboard.press('Enter');
    await expect(bar).toBeVisible();
    await expect
      .poll(async () => {
        const [said, below] = await Promise.all([wrong.boundingBox(), bar.boundingBox()]);
        return (said?.y ?? 0) + (said?.height ?? 0) < (below?.y ?? 0);
      })
      .toBe(true);
    await weight.fill(kilos);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  const breakdown = page.getByRole('img', { name: new RegExp(publish.profit) });
  await expect(breakdown).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/price?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/price?*');
  await field(seller, publish.margin).fill('30');
  await asked;
  await expect(page.locator('[data-former]')).toHaveCount(1);
  await expectAccessible(seller);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const box = await button(seller, publish.submit).boundingBox();
  if (!box) throw new Error('no button');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /publications$/.test(request.url()),
  );
  await page.mouse.down();
  held.resolve();
  await expect(page.locator('[data-former]')).toHaveCount(0);
  await expect(breakdown).toBeVisible();
  // A pressed button moves by one pixel.
  const moved = (await button(seller, publish.submit).boundingBox())?.y ?? 0;
  expect(Math.abs(moved - box.y)).toBeLessThanOrEqual(1);
  // It receives the press, also when something else moves it.
  await button(seller, publish.submit).evaluate((pressed) => {
    pressed.style.transform = 'translateY(-80px)';
  });
  await page.mouse.up();
  await sent;
});

type Seen = { frames: number; ms: number; notYet: boolean };

/** Clicks, and counts the frames until progress is visible. */
async function expectProgress({ page }: Actor, target: Locator, isElsewhere = true): Promise<void> {
  await expect(page.locator(progress)).toHaveCount(0);
  await page.evaluate(
    ({ progress, notYet }) => {
      const seen = { frames: 0, ms: 0, notYet: false };
      Object.assign(window, { seen });
      const begin = ({ timeStamp }: Event) => {
        const look = () => {
          seen.frames++;
          if (!document.querySelector(progress)) return requestAnimationFrame(look);
          seen.ms = performance.now() - timeStamp;
          seen.notYet = document.querySelector(notYet) !== null;
        };
        requestAnimationFrame(look);
      };
      addEventListener('click', begin, { capture: true, once: true });
    },
    { progress, notYet },
  );
  await target.click();
  const seen = async () => page.evaluate(() => Reflect.get(window, 'seen') as Seen);
  await expect.poll(async () => (await seen()).ms, { message: String(target) }).toBeGreaterThan(0);
  const { frames, ms, notYet: isMarked } = await seen();
  test.info().annotations.push({ type: `progress after ${Math.round(ms)} ms`, description: String(target) });
  expect(frames, String(target)).toBeLessThanOrEqual(mostFrames);
  if (isElsewhere) expect(isMarked, `${target} leaves what was there as if it were new`).toBe(true);
}
