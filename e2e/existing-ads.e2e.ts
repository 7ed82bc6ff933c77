import { expect, test } from '@playwright/test';
import { addGoods, openFloor } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount } from './seller-story.ts';
import { connectOldShops, listBefore, type OldGoods, oldShops, openOldShop } from './three-shops-story.ts';
import {
  type Actor,
  button,
  expectAccessible,
  expectText,
  expectToast,
  fill,
  go,
  press,
  row,
  soon,
} from './verbs.ts';

test('existing ads are linked by matching, and a sale of an ad that is not linked is reserved after linking', {
  tag: '@campaign',
}, async ({ browser }) => {
  const nickname = marketplaceAccounts.existing;
  const sellerId = 918_240_116;
  const of = (product: string, gtin: string) => ({ product: `${product} de Antes`, gtin });
  const mug = { ...of('Caneca', '7896000000019'), sku: 'ANT-1', quantity: 7, price: '24,90' };
  const plate = { ...of('Prato', '7896000000026'), sku: 'ANT-2', quantity: 5, price: '19,90' };
  const { seller } = await openFloor(browser, 'antes', [mug, plate]);
  const { page, words } = seller;
  const { existing, successes } = words.advertisements;
  const list = async (ad: object) =>
    (await control('POST', '/items', { sellerId, price: 59.9, ...ad })) as { id: string };
  const sold = await list({ title: 'Caneca que já vendia', gtin: mug.gtin, quantity: 3 });
  await list({ title: 'Prato que já estava', gtin: plate.gtin, quantity: 1 });
  await connectAccount(seller, nickname);

  await test.step('the account is read, and an ad is linked by its match', async () => {
    await go(seller, '/stepper/add-existing-publication');
    await page.getByRole('button', { name: nickname }).click();
    await expect(row(seller, 'Prato que já estava')).toContainText(plate.product);
    await expectAccessible(seller);
    await row(seller, 'Prato que já estava').getByRole('checkbox').check();
    await press(seller, existing.linkMany);
    await expect(page.getByRole('dialog')).toContainText('1 → 5');
    const price = page.getByRole('textbox', {
      name: `${words.advertisements.publish.price}: Prato que já estava`,
    });
    await price.fill('64,90');
    await expect(page.getByRole('dialog')).toContainText(/59,90 → R\$ 64,90/);
    await expectAccessible(seller);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: fill(existing.linking_one, { total: '1' }) })
      .click();
    await expectToast(seller, successes['publicationsLink.linkMany']);
    await page.keyboard.press('Escape');
    await expect(row(seller, 'Prato que já estava')).toBeHidden();
  });

  await test.step('a sale of the other ad opens the prefilled wizard; once linked, units are reserved', async () => {
    await control('POST', '/purchases', { itemId: sold.id, quantity: 1 });
    await expect(async () => {
      await go(seller, '/orders/list?query=linked%3Ano');
      await page.getByRole('row').filter({ hasText: 'Caneca que já vendia' }).first().click(soon);
    }).toPass();
    await page.getByRole('link', { name: words.orders.gates.linkNow }).click();
    await expectText(seller, existing.fromSale);
    await expect(page.getByRole('region', { name: 'Caneca que já vendia' })).toContainText(mug.product);
    await press(seller, existing.next);
    await page.getByRole('textbox', { name: words.advertisements.publish.price }).fill('69,90');
    await press(seller, existing.seeChanges);
    await expect(page.getByRole('region', { name: existing.changes })).toContainText(/59,90 → R\$ 69,90/);
    await expectAccessible(seller);
    await press(seller, existing.confirm);
    await expect(page).toHaveURL(/\/orders\/\d+/);
    await expect(button(seller, words.orders.gates.linkNow)).toBeHidden();
    await expect(page.getByRole('link', { name: words.orders.gates.linkNow })).toBeHidden();
  });
});

