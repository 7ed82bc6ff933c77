import { expect, test } from '@playwright/test';
import { localeCookie, messages } from '#contract/messages/index.ts';
import { hireFor, phone } from './floor-story.ts';
import { givenBusiness, givenShelf } from './given.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import {
  completeStep,
  createVendor,
  labelsOf,
  limitPurchases,
  otherDevice,
  receiptPath,
  reportShortage,
  scanned,
  stepBack,
  uploadNfe,
  writeRequest,
} from './receiving-story.ts';
import { ask, settle } from './screens.ts';
import { connectAccount, publish, remoteQuantity } from './seller-story.ts';
import type { Goods } from './supplier-story.ts';
import {
  type Actor,
  button,
  enter,
  expectAccessible,
  expectText,
  fill,
  go,
  origin,
  press,
  pressAct,
  row,
  type,
  type Words,
} from './verbs.ts';

const warehouse = 'Galpão das compras';
const vendor = 'Metalúrgica do Vale Ltda';
const vendorCnpj = '11222333000181';
const goods: Goods = {
  product: 'Caneca de Barro',
  sku: 'BAR-3',
  gtin: '7891000315507',
  quantity: 4,
  price: '39,90',
};

/** The product with its variation, as lists show it. */
const shown = `${goods.product} · Preto`;

/** The vendor's document for the delivery: eight of the 36 ordered. */
const nfe = {
  cnpj: vendorCnpj,
  number: 4711,
  issuedAt: new Date('2026-11-20T13:00:00.000Z'),
  total: 7920,
  product: 'CANECA BARRO',
  code: 'MV-77',
  gtin: goods.gtin,
  quantity: 8,
  buyer: { document: '12ABC34501DE35', name: 'Aurora Compras', zip: '01001000' },
};

test.describe.configure({ mode: 'serial' });

let owner: Actor;
let administrator: Actor;
let stockist: Actor;
let seller: Actor;
let link = '';
let child = 0;

test.beforeAll(async ({ browser }) => {
  owner = await enter(browser, 'pt', 'fornecedor-compras@example.com');
  seller = await enter(browser, 'pt', 'vendedor-compras@example.com');
  const registration = { document: '12.ABC.345/01DE-35', name: 'Ana Fornecedora' };
  const publishing = givenBusiness(seller, { type: 'sales', business: 'Loja Compras', ...registration }).then(
    () => connectAccount(seller, marketplaceAccounts.supply),
  );
  await givenBusiness(owner, { type: 'supply', business: 'Aurora Compras', ...registration });
  await givenShelf(owner, warehouse, [goods]);
  [administrator, stockist] = await Promise.all([
    hireFor(browser, owner, 'administrator', 'pt'),
    hireFor(browser, owner, 'stockist', 'en', phone),
    publishing,
  ]);
  const sale = { nickname: marketplaceAccounts.supply, product: goods.product, sku: goods.sku, margin: '25' };
  link = await publish(seller, { ...sale, title: 'Caneca de Barro Aurora' });
});

/** One scan per volume, from the first to the last. */
async function countTo(actor: Actor, from: number, to: number): Promise<void> {
  const { countedNow_one, countedNow_other } = actor.words.supply.receiving;
  for (let count = from; count <= to; count++)
    await scanned(
      actor,
      goods.gtin,
      fill(count === 1 ? countedNow_one : countedNow_other, { name: shown, count }),
    );
}

const expectForSale = (quantity: number) => expect.poll(() => remoteQuantity(link)).toBe(quantity);

