import { expect, test } from '@playwright/test';
import { type Floor, hire, openFloor, sellByHand } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { withoutNetwork } from './network.ts';
import { ask } from './screens.ts';
import { buy, connectAccount, issueInvoice, openSale, publish, type Sale } from './seller-story.ts';
import { packAtOnce } from './settlement-story.ts';
import type { Goods } from './supplier-story.ts';
import { tagProducts } from './tag-story.ts';
import { tap } from './touch.ts';
import { type Actor, button, expectText, expectToast, field, fill, go, press, row, scan } from './verbs.ts';

const mug: Goods = {
  product: 'Caneca de Feira',
  sku: 'FEI-9',
  gtin: '7891000315507',
  quantity: 30,
  price: '24,90',
};
const sale: Sale = {
  nickname: marketplaceAccounts.bulkDay,
  product: mug.product,
  title: 'Caneca de Feira Branca',
  sku: mug.sku,
  margin: '25',
};
/** Marketplace and manual sales, more than fit a page of six. */
const [bought, byHand] = [2, 6];

test.describe.configure({ mode: 'serial' });

let floor: Floor;
let seller: Actor;
const remote: string[] = [];
const parcels: number[] = [];
const shipments: number[] = [];

test.beforeAll(async ({ browser }) => {
  floor = await openFloor(browser, 'volume', [mug]);
  seller = floor.seller;
  await connectAccount(seller, sale.nickname);
  const link = await publish(seller, sale);
  for (let nth = 0; nth < bought; nth++) {
    remote.push(await buy(seller, link, 1));
    parcels.push(await openSale(seller, remote[nth] ?? ''));
  }
  for (const id of parcels) await packAtOnce(floor.supplier, id, mug.sku);
  for (let nth = 0; nth < byHand; nth++) await sellByHand(seller, [[mug.sku, 1]]);
});

