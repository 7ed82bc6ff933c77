import { expect, test } from '@playwright/test';
import { dayOf } from '#contract/dates.ts';
import { fill } from '#contract/messages/locale.ts';
import { statementOf } from './bank-story.ts';
import { openShelf, sellByHand } from './floor-story.ts';
import { givenBusiness } from './given.ts';
import { ask } from './screens.ts';
import { closeDay, packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import { enter, expectAccessible, expectText, expectToast, go, inLocale, press, soon } from './verbs.ts';

const goods: Goods = {
  ...{ product: 'Concha de Inox', sku: 'CON-12', gtin: '7891000315507' },
  ...{ quantity: 30, price: '30,00' },
};
const sellers = 12;

type Invoice = { number: number; state: string; closedAt: string | null };

test('twelve invoices are received by one press from one bank file, read in Portuguese and pressed in English on a phone', {
  tag: '@campaign',
}, async ({ browser }) => {
  const { supplier } = await openShelf(browser, 'banco', [goods]);
  const { page } = supplier;
  for (let nth = 1; nth <= sellers; nth++) {
    const seller = await enter(browser, 'pt', `vendedor-banco-${nth}@example.com`);
    const owner = { document: '12.ABC.345/01DE-35', name: 'Rui Vendedor' };
    await givenBusiness(seller, { type: 'sales', business: `Loja do Extrato ${nth}`, ...owner });
    await packAtOnce(supplier, await sellByHand(seller, [[goods.sku, 1]]), goods.sku);
    await seller.context.close();
  }
  await closeDay();
  const invoices = async () =>
    ((await ask(supplier, 'GET', '/dropinvoices?size=50')) as { items: Invoice[] }).items;
  await expect
    .poll(async () => (await invoices()).filter(({ closedAt }) => closedAt).length, soon)
    .toBe(sellers);
  const closed = await invoices();
  const text = statementOf(dayOf(closed[0]?.closedAt ?? ''), [
    ...closed.map(({ number }) => ({ amount: 3000, memo: `PIX QR FAT${number}` })),
    { amount: 9900, memo: 'PIX RECEBIDO FEIRA DE DOMINGO' },
  ]);
  const upload = async () => {
    await go(supplier, '/dropshipping/bank-statements');
    await press(supplier, supplier.words.dropshipping.bank.upload);
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'extrato.ofx',
        mimeType: 'application/x-ofx',
        buffer: Buffer.from(text, 'latin1'),
      });
    await page.waitForURL(/bank-statements\/\d+/);
  };
  const receive = () => {
    const label = fill(supplier.words.dropshipping.bank.receive_other, { count: sellers, total: '' });
    return page.getByRole('button', { name: label });
  };

  await test.step('each row has its invoice, in Portuguese on a laptop', async () => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await upload();
    await expectText(supplier, 'FEIRA DE DOMINGO');
    await expect(receive()).toBeEnabled();
    await expectAccessible(supplier);
  });
  await test.step('one press receives all of them, in English on a phone', async () => {
    await inLocale(supplier, 'en');
    await page.setViewportSize({ width: 390, height: 844 });
    await go(supplier, new URL(page.url()).pathname);
    await expectAccessible(supplier);
    await receive().click();
    await expectToast(supplier, supplier.words.dropshipping.successes['bankStatements.receive']);
    await expect
      .poll(async () => (await invoices()).filter(({ state }) => state === 'complete').length)
      .toBe(sellers);
  });
  await test.step('the same file once more changes nothing', async () => {
    await upload();
    await expectText(supplier, supplier.words.dropshipping.bank.nothing);
  });
});
