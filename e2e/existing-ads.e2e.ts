import { expect, test } from '@playwright/test';
import { openFloor } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { connectAccount } from './seller-story.ts';
import { button, expectAccessible, expectText, expectToast, go, press, row, sandbox } from './verbs.ts';

const mug = { product: 'Caneca de Antes', sku: 'ANT-1', gtin: '7896000000019', quantity: 7, price: '24,90' };
const plate = { product: 'Prato de Antes', sku: 'ANT-2', gtin: '7896000000026', quantity: 5, price: '19,90' };
const sellerId = 918_240_116;

test('ads that were there before come in by matching, and a sale of one that was not yet is reserved by its link', {
  tag: '@campaign',
}, async ({ browser }) => {
  const { seller } = await openFloor(browser, 'antes', [mug, plate]);
  const { page, words } = seller;
  const { existing, successes } = words.advertisements;
  const control = async (path: string, data: object) =>
    (await page.request.post(`${sandbox}/control/api${path}`, { data })).json();
  const before = async (ad: object) =>
    (await control('/items', { sellerId, price: 59.9, ...ad })) as { id: string };
  const sold = await before({ title: 'Caneca que já vendia', gtin: mug.gtin, quantity: 3 });
  await before({ title: 'Prato que já estava', gtin: plate.gtin, quantity: 1 });
  await connectAccount(seller, marketplaceAccounts.existing);

  await test.step('the account is read, and one is brought in by what it is known by', async () => {
    await go(seller, '/stepper/add-existing-publication');
    await page.getByRole('button', { name: marketplaceAccounts.existing }).click();
    await expect(row(seller, 'Prato que já estava')).toContainText(plate.product, { timeout: 30_000 });
    await expectAccessible(seller);
    await row(seller, 'Prato que já estava').getByRole('checkbox').check();
    await press(seller, existing.linkMany);
    await expect(page.getByRole('dialog')).toContainText('1 → 5');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Vincular 1/ })
      .click();
    await expectToast(seller, successes['publicationsLink.linkMany']);
    await page.keyboard.press('Escape');
    await expect(row(seller, 'Prato que já estava')).toBeHidden({ timeout: 30_000 });
  });

  await test.step('a sale of the other opens the wizard filled in; linked, it has its units', async () => {
    await control('/purchases', { itemId: sold.id, quantity: 1 });
    await expect(async () => {
      await go(seller, '/orders/list?query=linked%3Ano');
      await page
        .getByRole('row')
        .filter({ hasText: 'Caneca que já vendia' })
        .first()
        .click({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
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
    await expect(page.getByRole('link', { name: words.orders.gates.linkNow })).toBeHidden({
      timeout: 30_000,
    });
  });
});
