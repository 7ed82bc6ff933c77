import { expect, test } from '@playwright/test';
import { addDays, dayOf, firstOfMonth } from '#contract/dates.ts';
import { toDecimalText } from '#contract/money.ts';
import { publishAt, saleOf } from './changed-sale-story.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { control } from './outside.ts';
import { ask } from './screens.ts';
import { connectOther } from './seller-story.ts';
import { type Actor, enter, expectAccessible, expectToast, fill, go, press } from './verbs.ts';

/** Each language has a window of its own: the laptop of a seller, and a phone. */
const windows = { pt: { width: 1366, height: 768 }, en: { width: 390, height: 844 } } as const;
const stores = { pt: 'Repasses em Dia', en: 'Contas em Dia' } as const;

/** `owed`: what the payment service releases, which does not pay the carrier of the store. */
type Sale = { id: number; number: string; owed: number };

async function soldOf(seller: Actor, title: string): Promise<Sale> {
  const id = await saleOf(seller, title);
  const { remoteOrderId, money } = (await ask(seller, 'GET', `/orders/${id}`)) as {
    remoteOrderId: string;
    money: { payout: number; parts: { name: string; amount: number | null }[] };
  };
  const freight = money.parts.find(({ name }) => name === 'freight')?.amount ?? 0;
  return { id, number: remoteOrderId, owed: money.payout + freight };
}

/** The month before the one that runs in São Paulo by the product's clock, which other stories turn. */
async function lastMonth(seller: Actor): Promise<string> {
  const date = await seller.page.evaluate(async () => (await fetch('/api/business')).headers.get('date'));
  return addDays(firstOfMonth(dayOf(new Date(date ?? ''))), -1).slice(0, 7);
}

/** A table of the payment service, whose columns a person assigns. */
function tableOf(month: string, [right, short, back]: readonly [Sale, Sale, Sale]): Buffer {
  const day = `10/${month.slice(5)}/${month.slice(0, 4)}`;
  const money = (centavos: number) => toDecimalText(centavos).replace('.', ',');
  const lines = [
    'Data de liberação;Nº do pedido;Descrição;Valor líquido',
    `${day};${right.number};Venda;${money(right.owed)}`,
    `${day};${short.number};Venda;${money(short.owed - 700)}`,
    `${day};${back.number};Venda;${money(back.owed)}`,
    `${day};${back.number};Reembolso;-${money(1000)}`,
    `${day};999999;Venda;${money(1500)}`,
    `Total;;;${money(right.owed + short.owed + back.owed - 200)}`,
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

async function upload(seller: Actor, buffer: Buffer): Promise<void> {
  const { payouts } = seller.words.orders;
  await press(seller, payouts.upload);
  const dialog = seller.page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'repasses.csv', mimeType: 'text/csv', buffer });
}

