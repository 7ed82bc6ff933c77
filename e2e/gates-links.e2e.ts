import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { hireFor, openFloor, sellByHand } from './floor-story.ts';
import { givenBusiness } from './given.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { runTask } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount, publish, remoteQuantity, type Sale } from './seller-story.ts';
import { approveInvoice, closeDay, enterBankData, packAtOnce, payInvoice } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  enter,
  expectAccessible,
  expectText,
  expectToast,
  go,
  press,
  row,
  soon,
  type,
} from './verbs.ts';

/** All sellers of the supplier pay on the day of the close; overdue ones are reported on the next day. */
async function giveNoTime(supplier: Actor): Promise<void> {
  const { companies, successes } = supplier.words.business;
  const { page } = supplier;
  await go(supplier, '/user?tab=partners');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await press(supplier, companies.termsOfMany);
  const dialog = page.getByRole('dialog', { name: companies.termsOfMany });
  await dialog.getByRole('textbox', { name: companies.dueDays }).fill('0');
  await dialog.getByRole('textbox', { name: companies.overdueDays }).fill('0');
  await expectAccessible(supplier);
  await dialog.locator('button[type=submit]').click();
  await expectToast(supplier, successes['companies.bulkUpdate']);
}

test('ads of a seller who does not pay go to 0 at the marketplace, and return after the payment @campaign', async ({
  browser,
}) => {
  const goods: Goods = {
    product: 'Caneca Cobrada',
    sku: 'AGA-1',
    gtin: '7891000315507',
    quantity: 10,
    price: '59,80',
  };
  const sale: Sale = {
    nickname: marketplaceAccounts.gates,
    product: goods.product,
    title: 'Caneca Cobrada Aurora',
    sku: goods.sku,
    margin: '25',
  };
  const { supplier, seller } = await openFloor(browser, 'cobranca', [goods]);
  const { overdue, successes } = supplier.words.dropshipping;
  let link = '';

  await test.step('goods of the supplier are on sale', async () => {
    await enterBankData(supplier);
    await connectAccount(seller, sale.nickname);
    link = await publish(seller, sale);
    await expect.poll(() => remoteQuantity(link)).toBe(10);
  });

  await test.step('one is sold and packed, the day closes, and nobody pays', async () => {
    await packAtOnce(supplier, await sellByHand(seller, [[goods.sku, 1]]), goods.sku);
    await giveNoTime(supplier);
    await closeDay();
    await expect(async () => {
      const { items } = (await ask(supplier, 'GET', '/dropinvoices?query=status:pending')) as {
        items: { closedAt: string | null }[];
      };
      expect(items[0]?.closedAt).toBeTruthy();
    }).toPass();
    await closeDay();
    await runTask('overdue-cases.advance');
  });

  await test.step('the supplier is asked, and holds its goods back', async () => {
    await expect(async () => {
      await go(supplier, '/dropship-item/dropinvoice-supplier');
      await expect(button(supplier, overdue.hold)).toBeVisible(soon);
    }).toPass();
    await expectAccessible(supplier);
    await press(supplier, overdue.hold);
    await supplier.page.getByRole('dialog').getByRole('button', { name: overdue.hold }).click();
    await expectToast(supplier, successes['overdueCases.hold']);
    await expect.poll(() => remoteQuantity(link)).toBe(0);
  });

  await test.step('the seller reads the reason, pays, and is on sale again after the approval', async () => {
    await go(seller, '/dropshipping/dropinvoice-seller');
    await expectText(seller, overdue.next.seller.pay);
    await payInvoice(seller, '59,80');
    expect(await remoteQuantity(link)).toBe(0);
    await approveInvoice(supplier);
    await expect.poll(() => remoteQuantity(link)).toBe(9);
  });
});

test('a shared view is opened by a colleague and defines the export @campaign', async ({ browser }) => {
  const owner = await enter(browser, 'pt', 'visao@example.com', {});
  await givenBusiness(owner, {
    type: 'supply',
    business: 'Casa das Visões',
    document: '12.ABC.345/01DE-35',
    name: 'Vera Visão',
  });
  const { ui, products } = owner.words;
  for (const [name, brand] of [
    ['Jarra', 'Aurora'],
    ['Copo', 'Boreal'],
  ])
    await ask(owner, 'POST', '/products', {
      name,
      brand,
      variations: { create: [{ sku: `VIS-${name}`, attributes: { Color: 'Azul' } }] },
    });

  await test.step('the owner saves filter and columns for everybody', async () => {
    await go(owner, '/products/product/list?query=brand:Aurora');
    await press(owner, ui.table.columns);
    await owner.page.getByRole('menuitemcheckbox', { name: products.category, exact: true }).click();
    await owner.page.keyboard.press('Escape');
    await press(owner, ui.views.title);
    await owner.page.getByRole('menuitem', { name: ui.views.save }).click();
    await type(owner, ui.views.name, 'Só Aurora');
    await owner.page.getByRole('switch', { name: ui.views.forAll }).check({ force: true });
    await press(owner, ui.act.save);
    await expectToast(owner, ui.successes['savedViews.create']);
  });

  const colleague = await hireFor(browser, owner, 'administrator', 'pt', undefined, 'Caio Colega');
  await test.step('a colleague opens it', async () => {
    await go(colleague, '/products/product/list');
    await expect(row(colleague, 'Copo')).toBeVisible();
    await press(colleague, ui.views.title);
    await colleague.page.getByRole('menuitem', { name: 'Só Aurora' }).click();
    await expect(row(colleague, 'Jarra')).toBeVisible();
    await expect(row(colleague, 'Copo')).toHaveCount(0);
    await expect(colleague.page.getByRole('columnheader', { name: products.category })).toHaveCount(0);
    await expectAccessible(colleague);
  });

  await test.step('the export has what the view shows', async () => {
    const download = colleague.page.waitForEvent('download');
    await press(colleague, ui.table.export);
    await colleague.page.getByRole('menuitem', { name: ui.table.exportCsv }).click();
    const [heads, ...rows] = readFileSync(await (await download).path(), 'utf8')
      .slice(1)
      .trim()
      .split('\r\n');
    expect(heads?.split(';')).not.toContain(products.category);
    expect(heads?.split(';')).toEqual(expect.arrayContaining([products.name, products.brand]));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('Aurora');
  });
});
