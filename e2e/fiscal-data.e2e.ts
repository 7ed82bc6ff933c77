import { readFile } from 'node:fs/promises';
import { type Browser, expect, test } from '@playwright/test';
import type { Locale } from '#contract/messages/index.ts';
import { fiscalData } from '#contract/orders/fiscal-data.ts';
import { hireFor, phone } from './floor-story.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { ask } from './screens.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  enter,
  expectAccessible,
  expectAfterPassword,
  expectText,
  fill,
  go,
  inLocale,
  origin,
  press,
  row,
} from './verbs.ts';

const goods: Goods = {
  product: 'Vaso de Barro',
  sku: 'VASO-1',
  gtin: '7891000315507',
  quantity: 20,
  price: '24,90',
};
const buyer = {
  buyerName: 'Ateliê Ipê Ltda',
  buyerDocument: '12.ABC.345/01DE-35',
  address: {
    ...{ zip: '40020-000', street: 'Rua Chile', number: '22', complement: 'loja 1' },
    ...{ neighborhood: 'Centro', city: 'Salvador', state: 'BA' },
  },
};

type Row = { id: number };

/** A seller with own stock, and a sale to a company. */
async function sellToCompany(browser: Browser, locale: Locale): Promise<{ seller: Actor; sale: number }> {
  const seller = await enter(browser, 'pt', `fiscal-${locale}@example.com`);
  await givenBusiness(seller, {
    ...{ type: 'sales', business: `Loja Fiscal ${locale}`, document: '529.982.247-25', name: 'Ana Fiscal' },
  });
  await givenShelf(seller, 'Galpão Fiscal', [goods]);
  const { items } = (await ask(seller, 'GET', '/dropship-items')) as { items: Row[] };
  const lines = [{ dropshipItemId: items[0]?.id, quantity: 2, unitPriceCentavos: 8990 }];
  const { id: sale } = (await ask(seller, 'POST', '/orders', { ...buyer, paid: true, lines })) as Row;
  await inLocale(seller, locale);
  return { seller, sale };
}

for (const locale of ['pt', 'en'] as const) {
  test(`the invoice data of a sale is shown, copied, found and exported, in ${locale}`, {
    tag: locale === 'en' ? '@campaign' : [],
  }, async ({ browser }) => {
    const { seller, sale } = await sellToCompany(browser, locale);
    const { page, words } = seller;
    const { fiscal } = words.orders;
    const panel = page.getByRole('region', { name: fiscal.title });

    await test.step('a search by the document finds the sale; its page shows the data on request', async () => {
      await go(seller, `/orders/list?query=${encodeURIComponent('12abc34501de35')}`);
      await expect(row(seller, goods.product)).toHaveCount(1);
      await go(seller, `/orders/${sale}`);
      await expect(page.getByText('12.ABC.345/01DE-35')).toHaveCount(0);
      await press(seller, fiscal.show);
      await expect(panel).toContainText('12.ABC.345/01DE-35');
      await expect(panel).toContainText('179,80');
      await expectAccessible(seller);
    });

    await test.step('what is missing is named, with what to do', async () => {
      await expect(panel.getByRole('alert')).toContainText(fiscal.gaps.taxpayer);
      await expect(panel).toContainText(fiscal.remedies.ncm);
    });

    await test.step('each field is copied, also with the keyboard', async () => {
      await seller.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      const copied = () => page.evaluate(() => navigator.clipboard.readText());
      await panel.getByRole('button', { name: fill(fiscal.copy, { field: fiscal.fields.document }) }).focus();
      await page.keyboard.press('Enter');
      await expect.poll(copied).toBe('12.ABC.345/01DE-35');
      const city = fill(fiscal.copyOf, { field: fiscal.fields.city, product: fiscal.billing });
      await panel.getByRole('button', { name: city }).press('Space');
      await expect.poll(copied).toBe('Salvador');
    });

    await test.step('a selection is exported as JSON', async () => {
      await go(seller, '/orders/list');
      await row(seller, goods.product).getByRole('checkbox').check();
      await press(seller, fiscal.export.act);
      const dialog = page.getByRole('dialog', { name: fiscal.export.title });
      await dialog.getByText(fiscal.export.json, { exact: true }).click();
      await dialog.getByRole('button', { name: fill(fiscal.export.submit_one, { total: '1' }) }).click();
      const runs = page.getByRole('dialog', { name: words.ui.runs.title });
      await expectAfterPassword(seller, runs);
      await expect(runs).toContainText(words.ui.runs.kinds.fiscal_data);
      await expect(runs).toContainText(words.ui.runs.states.done);
      const downloaded = page.waitForEvent('download');
      await runs.getByRole('button', { name: words.ui.runs.download }).first().click();
      const file = await downloaded;
      expect(file.suggestedFilename()).toMatch(/\.json$/);
      const text = await readFile(await file.path(), 'utf8');
      const [exported] = (JSON.parse(text) as { sales: unknown[] }).sales;
      expect(fiscalData.parse(exported)).toMatchObject({ id: sale, buyer: { document: '12ABC34501DE35' } });
    });

    await test.step('without the right a person reads who has it, and neither sees nor finds nor exports', async () => {
      const stockist = await hireFor(browser, seller, 'stockist', locale, phone, 'Elio Estoque');
      await go(stockist, `/orders/${sale}`);
      const locked = stockist.page.getByRole('region', { name: fiscal.title });
      await expect(locked).toContainText(words.business.roles.seller);
      await expect(button(stockist, fiscal.show)).toHaveCount(0);
      await go(stockist, `/orders/list?query=${encodeURIComponent('12abc34501de35')}`);
      await expectText(stockist, words.ui.table.nothingFound);
    });
  });
}
