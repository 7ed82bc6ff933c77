import { expect, test } from '@playwright/test';
import { openFloor, sellByHand } from './floor-story.ts';
import { packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import { expectAccessible, expectText, expectToast, field, go, inLocale, press, type } from './verbs.ts';

const goods: Goods = {
  ...{ product: 'Jarra de Suco', sku: 'JAR-S', gtin: '7891000315507' },
  ...{ quantity: 10, price: '30,00' },
};

test('a carrier is entered, its code is read at the bench, and the seller follows its link, in both languages', {
  tag: '@campaign',
}, async ({ browser }) => {
  const { supplier, seller } = await openFloor(browser, 'transportadora', [goods]);
  const { page } = supplier;
  const { carriers } = supplier.words.orders;

  await test.step('a carrier is entered on a laptop; a link without a place for the code is refused at its field', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await go(supplier, '/checkout/manifest/list');
    await page.getByText(carriers.manage, { exact: true }).click();
    await press(supplier, carriers.add);
    await type(supplier, carriers.name, 'Expresso Litoral');
    await type(supplier, carriers.trackingLink, 'https://rastreio.example.com');
    await type(supplier, carriers.codeFormat, 'LIT000000');
    await press(supplier, carriers.save);
    await expectText(supplier, supplier.words.fields.tracking_link_invalid);
    await expectAccessible(supplier);
    await type(supplier, carriers.trackingLink, 'https://rastreio.example.com/{codigo}');
    await field(supplier, carriers.weekdays.monday).fill('17:30');
    await press(supplier, carriers.save);
    await expectToast(supplier, supplier.words.orders.successes['carriers.create']);
    await expectText(supplier, 'LIT000000');
  });

  const id = await sellByHand(seller, [[goods.sku, 1]]);
  await packAtOnce(supplier, id, goods.sku);

  await test.step('the code of another carrier is refused for the chosen one; its own needs no choice', async () => {
    await inLocale(supplier, 'en');
    await page.setViewportSize({ width: 390, height: 844 });
    await go(supplier, `/checkout/${id}`);
    const { carriers: words, bench } = supplier.words.orders;
    const { send, tracking } = bench.bench;
    await press(supplier, send);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: words.carrier }).click();
    await page.getByRole('option', { name: 'Expresso Litoral' }).click();
    await dialog.getByRole('textbox', { name: tracking }).fill('AA123456785BR');
    await dialog.getByRole('button', { name: send }).click();
    await expectText(supplier, supplier.words.fields.tracking_format);
    await expectAccessible(supplier);
    await dialog.getByRole('combobox', { name: words.carrier }).click();
    await page.getByRole('option', { name: words.byRule }).click();
    await dialog.getByRole('textbox', { name: tracking }).fill('LIT123456');
    await dialog.getByRole('button', { name: send }).click();
    await expectText(supplier, supplier.words.orders.statuses.sent);
  });
  await test.step('the seller sees the carrier and follows the link', async () => {
    await go(seller, `/orders/${id}`);
    await expectText(seller, 'Expresso Litoral');
    const link = seller.page.getByRole('link', { name: seller.words.orders.carriers.follow });
    await expect(link).toHaveAttribute('href', 'https://rastreio.example.com/LIT123456');
    await expectAccessible(seller);
  });
});