test('from a request to a vendor to what the marketplace sells, at a desk in pt', async ({ browser }) => {
  const { supply, errors, products } = owner.words;
  const { labels } = products;
  const { requests, receiving, requestState } = supply;
  let id = 0;

  await test.step('the buyer writes a request above the limit, which another person approves', async () => {
    await createVendor(owner, vendor, vendorCnpj);
    await limitPurchases(owner, '100,00');
    id = await writeRequest(owner, { vendor, warehouse, goods, quantity: 36, perVolume: 4 });
    const approve = owner.page.getByRole('button', { name: requests.otherApprover });
    await expect(approve).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(owner);
    await go(administrator, `/supply/request/${id}`);
    await press(administrator, requests.approve);
    await administrator.page.getByRole('dialog').getByRole('button', { name: requests.approve }).click();
    await expectText(administrator, requestState.in_transport);
  });

  await test.step('the vendor answers through the printed link, without an account', async () => {
    const { printKey } = (await ask(owner, 'GET', `/supply-requests/${id}`)) as { printKey: string };
    const guest = await enter(browser, 'en', '', phone);
    await go(guest, `/printable-supply-request/${printKey}`);
    // In the language of the request, independent of the reader's.
    await guest.page.getByLabel(supply.printable.comes).fill('32');
    await type(guest, supply.printable.name, 'Vera Schmitt');
    await press(guest, supply.printable.send);
    await expectText(guest, supply.printable.sent);
    await expectAccessible(guest);
    await go(owner, `/supply/request/${id}`);
    await expectText(owner, fill(supply.answer.part, { quantity: 32, wanted: 36 }));
    await press(owner, supply.answer.take);
    await expectText(owner, supply.successes['supplyRequests.decideAnswers']);
    await expectText(owner, fill(supply.answer.confirmed, { quantity: 32 }));
  });

  await test.step("the vendor's NF-e says what was sent, and is accepted once", async () => {
    await go(administrator, receiptPath(id));
    await uploadNfe(administrator, supply.invoice.upload, nfe);
    await expectText(administrator, supply.invoice.differs);
    await expectAccessible(administrator);
    await uploadNfe(administrator, supply.invoice.upload, nfe);
    await expectText(administrator, errors.invoice_received_before);
    await go(owner, '/supply/request/list');
    await press(owner, owner.words.ui.act.more);
    await owner.page.getByRole('menuitem', { name: supply.fromInvoice.title }).click();
    await uploadNfe(owner, supply.fromInvoice.file, { ...nfe, cnpj: '19131243000197' });
    await expectText(owner, supply.fromInvoice.register);
    await expectAccessible(owner);
  });

  await test.step('the delivery has two volumes of the eight that were confirmed', async () => {
    await completeStep(administrator, 'in_transport', 'check_volumes');
    await go(owner, receiptPath(id));
    await scanned(administrator, goods.gtin, fill(receiving.countedNow_one, { name: shown, count: 1 }));
    await scanned(administrator, '7891000053508', fill(errors.code_not_in_request, {}), 'bad');
    // Two people at one receipt: each sees the other's count live and continues from it.
    await expectText(owner, fill(receiving.countedOf_other, { done: 1, count: 8 }));
    await scanned(owner, goods.sku, fill(receiving.countedNow_other, { name: shown, count: 2 }));
    await expectText(administrator, fill(receiving.countedOf_other, { done: 2, count: 8 }));
    await expectAccessible(administrator);
  });

  await test.step('the shortage is a problem, from the NF-e or with a photo; the rest continues', async () => {
    // Nothing explains the difference yet, so the refusal comes without a question before it.
    await press(administrator, receiving.complete.check_volumes);
    await expectText(administrator, errors.problem_required);
    await expect(administrator.page.getByRole('dialog')).toHaveCount(0);
    await press(administrator, supply.invoice.asProblem);
    await expectText(administrator, fill(receiving.problems, { count: 1 }));
    await reportShortage(administrator, id, goods, 'Faltaram seis volumes');
    await expect(administrator.page.getByRole('img', { name: /pallet$/ })).toBeVisible();
    await expectAccessible(administrator);
    await go(administrator, receiptPath(id));
    await completeStep(administrator, 'check_volumes', 'register_volumes');
    // Fewer arrived than were ordered, so the contents of the last one are asked for.
    for (let volume = 0; volume < 2; volume++) {
      await scanned(administrator, goods.sku, fill(receiving.scanAgain, { name: shown }), 'attention');
      const said = { name: shown, count: 1, units: 4 };
      await scanned(administrator, goods.sku, fill(receiving.registeredNow_one, said));
    }
    await scanned(administrator, goods.sku, fill(receiving.registeredBefore, { name: shown }), 'bad');
    await expectText(administrator, receiving.registeredAll);
    await completeStep(administrator, 'register_volumes', 'tag_volumes');
  });

  await test.step('labels are scanned back, and each volume is for sale once it is stored', async () => {
    const { codes, place } = await labelsOf(administrator, id);
    await press(administrator, receiving.labels);
    await administrator.page.getByRole('menuitem', { name: receiving.labelsOfProducts }).click();
    const dialog = administrator.page.getByRole('dialog');
    // As many as arrived.
    await expect(dialog.getByText(fill(labels.total_other, { count: 8 }))).toBeVisible();
    await expectAccessible(administrator);
    const download = administrator.page.waitForEvent('download');
    await dialog.getByRole('button', { name: labels.sheet }).click();
    expect((await download).suggestedFilename()).toBe('labels.pdf');
    await administrator.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    for (const code of codes) await scanned(administrator, code, fill(receiving.taggedNow, { code }));
    await completeStep(administrator, 'tag_volumes', 'stock_up');
    await expectForSale(4);
    for (const [index, code] of codes.entries()) {
      await scanned(administrator, code, fill(receiving.samePlace, { code, place, name: shown }));
      await scanned(administrator, place, fill(receiving.storedNow_one, { code, place, warehouse }));
      await expectForSale(8 + 4 * index);
    }
    await expectAccessible(administrator);
  });

  await test.step('missing goods become a request of their own', async () => {
    await press(administrator, receiving.complete.stock_up);
    const dialog = administrator.page.getByRole('dialog');
    await expect(dialog.getByRole('radio', { name: receiving.restChild })).toBeChecked();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: receiving.complete.stock_up }).click();
    await expect(dialog).toBeHidden();
    await expect(button(administrator, receiving.complete.stock_up)).toHaveCount(0);
    const { items } = (await ask(owner, 'GET', `/supply-requests-ongoing?query=sku:${goods.sku}`)) as {
      items: { id: number; totalProducts: number }[];
    };
    expect(items.map(({ totalProducts }) => totalProducts)).toEqual([24]);
    child = items[0]?.id ?? 0;
    await go(owner, '/inventory/receive-supply-request/list');
    await row(owner, vendor).getByRole('link').first().click();
    await expectText(owner, fill(receiving.restOf, { number: 1 }));
  });
});

