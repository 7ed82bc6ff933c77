import { expect, type Page, test } from '@playwright/test';
import { countActs, expectAtMost } from './acts.ts';
import { openFloor, sellByHand } from './floor-story.ts';
import { givenBusiness } from './given.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control, whileClockIsHeld } from './outside.ts';
import { ask } from './screens.ts';
import { connectAccount, issueInvoice, publish } from './seller-story.ts';
import { closeDay, enterBankData, packAtOnce } from './settlement-story.ts';
import { type Actor, enter, expectText, expectToast, field, fill, go, press, row, soon } from './verbs.ts';

/** Each limit is the number that was reached, so that a change that costs more acts turns its story red. */
const mostActs = { prices: 7, labels: 7, money: { seller: 4, supplier: 4 } };

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });

test('200 prices change in at most 7 acts', { tag: '@campaign' }, async ({ browser }) => {
  const ads = 200;
  const actor = await enter(browser, 'pt', 'duzentos@example.com');
  const { page, words } = actor;
  const { advertisements, imports, ui } = { ...words, imports: words.business.imports };
  await givenBusiness(actor, {
    ...{ type: 'sales', business: 'Duzentos Preços', document: '529.982.247-25', name: 'Dora Preços' },
  });
  await ask(actor, 'PATCH', '/plans/current', { plan: 'pro' });

  await test.step('200 products with stock, and 200 ads of them at the marketplace', async () => {
    const numbers = Array.from({ length: ads }, (_, nth) => String(nth + 1).padStart(3, '0'));
    const titles = 'ID;Código;Descrição;Unidade;NCM;Preço;Situação;Estoque;Preço de custo;Peso bruto (Kg)';
    const lines = numbers.map(
      (n) => `${n};DUZ-${n};Copo de vidro ${n};UN;7013.37.00;49,90;Ativo;5,00;12,35;0,3`,
    );
    const file = {
      name: 'produtos.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([titles, ...lines].join('\r\n'), 'latin1'),
    };
    await go(actor, '/business/imports/move');
    await page.locator('input[type=file]').setInputFiles([file]);
    await expect(row(actor, imports.kinds.products)).toContainText(imports.states.checked);
    await press(actor, imports.move.apply);
    await expectText(actor, imports.move.done);
    for (const n of numbers)
      await control('POST', '/items', {
        ...{ sellerId: 655_310_971, price: 59.9, quantity: 1 },
        ...{ title: `Copo que já vendia ${n}`, sku: `DUZ-${n}` },
      });
    await connectAccount(actor, marketplaceAccounts.prices);
    await linkAll(actor, ads);
  });

  const acts = await countActs(actor);
  await go(actor, '/advertisements/list');
  await expect(row(actor, 'Copo que já vendia').first()).toBeVisible();
  const begun = Date.now();
  await page.getByRole('checkbox', { name: ui.table.selectAll }).first().check();
  await press(actor, ui.table.selectEverything);
  await press(actor, advertisements.list.changePrices);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(advertisements.bulk.ruleChange).click();
  await field(actor, advertisements.bulk.change).fill('10');
  await inDialog(page, advertisements.bulk.preview).click();
  await inDialog(page, fill(advertisements.bulk.applying_other, { total: ads })).click();
  const runs = page.getByRole('dialog', { name: ui.runs.title });
  await expect(runs).toContainText(ui.runs.states.done);
  expectAtMost(mostActs.prices, acts, begun, '200 prices');
  await expect(async () => {
    const items = (await control('GET', '/items')) as { title: string; price: number }[];
    const changed = items.filter(({ title, price }) => title.startsWith('Copo que já') && price === 65.89);
    expect(changed).toHaveLength(ads);
  }).toPass();
});

type Found = {
  account: { id: number };
  remoteItem: string;
  variations: {
    remoteVariation: string;
    suggestions: { parts: { offer: { id: number }; quantity: number }[] }[];
  }[];
};

/** Links all ads of the account by their matches. */
async function linkAll(actor: Actor, ads: number): Promise<void> {
  const { items: accounts } = (await ask(actor, 'GET', '/marketplace-accounts')) as {
    items: { id: number }[];
  };
  const account = accounts[0]?.id;
  await ask(actor, 'POST', '/publications/link/refresh', { account });
  const found: Found[] = [];
  await expect(async () => {
    found.length = 0;
    for (const page of [1, 2]) {
      const path = `/publications/link?query=account:${account}&size=100&page=${page}`;
      found.push(...((await ask(actor, 'GET', path)) as { items: Found[] }).items);
    }
    expect(found).toHaveLength(ads);
  }).toPass();
  const items = found.map(({ remoteItem, variations }) => ({
    ...{ account, remoteItem },
    variations: variations.map(({ remoteVariation, suggestions }) => ({
      remoteVariation,
      components: suggestions[0]?.parts.map(({ offer, quantity }) => ({ offer: offer.id, quantity })),
    })),
  }));
  await ask(actor, 'POST', '/publications/link/many', { items });
  await expect
    .poll(async () => ((await ask(actor, 'GET', '/publications')) as { total: number }).total)
    .toBe(ads);
}

