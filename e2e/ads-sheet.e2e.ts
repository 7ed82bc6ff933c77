import { expect, test } from '@playwright/test';
import { fill } from '#contract/messages/locale.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { ask } from './screens.ts';
import { connectAccount } from './seller-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  enter,
  expectAccessible,
  expectText,
  go,
  inLocale,
  press,
  row,
} from './verbs.ts';

const account = marketplaceAccounts.sheet;
const goods: readonly Goods[] = ['Verde', 'Areia'].map((color, index) => ({
  ...{ product: `Caneca ${color} da Planilha`, sku: `PLA-${index + 1}`, gtin: '' },
  ...{ quantity: 12, price: '20,00' },
}));

/** A row for each of the goods, as a seller fills in the template; Excel writes semicolons. */
const sheet = (prices: readonly string[]) => ({
  name: 'anuncios.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Conta;Título;Categoria;Preço;SKU;Atributos',
      ...goods.map(
        ({ product, sku }, index) =>
          `${account};${product};Canecas;${prices[index] ?? ''};${sku};"Material: Cerâmica"`,
      ),
    ].join('\r\n'),
  ),
});

async function upload(actor: Actor, prices: readonly string[]): Promise<void> {
  await go(actor, '/business/imports/create/ads');
  await actor.page.locator('input[type=file]').setInputFiles(sheet(prices));
  await expectText(actor, actor.words.business.imports.columnsTitle);
  await press(actor, actor.words.business.imports.check);
}

test('a sheet of goods without ads is corrected and published, in Portuguese on a laptop and in English on a phone', {
  tag: '@campaign',
}, async ({ browser }) => {
  const seller = await enter(browser, 'pt', 'planilha-de-anuncios@example.com', {
    viewport: { width: 1366, height: 768 },
  });
  const { page } = seller;
  await givenBusiness(seller, {
    ...{ type: 'sales', business: 'Canecas da Planilha' },
    ...{ document: '12.ABC.345/01DE-35', name: 'Elza Prado' },
  });
  await givenShelf(seller, 'Casa da Elza', goods);
  await connectAccount(seller, account);
  const { items: accounts } = (await ask(seller, 'GET', '/marketplace-accounts')) as {
    items: { id: number }[];
  };
  await ask(seller, 'PATCH', `/marketplace-accounts/${accounts[0]?.id}/floor`, {
    floor: { basisPoints: 3000, action: 'warn' },
  });
  const belowFloor = () => fill(seller.words.business.imports.belowFloor_one, { count: '1' });
  const one = () => fill(seller.words.business.imports.apply_one, { count: '1' });
  const two = () => fill(seller.words.business.imports.apply_other, { count: '2' });

  await test.step('a row without a price is named at its cell, and nothing is published', async () => {
    await upload(seller, ['59,90', '']);
    await expectText(seller, seller.words.fields.required);
    await expect(button(seller, one())).toBeDisabled();
    await expectAccessible(seller);
  });
  await test.step('a price that leaves less than the floor of the account is named, in English on a phone', async () => {
    await inLocale(seller, 'en');
    await page.setViewportSize({ width: 390, height: 844 });
    await upload(seller, ['29,90', '64,90']);
    await expectText(seller, belowFloor());
    const marked = seller.words.advertisements.wholesale.belowFloor;
    await expect(page.getByText(`% ${marked}`).filter({ visible: true })).toHaveCount(1);
    await expectAccessible(seller);
  });
  await test.step('the corrected sheet is published by one press', async () => {
    await upload(seller, ['59,90', '64,90']);
    await expect(button(seller, two())).toBeEnabled();
    await expect(page.getByText(belowFloor())).toBeHidden();
    await expectAccessible(seller);
    await press(seller, two());
    await expectText(seller, fill(seller.words.business.imports.done, { done: '2' }));
  });
  await test.step('both are at the marketplace with price and stock, and are in the list', async () => {
    type Listed = { items: { name: string; state: string }[] };
    const published = async () => ((await ask(seller, 'GET', '/publications')) as Listed).items;
    await expect
      .poll(async () => (await published()).map(({ state }) => state))
      .toEqual(['active', 'active']);
    await page.setViewportSize({ width: 1366, height: 768 });
    await go(seller, '/advertisements/list');
    for (const { product } of goods) await expect(row(seller, product)).toBeVisible();
    await expect(row(seller, goods[1]?.product ?? '')).toContainText('64,90');
  });
  await test.step('the same sheet once more changes nothing', async () => {
    await upload(seller, ['59,90', '64,90']);
    await expectText(seller, seller.words.business.imports.nothingToDo);
  });
});
