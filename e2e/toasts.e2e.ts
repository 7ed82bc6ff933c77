import { expect, test } from '@playwright/test';
import { phone } from './floor-story.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { ask } from './screens.ts';
import { type Actor, button, coveredByToasts, enter, go } from './verbs.ts';

const goods = {
  product: 'Bule dos Avisos',
  sku: 'BUL-AV',
  gtin: '7891000315507',
  quantity: 4,
  price: '59,90',
};

/** The notice of the connection covers nothing of the bar: brand, business and controls stay readable. */
function coveredByNotice(): string[] {
  const notice = document.querySelector('[data-connection]')?.getBoundingClientRect();
  const parts = [...document.querySelectorAll('[data-bar] > *, [data-bar] > :first-child > *')];
  return parts
    .filter((part) => !part.matches('[data-connection]') && part.checkVisibility())
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return (
        notice &&
        box.left < notice.right - 1 &&
        notice.left < box.right - 1 &&
        box.top < notice.bottom - 1 &&
        notice.top < box.bottom - 1
      );
    })
    .map((part) => `${part.textContent || part.getAttribute('aria-label')} by the notice`);
}

/** What the notice pushes out of the window. */
function cutByNotice(): string[] {
  return [...document.querySelectorAll('[data-bar] > *, [data-bar] > :first-child > *')]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().top < 0)
    .map((part) => `${part.textContent || part.getAttribute('aria-label')} is cut`);
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 800, height: 600 },
  { width: 390, height: 844 },
];

/** Screens with a bar at the foot, a list, or a field for the scanner, and the act that fails there without a connection. */
async function failingActs(owner: Actor) {
  const { ui, products } = owner.words;
  const { items } = (await ask(owner, 'GET', '/products')) as { items: { id: number }[] };
  const { page } = owner;
  const answer = page
    .locator('[role=dialog], [role=alertdialog]')
    .getByRole('button', { name: products.form.remove });
  const nameOf = () => page.locator('input[name="name"]');
  return [
    {
      path: `/products/product/${items[0]?.id}`,
      prepare: () => nameOf().fill(`Bule ${Date.now()}`),
      act: () => page.getByRole('button', { name: ui.act.save, exact: true }).click(),
    },
    {
      path: '/products/product/list',
      prepare: async () => {
        await page.locator('td input[type=checkbox]').first().check();
        await page
          .locator('[data-selection-bar]')
          .getByRole('button', { name: products.form.remove })
          .click();
        await expect(answer).toBeVisible();
      },
      act: () => answer.click(),
    },
  ];
}

test('a toast covers neither controls, titles, bars nor the notice of the connection, on a laptop and on a phone', async ({
  browser,
}) => {
  const owner = await enter(browser, 'pt', 'dona-avisos@example.com');
  await givenBusiness(owner, {
    type: 'supply',
    business: 'Avisos',
    document: '12.ABC.345/01DE-35',
    name: 'Ana Avisos',
  });
  await givenShelf(owner, 'Galpão dos Avisos', [goods]);
  const { page, context } = owner;
  for (const { path, prepare, act } of await failingActs(owner)) {
    for (const size of sizes) {
      await test.step(`${path} at ${size.width} px`, async () => {
        await page.setViewportSize(size);
        await go(owner, path);
        await prepare();
        await context.setOffline(true);
        await act();
        await expect(page.locator('[data-toast]').last()).toBeVisible();
        await expect(page.locator('[data-connection]')).toBeVisible();
        expect(await page.evaluate(coveredByToasts)).toEqual([]);
        expect(await page.evaluate(coveredByNotice)).toEqual([]);
        expect(await page.evaluate(cutByNotice)).toEqual([]);
        await context.setOffline(false);
        await expect(page.locator('[data-connection]')).toHaveCount(0);
      });
    }
  }
});

/** Leaves a screen by its menu, as a reload would close the toasts; on a phone the open menu is measured as well. */
async function goByMenu({ page }: Actor, name: string): Promise<void> {
  await page.locator('[aria-controls=menu]').click();
  const link = page.locator('#menu').getByRole('link', { name, exact: true });
  await expect(link).toBeVisible();
  expect(await page.evaluate(coveredByToasts)).toEqual([]);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

test('on a phone no kind of toast covers what can be pressed, and none moves anything', {
  tag: '@campaign',
}, async ({ browser }) => {
  const owner = await enter(browser, 'pt', 'dona-celular@example.com', phone);
  await givenBusiness(owner, {
    type: 'supply',
    business: 'Avisos de Bolso',
    document: '12.ABC.345/01DE-35',
    name: 'Bia Avisos',
  });
  await givenShelf(owner, 'Galpão de Bolso', [goods]);
  const { page, words, context } = owner;
  const { offers } = words.dropshipping;
  const { menu } = words.ui;
  const toasts = page.locator('[data-toast]');
  const bar = page.locator('[data-selection-bar]');
  const title = page.getByRole('heading', { level: 1 });
  const measure = async () => expect(await page.evaluate(coveredByToasts)).toEqual([]);
  await go(owner, '/dropship-item/list');
  await page.waitForLoadState('networkidle');

  await test.step('one with a button, over a list', async () => {
    await page.locator('td input[type=checkbox]').first().check();
    const before = await title.boundingBox();
    await bar.getByRole('button', { name: offers.deactivate }).click();
    await expect(toasts.getByRole('button', { name: words.ui.bulk.undo })).toBeVisible();
    await measure();
    expect(await title.boundingBox()).toEqual(before);
  });

  await test.step('the bench and the menu on the way to it', async () => {
    await goByMenu(owner, menu.checkout);
    await expect(toasts).toBeVisible();
    await measure();
  });

  await test.step('a failure above others, over a form that is scrolled and over its dialog', async () => {
    await go(owner, '/dropship-item/list');
    await page.getByRole('link', { name: goods.product }).first().click();
    const price = page.locator('input[name="price"]');
    await price.fill('61,90');
    await button(owner, words.ui.act.save).click();
    await expect(toasts).toHaveCount(1);
    await measure();
    await price.fill('62,90');
    await context.setOffline(true);
    await button(owner, words.ui.act.save).click();
    await expect(page.locator('[data-toast=bad]')).toBeVisible();
    await expect(page.locator('[data-connection]')).toBeVisible();
    expect(await page.evaluate(cutByNotice)).toEqual([]);
    for (const share of [0, 0.3, 0.6, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), share);
      await measure();
    }
    await context.setOffline(false);
  });
});