test('a seller’s bulk acts: invoices and labels of many, prices by rule and undo, on and off sale', async () => {
  const { page } = seller;
  const { ui, orders, advertisements } = seller.words;
  const runs = page.getByRole('dialog', { name: ui.runs.title });
  const run = (kind: keyof typeof ui.runs.kinds) =>
    runs.getByRole('region', { name: ui.runs.kinds[kind] }).first();

  await test.step('NF-e of many: each file is matched to its sale', async () => {
    const files = [];
    for (const [nth, number] of remote.entries()) {
      const { xml, shipment } = await issueInvoice(number);
      shipments.push(shipment);
      files.push({ name: `nota-${nth}.xml`, mimeType: 'application/xml', buffer: xml });
    }
    await go(seller, '/orders/list');
    await press(seller, orders.invoices.act);
    await page.locator('input[type=file]').last().setInputFiles(files);
    await page.getByRole('dialog').getByRole('button', { name: orders.invoices.submit, exact: true }).click();
    await expect(run('invoices')).toContainText(ui.runs.states.done);
    await expect(run('invoices')).toContainText(fill(ui.runs.ofTotal, { finished: bought, total: bought }));
  });

  await test.step('everything found is selected, and stays selected without a network', async () => {
    await go(seller, '/orders/list?size=6');
    await page.getByRole('checkbox', { name: ui.table.selectAll }).first().check();
    await expectHeadOverRows(seller);
    await button(seller, ui.table.selectEverything).click();
    const all = fill(ui.table.selected, { rows: fill(ui.rows.orders_other, { total: bought + byHand }) });
    await expectText(seller, all);
    await withoutNetwork(seller, () => expectText(seller, all));
    await expectText(seller, all);
  });

  await test.step('labels as one PDF; a sale without one is named', async () => {
    await press(seller, orders.labels.act);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: fill(orders.labels.some, { total: bought, selected: bought + byHand }) })
      .click();
    await expect(run('labels')).toContainText(ui.runs.states.done);
    await expect(run('labels')).toContainText(fill(ui.runs.failures_other, { count: byHand }));
    const saved = page.waitForEvent('download');
    await run('labels').getByRole('button', { name: ui.runs.download }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
    await page.keyboard.press('Escape');
  });

  const price = row(seller, mug.product).first();
  await test.step('prices by a rule: preview, apply, undo', async () => {
    await go(seller, '/advertisements/list');
    const before = /R\$\s?[\d.,]+/.exec(await price.innerText())?.[0] ?? '';
    await page.getByRole('checkbox', { name: ui.table.selectAll }).first().check();
    await press(seller, advertisements.list.changePrices);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(advertisements.bulk.ruleChange).click();
    await field(seller, advertisements.bulk.change).fill('10');
    await dialog.getByRole('button', { name: advertisements.bulk.preview }).click();
    await expect(dialog.getByRole('table')).toContainText(before);
    await dialog.getByRole('button', { name: fill(advertisements.bulk.applying_one, { total: 1 }) }).click();
    await expect(run('prices')).toContainText(ui.runs.states.done);
    await expect(price).not.toContainText(before);
    await run('prices').getByRole('button', { name: ui.runs.undo }).click();
    await expect(runs).toContainText(ui.runs.states.undone);
    await expect(price).toContainText(before);
    await page.keyboard.press('Escape');
  });

  await test.step('a cap for many, undone from the toast', async () => {
    await go(seller, '/advertisements/list');
    await page.getByRole('checkbox', { name: ui.table.selectAll }).first().check();
    await press(seller, advertisements.list.changeCap);
    await field(seller, advertisements.bulk.cap).fill('3');
    await page.getByRole('dialog').getByRole('button', { name: advertisements.bulk.capSubmit }).click();
    const capped = fill(advertisements.list.cap, { cap: 3 });
    await expect(price).toContainText(capped);
    await button(seller, ui.bulk.undo).click();
    await expectToast(seller, ui.bulk.undone);
    await expect(price).not.toContainText(capped);
  });

  await test.step('off sale and on again', async () => {
    for (const [act, state] of [
      [advertisements.list.pause, advertisements.states.paused],
      [advertisements.list.onSale, advertisements.states.active],
    ] as const) {
      await go(seller, '/advertisements/list');
      await page.getByRole('checkbox', { name: ui.table.selectAll }).first().check();
      await press(seller, act);
      await expectToast(seller, advertisements.successes['advertisements.bulkUpdate']);
      await expect(price).toContainText(state);
    }
  });
});

test('a tag is added to many products, finds them, and is removed', () =>
  tagProducts(floor.supplier, ['Jarra de Feira', 'Prato de Feira'], mug.product));

test('the parcels of the day are handed over with a phone', async ({ browser }) => {
  const clerk = await hire(browser, floor, 'distributor');
  const { orders, ui } = clerk.words;
  await tap(button(clerk, ui.menu.open));
  await clerk.page.locator('#menu').getByRole('link', { name: ui.menu.checkout, exact: true }).tap();
  await expect(field(clerk, orders.bench.bench.collectScan)).toBeFocused();
  const [first, ...others] = shipments;
  await scan(clerk, String(first));
  const handedOver = (count: number) => expectText(clerk, fill(orders.bench.handOver.last, { count }));
  await handedOver(1);
  await withoutNetwork(clerk, () => handedOver(1));
  for (const shipment of others) await scan(clerk, String(shipment));
  await handedOver(parcels.length);
  const { items } = (await ask(clerk, 'GET', '/orders-supplier?query=status:collected&size=50')) as {
    items: { id: number }[];
  };
  expect(items.map(({ id }) => id).toSorted()).toEqual(parcels.toSorted());
});

/** A table keeps its titles above its first row, with the selection bar above them. */
async function expectHeadOverRows({ page }: Actor): Promise<void> {
  const head = await page.locator('thead th').first().boundingBox();
  const first = await page.locator('tbody tr').first().boundingBox();
  expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThanOrEqual((first?.y ?? 0) + 1);
}
