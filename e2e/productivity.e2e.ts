import { expect, test } from '@playwright/test';
import { hire, openFloor, sellByHand } from './floor-story.ts';
import { packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import { type Actor, expectAccessible, expectText, go, inLocale } from './verbs.ts';

const goods: Goods = {
  ...{ product: 'Leiteira Esmaltada', sku: 'LEI-E', gtin: '7891000315514' },
  ...{ quantity: 10, price: '30,00' },
};

/** A row of the list; the chart has one of the same name for screen readers. */
const row = ({ page }: Actor, name: string) => page.locator('tr[data-row]').filter({ hasText: name });

const fits = ({ page }: Actor) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);

test('the owner compares people and follows one to their days, a packer sees their own work, in both languages', {
  tag: '@campaign',
}, async ({ browser }) => {
  const floor = await openFloor(browser, 'ritmo', [goods]);
  const { supplier, seller } = floor;
  const packer = await hire(browser, floor, 'packer');

  await test.step('without work, a person is told where the figures come from', async () => {
    await go(packer, '/productivity/list');
    await expectText(packer, packer.words.orders.productivity.empty);
    await fits(packer);
    await expectAccessible(packer);
  });

  await packAtOnce(packer, await sellByHand(seller, [[goods.sku, 2]]), goods.sku);
  await packAtOnce(supplier, await sellByHand(seller, [[goods.sku, 1]]), goods.sku);

  await test.step('the owner sees both people on a laptop, and follows one to their days', async () => {
    const { page, words } = supplier;
    await page.setViewportSize({ width: 1366, height: 768 });
    await go(supplier, '/productivity/list');
    await expect(row(supplier, 'Pia Embaladora')).toBeVisible();
    await expect(row(supplier, 'Ana Fornecedora')).toBeVisible();
    await expect(page.getByRole('figure')).toBeVisible();
    await fits(supplier);
    await expectAccessible(supplier);
    await row(supplier, 'Pia Embaladora').getByRole('link').first().click();
    await expect(page).toHaveURL(/by:day|by%3Aday/);
    await expect(row(supplier, 'Pia Embaladora')).toHaveCount(0);
    await expectText(supplier, words.orders.productivity.groups.day);
  });

  await test.step('by kind of work, in English', async () => {
    await inLocale(supplier, 'en');
    const words = supplier.words.orders.productivity;
    await go(supplier, '/productivity/list?query=by:kind');
    await expect(row(supplier, words.kinds.packing)).toContainText('2');
    await expectAccessible(supplier);
  });

  await test.step('a packer sees their own work on a phone, and nobody else', async () => {
    await go(packer, '/productivity/list');
    await expectText(packer, packer.words.orders.productivity.own);
    await expect(packer.page.getByText('Ana Fornecedora')).toHaveCount(0);
    await expect(packer.page.getByText(packer.words.orders.productivity.groups.person)).toHaveCount(0);
    await fits(packer);
    await expectAccessible(packer);
    await inLocale(packer, 'en');
    await go(packer, '/productivity/list?query=by:kind');
    const { packing } = packer.words.orders.productivity.kinds;
    await expect(packer.page.getByRole('main').getByText(packing, { exact: true }).last()).toBeVisible();
    await fits(packer);
  });
});
