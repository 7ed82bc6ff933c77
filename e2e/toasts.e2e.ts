import { expect, test } from '@playwright/test';
import { givenBusiness, givenShelf } from './given.ts';
import { ask } from './screens.ts';
import { type Actor, enter, go } from './verbs.ts';

const goods = {
  product: 'Bule dos Avisos',
  sku: 'BUL-AV',
  gtin: '7891000315507',
  quantity: 4,
  price: '59,90',
};

/** What a toast covers on the screen as it is: the notice of the connection, and controls outside the bar. */
function coveredByToasts(): string[] {
  const overlaps = (one: DOMRect, other: DOMRect) =>
    one.left < other.right - 1 &&
    other.left < one.right - 1 &&
    one.top < other.bottom - 1 &&
    other.top < one.bottom - 1;
  const bar = document.querySelector('[data-bar]');
  const isPhone = innerWidth <= 768;
  const isFailure = document.querySelector('[data-toast=bad]') !== null;
  const controls = [
    ...document.querySelectorAll('a, button, input, textarea, select, h1, [data-connection]'),
  ].filter(
    (element) =>
      !element.closest('[data-toast], .skip-link') &&
      element.checkVisibility() &&
      // A failure on a phone is read over the controls of the bar; its menu button stays free.
      !(
        isPhone &&
        isFailure &&
        bar?.contains(element) &&
        !element.matches('[data-connection], [aria-controls=menu]')
      ) &&
      // On a phone every toast is over the brand and the business.
      !(isPhone && element.closest('[data-bar] > :first-child') && !element.matches('[aria-controls=menu]')),
  );
  return [...document.querySelectorAll('[data-toast]')]
    .filter((toast) => toast.checkVisibility({ visibilityProperty: true }))
    .flatMap((toast) => {
      const place = toast.getBoundingClientRect();
      if (place.left < 0 || place.right > innerWidth)
        return [`a toast leaves the window: ${toast.textContent}`];
      return controls
        .filter((control) => {
          const box = control.getBoundingClientRect();
          // Scrolled below the bar, where nothing can be pressed.
          return (
            overlaps(box, place) &&
            (bar?.contains(control) || box.bottom > (bar?.getBoundingClientRect().bottom ?? 0))
          );
        })
        .map(
          (control) =>
            `${control.tagName} ${control.textContent || control.getAttribute('aria-label')} by ${toast.textContent}, ${place.top} to ${place.bottom}`,
        );
    });
}

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
        await context.setOffline(false);
        await expect(page.locator('[data-connection]')).toHaveCount(0);
      });
    }
  }
});