for (const locale of ['pt', 'en'] as const)
  test(`a month is reconciled: three differences are found, accepted, and the month is closed, in ${locale}`, async ({
    browser,
  }) => {
    const supplier = await enter(browser, locale, `fornecedor-repasses-${locale}@example.com`);
    const seller = await enter(browser, locale, `vendedor-repasses-${locale}@example.com`);
    const owner = { document: '12.ABC.345/01DE-35', name: 'Ana Fornecedora' };
    const goods = {
      ...{ product: `Caneca Repassada ${locale}`, sku: `REP-${locale}`, gtin: '7896000000071' },
      ...{ quantity: 30, price: '29,90' },
    };
    await givenBusiness(supplier, { type: 'supply', business: `Aurora repassada ${locale}`, ...owner });
    await givenShelf(supplier, `Galpão repassado ${locale}`, [goods]);
    await givenBusiness(seller, { type: 'sales', business: `Loja repassada ${locale}`, ...owner });
    await connectOther(seller, 'Nuvemshop', stores[locale], 'Aceitar e começar a usar');
    const title = `Caneca que Repassa ${locale}`;
    const onSale = await publishAt(seller, goods, title, { nuvemshop: stores[locale] });
    const sell = async () => {
      await control('POST', '/nuvemshop/purchases', { productId: onSale.storeProduct, quantity: 1 });
      return soldOf(seller, title);
    };
    const sales = [await sell(), await sell(), await sell()] as const;
    const { payouts, successes } = seller.words.orders;
    const month = await lastMonth(seller);
    const table = tableOf(month, sales);
    const { page } = seller;
    await page.setViewportSize(windows[locale]);
    await test.step('the columns of a table are assigned once, and a second upload changes nothing', async () => {
      await go(seller, '/payouts');
      await expect(page.getByText(payouts.empty)).toBeVisible();
      await expect(page.getByText(payouts.notTold)).toBeVisible();
      await upload(seller, table);
      await expect(page.getByText(payouts.columnsTitle)).toBeVisible();
      await expectAccessible(seller);
      await press(seller, payouts.read);
      await expectToast(seller, successes['payoutFiles.create']);
      await expect(page.getByRole('table', { name: payouts.findings }).getByRole('row')).toHaveCount(4);
      await upload(seller, table);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('table', { name: payouts.findings }).getByRole('row')).toHaveCount(4);
      await expectAccessible(seller);
    });
    await test.step('each difference has its cause', async () => {
      const [, short, back] = sales;
      const found = page.getByRole('table', { name: payouts.findings });
      const rowOf = (number: string) => found.getByRole('row').filter({ hasText: number });
      await expect(rowOf(short.number)).toContainText(payouts.causes.unknown);
      await expect(rowOf(back.number)).toContainText(payouts.causes.refund);
      await expect(rowOf('999999')).toContainText(payouts.causes.no_sale);
    });
    await test.step('the month is closed when each was accepted with a note', async () => {
      await expect(page.getByRole('button', { name: payouts.close })).toBeDisabled();
      await page.getByLabel(payouts.selectAll).check();
      await press(seller, fill(payouts.accept_other, { count: '3' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(payouts.note).fill('Conferido com a loja');
      await dialog.getByRole('button', { name: fill(payouts.accept_other, { count: '3' }) }).click();
      await expectToast(seller, successes['payouts.accept']);
      await press(seller, payouts.close);
      await page.getByRole('dialog').getByRole('button', { name: payouts.close }).click();
      await expectToast(seller, successes['payouts.close']);
      await expect(page.getByRole('button', { name: payouts.reopen })).toBeVisible();
      await expectAccessible(seller);
    });
    await test.step('the accountant gets a sheet, and the sale has what was released', async () => {
      const saved = page.waitForEvent('download');
      await press(seller, payouts.toFile);
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`${month}.*\\.xlsx$`));
      const [, short] = sales;
      const { result } = seller.words.orders;
      await go(seller, `/orders/${short.id}`);
      await expect(page.getByText(result.parts.other)).toBeVisible();
      const released = new RegExp(result.released.split('{{')[0] ?? '');
      await expect(page.getByRole('link', { name: released })).toBeVisible();
      await expectAccessible(seller);
    });
    await test.step('the lines have their sales, and the file is listed', async () => {
      await go(seller, '/payouts/lines');
      await expect(page.getByRole('link', { name: payouts.openSale })).toHaveCount(4);
      await expectAccessible(seller);
      await go(seller, '/payouts/files');
      await expect(page.getByText(payouts.reports.mapped)).toHaveCount(2);
      await expectAccessible(seller);
    });
  });

test('payouts are read from the marketplace at the press of a button', {
  tag: '@campaign',
}, async ({ browser }) => {
  const seller = await enter(browser, 'pt', 'vendedor-repasses-lidos@example.com');
  const owner = { document: '12.ABC.345/01DE-35', name: 'Ana Repasses' };
  await givenBusiness(seller, { type: 'sales', business: 'Loja de repasses lidos', ...owner });
  await connectOther(seller, 'Shopee', 'repasses.lidos', 'Confirmar autorização');
  const { payouts } = seller.words.orders;
  await seller.page.setViewportSize(windows.pt);
  await go(seller, '/payouts');
  const reading = seller.page.getByRole('status').filter({ hasText: payouts.neverRead });
  await expect(reading).toBeVisible();
  await press(seller, payouts.readNow);
  const [lastRead = ''] = payouts.lastRead.split('{{');
  await expect(seller.page.getByText(lastRead)).toBeVisible();
  await expectAccessible(seller);
});
