import { expect, type Locator } from '@playwright/test';
import { localeCookie, messages } from '#contract/messages/index.ts';
import type { Look } from './screens.ts';
import { type Actor, go, origin, pressAct, violations, type Words } from './verbs.ts';
import type { Facts, Side } from './visits.ts';

type Opening = readonly [
  name: string,
  side: Side,
  path: (facts: Facts) => string,
  open: (at: Opener) => Promise<void>,
];
type Opener = {
  page: Actor['page'];
  words: Words;
  press: (name: string) => Promise<void>;
  first: () => Promise<void>;
};

/** Open with the screen, so nothing had the focus before. */
const byAddress = async () => undefined;

/** Overlays of a screen: palette, menus, drawers, forms, questions. */
const openings: readonly Opening[] = [
  [
    'palette',
    'seller',
    () => '/business',
    async ({ page, words }) => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Control+K');
      // Before it is loaded, a field without a look of its own keeps what is typed.
      await page.getByPlaceholder(words.palette.placeholder).waitFor();
    },
  ],
  [
    'preferences',
    'seller',
    () => '/business',
    ({ page, words }) => page.getByRole('button', { name: words.ui.menu.personal }).click(),
  ],
  ['invitation', 'supplier', () => '/business/staff', ({ press, words }) => press(words.business.staff.add)],
  [
    'terms of a seller',
    'supplier',
    () => '/user?tab=partners',
    ({ press, words }) => press(words.business.companies.terms),
  ],
  [
    'suppliers to find',
    'seller',
    () => '/dropshipping/products',
    ({ press, words }) => press(words.dropshipping.catalogue.findSuppliers),
  ],
  [
    'stock of a product',
    'supplier',
    ({ product }) => `/products/product/${product}`,
    ({ page, words }) => page.getByRole('button', { name: words.ui.why.what }).first().click(),
  ],
  [
    'combinations',
    'supplier',
    () => '/products/product/create',
    ({ press, words }) => press(words.products.table.generate),
  ],
  [
    'position',
    'supplier',
    () => '/inventory/location/list',
    ({ press, words }) => press(words.inventory.locations.new),
  ],
  [
    'new volume',
    'supplier',
    () => '/inventory/volume/list',
    ({ press, words }) => press(words.inventory.volumes.new),
  ],
  ['volume', 'supplier', () => '/inventory/volume/list', ({ first }) => first()],
  ['offer', 'seller', ({ offer }) => `/dropshipping/products?offer=${offer}`, byAddress],
  [
    'link',
    'seller',
    ({ advertisement }) => `/advertisements/${advertisement}`,
    ({ press, words }) => press(words.advertisements.page.link),
  ],
  [
    'cancel a sale',
    'seller',
    ({ order }) => `/orders/${order}`,
    ({ press, words }) => press(words.orders.detail.cancel),
  ],
  [
    'refuse a sale',
    'supplier',
    ({ order }) => `/checkout/${order}`,
    ({ press, words }) => press(words.orders.bench.bench.refuse),
  ],
];

/** Opens each and returns its problems; Escape must close it and return the focus. */
export async function walkDialogs(actors: Record<Side, Actor>, facts: Facts, look: Look): Promise<string[]> {
  const problems: string[] = [];
  const words = messages[look.locale] as Words;
  for (const [name, side, path, open] of openings) {
    const actor = actors[side];
    const { page, context } = actor;
    await context.addCookies([{ name: localeCookie, value: look.locale, url: origin }]);
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' });
    await go(actor, path(facts));
    const over = page.locator('[role=dialog]:visible, [role=menu]:visible, [role=alertdialog]:visible');
    await open({
      page,
      words,
      press: (label) => pressAct({ ...actor, words }, label),
      first: () => firstLink(page.getByRole('table')).click(),
    });
    await expect(over.first(), name).toBeVisible();
    await expect(page.locator('.mantine-Loader-root, .mantine-Skeleton-root')).toHaveCount(0);
    for (const violation of await violations(actor)) problems.push(`${name} ${look.width}: ${violation}`);
    await page.keyboard.press('Escape');
    await expect(over, name).toHaveCount(0);
    const kept = () => page.evaluate(() => document.activeElement !== document.body);
    if (open !== byAddress && !(await settles(kept)))
      problems.push(`${name} ${look.width}: the focus is lost`);
  }
  return problems;
}

const firstLink = (table: Locator) =>
  table
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .or(table.getByRole('row').nth(1).getByRole('button'))
    .first();

/** Whether it becomes true soon. */
const settles = (condition: () => Promise<boolean>): Promise<boolean> =>
  expect
    .poll(condition, { timeout: 2000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
