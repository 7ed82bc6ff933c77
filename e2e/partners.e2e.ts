import { expect, test } from '@playwright/test';
import { openFloor } from './floor-story.ts';
import type { Goods } from './supplier-story.ts';
import { button, expectAccessible, expectText, expectToast, go, press, row } from './verbs.ts';

const goods: Goods = {
  ...{ product: 'Jarra de Vidro', sku: 'JAR-1', gtin: '7891000315507' },
  ...{ quantity: 6, price: '31,00' },
};

test('a seller finds a supplier and asks; the supplier accepts with terms, and the seller sees them @campaign', async ({
  browser,
}) => {
  const { supplier, seller } = await openFloor(browser, 'parceria', [goods]);
  const { companies, successes } = seller.words.business;

  await test.step('the seller finds the supplier by name and asks', async () => {
    await go(seller, '/dropshipping/products');
    await press(seller, seller.words.dropshipping.catalogue.findSuppliers);
    const drawer = seller.page.getByRole('dialog', { name: companies.findTitle });
    await drawer.getByRole('textbox', { name: companies.findSearch }).fill('Aurora parceria');
    const asking = drawer.getByRole('button', { name: companies.ask });
    await expect(drawer.getByText('Aurora parceria')).toBeVisible();
    await expect(asking).toHaveCount(1);
    await asking.click();
    await expectToast(seller, successes['companies.create']);
    await expect(drawer.getByText(companies.states.requested)).toBeVisible();
    await expectAccessible(seller);
  });

  await test.step('the supplier accepts with terms', async () => {
    await go(supplier, '/user?tab=partners');
    const asking = row(supplier, 'Loja parceria');
    await expect(asking).toContainText(companies.states.requested);
    await asking.getByRole('button', { name: companies.acceptSeller }).click();
    const dialog = supplier.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: companies.acceptModes.manual }).check();
    await dialog.getByRole('textbox', { name: companies.dueDays }).fill('7');
    await expectAccessible(supplier);
    await dialog.getByRole('button', { name: companies.acceptWithTerms }).click();
    await expect(dialog).toBeHidden();
    await expect(asking).toContainText(companies.states.active);
    await expect(button(supplier, companies.acceptSeller)).toHaveCount(0);
  });

  await test.step('the seller sees the agreed terms', async () => {
    await go(seller, '/user?tab=partners');
    await expect(row(seller, 'Aurora parceria')).toContainText(companies.states.active);
    await expectText(seller, '7 dias');
  });
});