/** Codes with valid check digits; the last two titles are similar. */
const goods: OldGoods[] = [
  ['Bandeja de Antes', '7897000000016'],
  ['Moringa de Antes', '7897000000023'],
  ['Leiteira de Antes', '7897000000030'],
  ['Fruteira de Antes', '7897000000047'],
  ['Saleiro de Antes', '7897000000054'],
  ['Açucareiro de Antes', '7897000000061'],
  ['Manteigueira de Antes', '7897000000078'],
  ['Petisqueira de Antes', '7897000000085'],
  ['Jarra Canelada Antiga 1 Litro', '7897000000092'],
  ['Jarra Canelada Antiga 2 Litros', '7897000000108'],
].map(([product = '', gtin = ''], index) => ({
  ...{ product, gtin },
  ...{ sku: `TRES-${index}`, quantity: 20 + index },
}));

/** Selects everything on the screen; certain matches are preselected, similar titles are chosen by the reader. */
async function linkAll(seller: Actor, count: number, titles: readonly string[] = []): Promise<void> {
  const { page, words } = seller;
  const { existing, successes } = words.advertisements;
  await page.getByRole('checkbox', { name: words.ui.table.selectAll }).check();
  await press(seller, existing.linkMany);
  const dialog = page.getByRole('dialog', { name: existing.manyTitle });
  for (const title of titles) {
    await dialog.getByRole('checkbox', { name: fill(existing.take, { name: title }) }).check();
    const offers = dialog.getByRole('combobox', { name: fill(existing.offerOf, { name: title }) });
    const option = offers.getByRole('option', { name: title.replace(' Original', '') });
    await offers.selectOption((await option.first().getAttribute('value')) ?? '');
  }
  await dialog.getByRole('button', { name: fill(existing.linking_other, { total: String(count) }) }).click();
  await expectToast(seller, successes['publicationsLink.linkMany']);
  await page.keyboard.press('Escape');
}

test('thirty ads of three marketplaces are linked in bulk: by EAN, by SKU, by title with a choice', {
  tag: '@campaign',
}, async ({ browser }) => {
  const [first, ...others] = goods;
  if (!first) throw new Error('no goods');
  const floor = await openFloor(browser, 'tres', [{ ...first, price: '24,90' }]);
  const { seller } = floor;
  const { page, words } = seller;
  const { existing } = words.advertisements;
  const shops = oldShops(marketplaceAccounts.existingInThree);
  const alike = goods.slice(8).map(({ product }) => `${product} Original`);
  await addGoods(floor, others);
  for (const shop of shops) await listBefore(shop, goods);

  await test.step('a plan with room for them, and three accounts', async () => {
    await go(seller, '/plans/manager');
    const pro = fill(words.billing.plan.choose, { plan: words.billing.names.pro });
    await press(seller, pro);
    await page.getByRole('dialog').getByRole('button', { name: pro }).click();
    await expectToast(seller, words.billing.successes['plans.choose']);
    await connectOldShops(seller, shops);
  });

  await test.step('a SKU matches offers of a supplier only after trading with it', async () => {
    await openOldShop(seller, shops[0], 11);
    await expect(row(seller, 'Anúncio antigo de número 1')).toContainText(goods[0]?.product ?? '');
    await expect(row(seller, 'Anúncio antigo de número 5')).toContainText(existing.unknown);
    await linkAll(seller, 6, alike);
    await expect(row(seller, 'Anúncio antigo de número 1')).toBeHidden();
    await openOldShop(seller, shops[0], 5);
    await expect(row(seller, 'Anúncio antigo de número 5')).toContainText(existing.by.sku);
    await linkAll(seller, 4);
  });

  await test.step('the others in bulk; an ad without a match stays and says so', async () => {
    for (const shop of shops.slice(1)) {
      await openOldShop(seller, shop, 11);
      await linkAll(seller, 10, alike);
    }
    for (const shop of shops) {
      await expect(async () => openOldShop(seller, shop, 1)).toPass();
      await expect(row(seller, 'Violão Folk')).toContainText(existing.unknown);
    }
    await expectAccessible(seller);
  });

  await test.step('ten advertisements with three publications each, all showing the stock', async () => {
    const { items } = (await ask(seller, 'GET', '/publications?size=100')) as {
      items: { state: string; advertisement: { id: number } }[];
    };
    expect(items).toHaveLength(30);
    expect(new Set(items.map(({ advertisement }) => advertisement.id)).size).toBe(10);
    await go(seller, '/advertisements/list');
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(11);
    await expect(row(seller, alike[1] ?? '')).toContainText('29');
  });
});
