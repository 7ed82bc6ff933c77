import { expect, test } from '@playwright/test';
import { type Floor, hire, openFloor, sellByHand } from './floor-story.ts';
import { runTask } from './outside.ts';
import { ask } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import { tap } from './touch.ts';
import {
  type Actor,
  button,
  expectAccessible,
  expectText,
  expectToast,
  field,
  fill,
  go,
  press,
  scan,
} from './verbs.ts';

const goods: Goods = {
  product: 'Garrafa das ondas',
  sku: 'GAR-OND',
  gtin: '7891000100219',
  quantity: 20,
  price: '39,90',
};
const rule = 'Coleta da tarde';

/** The manager adds a rule by keyboard; a figure that is too large is refused beside its field. */
async function addRule(manager: Actor): Promise<void> {
  const { page, words } = manager;
  const { waves, successes } = words.orders;
  await go(manager, '/picking');
  await page.getByRole('link', { name: waves.title }).click();
  await expect(page.getByRole('heading', { name: waves.title })).toBeVisible();
  await press(manager, waves.add);
  await expect(field(manager, waves.name)).toBeFocused();
  await page.keyboard.type(rule);
  await page.getByRole('combobox', { name: waves.zones }).fill('R01');
  await page.keyboard.press('Tab');
  await field(manager, waves.minSales).fill('5000');
  await expectAccessible(manager);
  await press(manager, waves.create);
  await expect(field(manager, waves.minSales)).toHaveAttribute('aria-invalid', 'true');
  await field(manager, waves.minSales).fill('3');
  await field(manager, waves.minSales).press('Enter');
  await expectToast(manager, successes['waves.create']);
}

/** Two sales wait, and the third one releases the wave; a person releases the next one. */
async function releaseWaves(manager: Actor, floor: Floor): Promise<number[]> {
  const { page, words } = manager;
  const { waves } = words.orders;
  const sales = [];
  for (let n = 0; n < 3; n++) sales.push(await sellByHand(floor.seller, [[goods.sku, 1]]));
  await runTask('waves.release');
  await expect(page.getByText(fill(waves.released, { at: '' }).trim())).toBeVisible();
  await sellByHand(floor.seller, [[goods.sku, 2]]);
  await press(manager, waves.release);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toContainText(fill(waves.units_other, { count: 2 }));
  await expectAccessible(manager);
  await dialog.getByRole('button', { name: waves.release }).click();
  await expectToast(manager, fill(waves.releasedNow_one, { count: 1 }));
  await page.getByRole('link', { name: waves.lists }).click();
  await expect(page.getByRole('row').filter({ hasText: rule })).toHaveCount(2);
  return sales;
}

/** The picker takes the list with a cart, and scans the place after each unit. */
async function walkWithCart(picker: Actor, volume: string): Promise<void> {
  const { page, words } = picker;
  const { picking } = words.orders;
  await expectText(picker, fill(words.orders.waves.byRule, { name: rule }));
  await scan(picker, 'CAR-1');
  await expectText(picker, 'CAR-1 · Azul');
  await tap(button(picker, picking.start));
  await expect(field(picker, picking.scanPlace)).toBeFocused();
  await scan(picker, volume);
  await expectText(picker, fill(picking.atPlace, { place: volume }));
  for (const place of [1, 2, 3]) {
    await scan(picker, goods.gtin);
    await expect(field(picker, fill(picking.scanCartPlace, { place }))).toBeFocused();
    if (place === 1) {
      await scan(picker, 'CAR-1-4');
      await expectText(picker, fill(picking.wrongCartPlace, { code: 'CAR-1-4', wanted: 1 }));
      await expectAccessible(picker);
      await scan(picker, goods.gtin);
      await expectText(picker, fill(picking.cartPlaceFirst, { wanted: 1 }));
      await expectText(picker, fill(picking.done, { done: 1, all: 3 }));
    }
    await scan(picker, `CAR-1-${place}`);
    await expectText(picker, fill(picking.cartPlaceScanned, { place }));
  }
  await expectText(picker, picking.allPicked);
  await tap(button(picker, picking.finish));
  await expectText(picker, picking.readyHint);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

test('a rule makes picking lists, a picker fills a cart by scan, and the bench opens a sale by its place', async ({
  browser,
}) => {
  const floor = await openFloor(browser, 'ondas', [goods]);
  const { supplier } = floor;
  await supplier.page.setViewportSize({ width: 1366, height: 768 });
  const warehouses = (await ask(supplier, 'GET', '/warehouses')) as { items: { id: number }[] };
  const warehouseId = warehouses.items[0]?.id ?? 0;
  await ask(supplier, 'POST', '/carts', { warehouseId, name: 'Azul', places: 12 });
  await ask(supplier, 'PATCH', '/business/cart-places', { required: true });

  await test.step('a manager adds a rule', () => addRule(supplier));
  const sales = await test.step('the clock and a person release it', () => releaseWaves(supplier, floor));

  const picker = await hire(browser, floor, 'packer');
  await test.step('a picker sees lists and no rules, and fills a cart', async () => {
    await go(picker, '/picking');
    await expect(picker.page.getByRole('link', { name: picker.words.orders.waves.title })).toHaveCount(0);
    const lists = (await ask(picker, 'GET', '/picking?sort=id')) as { items: { id: number }[] };
    await go(picker, `/picking/${lists.items[0]?.id}`);
    await walkWithCart(picker, floor.volumes[0] ?? '');
  });

  await test.step('the bench opens the sale in a place; an empty place is red', async () => {
    const { bench } = picker.words.orders;
    await go(picker, `/checkout/warehouse/${warehouseId}`);
    await scan(picker, 'CAR-1-7');
    await expectText(picker, fill(bench.board.emptyPlace, { name: 'CAR-1-7' }));
    await scan(picker, 'CAR-1-2');
    await expect(picker.page).toHaveURL(new RegExp(`/checkout/${sales[1]}$`));
    await expect(picker.page.getByRole('heading', { level: 1 })).toContainText(String(sales[1]));
    await scan(picker, 'CAR-1-3');
    await expect(picker.page).toHaveURL(new RegExp(`/checkout/${sales[2]}$`));
    await expectAccessible(picker);
  });
  await picker.context.close();
});