test('NF-e and labels of fifty sales are sent and printed in at most 7 acts', {
  tag: '@campaign',
}, async ({ browser }) => {
  const sales = 50;
  const goods = {
    product: 'Caneca de Etiqueta',
    sku: 'ETI-5',
    gtin: '7891000315507',
    quantity: 60,
    price: '24,90',
  };
  const { seller, supplier } = await openFloor(browser, 'etiquetas', [goods]);
  const { page, words } = seller;
  const { orders, ui } = words;
  await connectAccount(seller, marketplaceAccounts.labels);
  const nickname = marketplaceAccounts.labels;
  const link = await publish(seller, { nickname, margin: '25', title: 'Caneca de Etiqueta Azul', ...goods });
  const itemId = /MLB-?\d+/.exec(link)?.[0].replace('-', '') ?? '';

  const files = await test.step('fifty are sold and packed, and their NF-e are issued', async () => {
    const { orders: bought } = (await control('POST', '/purchases/burst', {
      ...{ itemId, quantity: 1, count: sales },
    })) as { orders: { id: number }[] };
    expect(bought).toHaveLength(sales);
    await expect
      .poll(async () => ((await ask(seller, 'GET', '/orders')) as { total: number }).total)
      .toBe(sales);
    const { items } = (await ask(supplier, 'GET', '/orders-supplier?size=100')) as {
      items: { id: number }[];
    };
    for (const { id } of items) await packAtOnce(supplier, id, goods.sku);
    const invoices = await Promise.all(bought.map(({ id }) => issueInvoice(String(id))));
    return invoices.map(({ xml }, nth) => ({
      ...{ name: `nota-${nth}.xml`, mimeType: 'application/xml', buffer: xml },
    }));
  });

  const acts = await countActs(seller);
  await go(seller, '/orders/list');
  const begun = Date.now();
  const runs = page.getByRole('dialog', { name: ui.runs.title });
  const run = (kind: 'invoices' | 'labels') =>
    runs.getByRole('region', { name: ui.runs.kinds[kind] }).first();
  await press(seller, orders.invoices.act);
  await page.locator('input[type=file]').last().setInputFiles(files);
  await page.getByRole('dialog').getByRole('button', { name: orders.invoices.submit, exact: true }).click();
  await expect(run('invoices')).toContainText(ui.runs.states.done);
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: ui.table.selectAll }).first().check();
  await press(seller, orders.labels.act);
  await inDialog(page, fill(orders.labels.submit_other, { total: sales })).click();
  await expect(run('labels')).toContainText(ui.runs.states.done);
  await expect(run('labels')).toContainText(fill(ui.runs.ofTotal, { finished: sales, total: sales }));
  const saved = page.waitForEvent('download');
  await run('labels').getByRole('button', { name: ui.runs.download }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  expectAtMost(mostActs.labels, acts, begun, '50 labels with their NF-e');
});

test('the money of a day is paid in at most 4 acts, and approved in 4', {
  tag: '@campaign',
}, async ({ browser }) => {
  const goods = { product: 'Bule do Dia', sku: 'BUL-D', gtin: '7891000315507', quantity: 30, price: '30,00' };
  const { supplier, seller } = await openFloor(browser, 'dia-de-caixa', [goods]);
  await enterBankData(supplier);
  // On one day, which no other story ends meanwhile.
  await whileClockIsHeld(async () => {
    for (let nth = 0; nth < 3; nth++)
      await packAtOnce(supplier, await sellByHand(seller, [[goods.sku, 1]]), goods.sku);
  });
  await closeDay();
  const { settlement, successes } = seller.words.dropshipping;
  // A column has the same name as the state.
  const state = seller.page.getByRole('cell', { name: settlement.states.pending, exact: true });
  const payable = seller.page.getByRole('row').filter({ has: state });
  const pay = seller.page.getByRole('button', { name: settlement.pay.submit });
  const acts = { seller: await countActs(seller), supplier: await countActs(supplier) };

  await test.step('the seller opens the invoice, uploads the proof and says that it is paid', async () => {
    await expect(async () => {
      await go(seller, '/dropshipping/dropinvoice-seller');
      await expect(payable).toHaveCount(1, soon);
    }).toPass();
    const begun = Date.now();
    acts.seller.length = 0;
    await payable.getByRole('link').first().click();
    await press(seller, settlement.detail.copyPix);
    await seller.page.locator('input[type=file]').setInputFiles({
      ...{ name: 'comprovante.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%proof\n') },
    });
    await pay.click();
    await expectToast(seller, successes['dropinvoices.pay']);
    expectAtMost(mostActs.money.seller, acts.seller, begun, 'a day paid');
  });

  await test.step('the supplier checks the proof beside the payment and approves it', async () => {
    await go(supplier, '/dropship-item/dropinvoice-supplier');
    const begun = Date.now();
    acts.supplier.length = 0;
    const { review } = settlement;
    const { page } = supplier;
    await page
      .getByRole('link', { name: review.act })
      .or(page.getByRole('button', { name: review.act }))
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('list', { name: review.list }).getByRole('checkbox').check();
    await dialog.getByRole('checkbox', { name: review.seen }).check();
    await press(supplier, review.approveChosen);
    await expectToast(supplier, successes['dropinvoices.approveMany']);
    expectAtMost(mostActs.money.supplier, acts.supplier, begun, 'a day approved');
  });
});
