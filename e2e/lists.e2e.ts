import { expect, test } from '@playwright/test';
import { givenBusiness, givenShelf } from './given.ts';
import { settle } from './screens.ts';
import { enter, go } from './verbs.ts';

const goods = {
  product: 'Tigela das Listas',
  sku: 'TIG-LI',
  gtin: '7891000315507',
  quantity: 4,
  price: '59,90',
};

/** Lists that have a row after the shelf is made. */
const lists = [
  '/products/product/list',
  '/dropship-item/list',
  '/supply/warehouse/list',
  '/inventory/location/list',
  '/inventory/volume/list',
  '/business/staff',
  '/business/audit',
];

/** Laptops, with comfortable and compact rows. */
const sizes = [
  { width: 1366, height: 768, density: 'comfortable', rows: 8 },
  { width: 1366, height: 768, density: 'compact', rows: 18 },
  { width: 1440, height: 900, density: 'compact', rows: 18 },
] as const;

/** Rows that the window has room for, and whether page or list are wider than it. */
function measureList() {
  const row = document.querySelector('tr[data-row]');
  const { top, height } = row?.getBoundingClientRect() ?? { top: innerHeight, height: 1 };
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    rows: Math.floor((innerHeight - top) / height),
    isWide: scrollWidth > clientWidth || document.querySelector('[data-wide="true"]:has(> table)') !== null,
  };
}

test('lists are not wider than a laptop, and 18 compact rows fit 768 px', async ({ browser }) => {
  const owner = await enter(browser, 'pt', 'dona-listas@example.com');
  await givenBusiness(owner, {
    type: 'supply',
    business: 'Listas',
    document: '12.ABC.345/01DE-35',
    name: 'Ana Listas',
  });
  await givenShelf(owner, 'Galpão das Listas', [goods]);
  const { page } = owner;
  await test.step('the first row is at most five stops of the keyboard away', async () => {
    for (const path of lists) {
      await go(owner, path);
      await settle(owner);
      const skip = page.getByRole('button', { name: owner.words.ui.app.skipToList });
      let stops = 0;
      while (!(await skip.evaluate((element) => element === document.activeElement)) && stops < 6) {
        await page.keyboard.press('Tab');
        stops += 1;
      }
      await page.keyboard.press('Enter');
      stops += 1;
      expect.soft(stops, `stops to the first row of ${path}`).toBeLessThanOrEqual(5);
      await expect.soft(page.locator('tr[data-row]').first(), path).toBeFocused();
    }
  });
  for (const { density, rows, ...size } of sizes) {
    await page.setViewportSize(size);
    await page.evaluate((value) => localStorage.setItem('easy.density', JSON.stringify(value)), density);
    for (const path of lists) {
      await test.step(`${path} at ${size.width} px, ${density}`, async () => {
        await go(owner, path);
        await settle(owner);
        await expect(page.locator('tr[data-row]').first()).toBeVisible();
        const found = await page.evaluate(measureList);
        expect.soft(found, path).toMatchObject({ isWide: false });
        expect.soft(found.rows, `${density} rows of ${path}`).toBeGreaterThanOrEqual(rows);
      });
    }
  }
});