test('lots that expire first are at the top, at a desk in pt', async () => {
  const { lots } = owner.words.inventory;
  const { items } = (await ask(owner, 'GET', `/products-variations?query=${goods.sku}`)) as {
    items: { id: number }[];
  };
  for (const [code, expiresOn] of [
    ['L-2', '2031-05-31'],
    ['L-1', '2020-01-31'],
  ])
    await ask(owner, 'POST', '/batches', { variationId: items[0]?.id, code, expiresOn });
  await go(owner, '/inventory/batch/list');
  await expect(owner.page.getByRole('row').filter({ hasText: goods.product }).first()).toContainText('L-1');
  await expectAccessible(owner);
  await row(owner, 'L-1').getByRole('button', { name: owner.words.ui.act.more }).click();
  await owner.page.getByRole('menuitem', { name: lots.correct }).click();
  await expect(owner.page.getByRole('dialog')).toBeVisible();
  await expectAccessible(owner);
});

test('forward with two phones, back after storing, and a cancel meanwhile, in en', async ({ browser }) => {
  const words = messages.en as Words;
  const { receiving, requests, requestState } = words.supply;
  const manager: Actor = { ...administrator, words, locale: 'en' };
  await manager.context.addCookies([{ name: localeCookie, value: 'en', url: origin }]);
  await manager.page.setViewportSize({ width: 390, height: 844 });

  await test.step('the stockist receives the later delivery', async () => {
    await go(stockist, '/inventory/receive-supply-request/list');
    await row(stockist, vendor).getByRole('link').first().tap();
    await completeStep(stockist, 'in_transport', 'check_volumes');
    const { page } = stockist;
    await expect(page.getByRole('textbox', { name: receiving.scanProduct })).toBeFocused();
    await countTo(stockist, 1, 3);
    // Left in the middle; progress is visible on the other device, and its progress here.
    const second = await otherDevice(browser, stockist);
    await expectText(second, fill(receiving.countedOf_other, { done: 3, count: 6 }));
    await countTo(second, 4, 6);
    await expectText(stockist, fill(receiving.countedOf_other, { done: 6, count: 6 }));
    await completeStep(stockist, 'check_volumes', 'register_volumes');
    await scanned(stockist, goods.gtin, fill(receiving.scanAgain, { name: shown }), 'attention');
    await scanned(
      stockist,
      goods.gtin,
      fill(receiving.registeredNow_other, { name: shown, count: 6, units: 4 }),
    );
    await expectText(stockist, receiving.registeredAll);
    await completeStep(stockist, 'register_volumes', 'tag_volumes');
    const { codes, place } = await labelsOf(stockist, child);
    const [code = '', ...others] = codes;
    await scanned(stockist, code.toLowerCase(), fill(receiving.taggedNow, { code }));
    await expectAccessible(stockist);
    await scanned(second, code, fill(receiving.taggedBefore, { code }), 'bad');
    for (const other of others) await scanned(second, other, fill(receiving.taggedNow, { code: other }));
    await expectText(stockist, receiving.allTagged);
    await completeStep(stockist, 'tag_volumes', 'stock_up');
    for (const [index, volume] of codes.entries()) {
      const device = index < 4 ? stockist : second;
      await scanned(device, volume, fill(receiving.samePlace, { code: volume, place, name: shown }));
      if (index === 0) await expectAccessible(stockist);
      await scanned(device, place, fill(receiving.storedNow_one, { code: volume, place, warehouse }));
    }
    await expectText(stockist, receiving.allStored);
    await second.context.close();
    await expectForSale(36);
  });

  await test.step('management takes it back from stock, two steps', async () => {
    await go(manager, receiptPath(child));
    await stepBack(manager, 'tag_volumes');
    await expectForSale(12);
    await stepBack(manager, 'register_volumes');
    await settle(manager);
    await expectAccessible(manager);
  });

  await test.step('and cancels, with the reason', async () => {
    await go(manager, `/supply/request/${child}`);
    await pressAct(manager, requests.cancel);
    const dialog = manager.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: requests.cancelReason }).fill('devolvido ao fornecedor');
    await dialog.getByRole('button', { name: requests.cancel }).click();
    await expectText(manager, requestState.canceled);
    await expectAccessible(manager);
    await go(stockist, '/inventory/receive-supply-request/list');
    await expectText(stockist, receiving.empty);
    await expectForSale(12);
  });
});
