import { expect, test } from '@playwright/test';
import { openFloor, sellByHand } from './floor-story.ts';
import { marketplaceAccounts } from './marketplace-accounts.ts';
import { control } from './outside.ts';
import {
  buy,
  connectAccount,
  issueInvoice,
  openSale,
  packByScanner,
  printLabel,
  publish,
  remoteQuantity,
  type Sale,
  uploadInvoice,
} from './seller-story.ts';
import {
  approveInReview,
  approveInvoice,
  closeDay,
  enterBankData,
  invoiceFigures,
  packAtOnce,
  payInvoice,
  payTwoTogether,
} from './settlement-story.ts';
import {
  createOffer,
  createProduct,
  createWarehouse,
  type Goods,
  launchVolume,
  register,
} from './supplier-story.ts';
import { enter, expectAccessible, expectText, go } from './verbs.ts';

/** One seller per language, so that both item models of the marketplace are covered. */
const nicknames = { pt: marketplaceAccounts.line, en: marketplaceAccounts.lineInEnglish };

for (const locale of ['pt', 'en'] as const) {
  test(`from stock to a paid invoice, in ${locale}`, {
    tag: locale === 'en' ? '@campaign' : [],
  }, async ({ browser }) => {
    const supplier = await enter(browser, locale, `fornecedor-${locale}@example.com`);
    const seller = await enter(browser, locale, `vendedor-${locale}@example.com`);
    const warehouse = `Galpão ${locale}`;
    const goods: Goods = {
      product: `Caneca Esmaltada ${locale}`,
      sku: `CAN-${locale.toUpperCase()}`,
      gtin: '7891000315507',
      quantity: 10,
      price: '29,90',
    };
    const sale: Sale = {
      nickname: nicknames[locale],
      product: goods.product,
      title: `Caneca Esmaltada Aurora ${locale}`,
      sku: goods.sku,
      margin: '25',
    };
    let link = '';
    let volume = '';
    let order = 0;
    let remote = '';

    await test.step('the supplier registers and stores goods', async () => {
      await register(supplier, {
        type: 'supply',
        business: `Aurora ${locale}`,
        document: '12.ABC.345/01DE-35',
        name: 'Ana Fornecedora',
      });
      await createProduct(supplier, goods);
      await createWarehouse(supplier, warehouse);
      volume = await launchVolume(supplier, warehouse, goods);
      await createOffer(supplier, warehouse, goods);
      await enterBankData(supplier);
    });

    await test.step('the seller registers, connects an account and publishes', async () => {
      await register(seller, {
        type: 'sales',
        business: `Loja ${locale}`,
        document: '529.982.247-25',
        name: 'Beto Vendedor',
      });
      await connectAccount(seller, sale.nickname);
      link = await publish(seller, sale);
      await expect.poll(() => remoteQuantity(link)).toBe(10);
    });

    await test.step('a buyer buys two, and the stock follows', async () => {
      remote = await buy(seller, link, 2);
      order = await openSale(seller, sale.title);
      await expectText(seller, seller.words.orders.statuses.pending);
      await expect.poll(() => remoteQuantity(link)).toBe(8);
      await expectAccessible(seller);
    });

    await test.step('the warehouse packs by scanner; the NF-e unlocks the label', async () => {
      await packByScanner(supplier, order, [goods.sku, volume]);
      await expectAccessible(supplier);
      const { xml } = await issueInvoice(remote);
      await uploadInvoice(supplier, xml);
      await printLabel(supplier);
    });

    await test.step('the parcel is sent and delivered', async () => {
      const { shipment } = await issueInvoice(remote);
      await control('POST', `/shipments/${shipment}/advance`, { status: 'shipped' });
      await expectText(supplier, supplier.words.orders.statuses.sent);
      await control('POST', `/shipments/${shipment}/advance`, { status: 'delivered' });
      await expectText(supplier, supplier.words.orders.statuses.complete);
      await go(seller, `/orders/${order}`);
      await expectText(seller, seller.words.orders.statuses.complete);
    });

    await test.step('the day closes, the seller pays by PIX, the supplier approves', async () => {
      await closeDay();
      const asked = await payInvoice(seller, '59,80');
      const approved = await approveInvoice(supplier);
      expect(approved).toEqual(asked);
      expect(await invoiceFigures(seller)).toEqual(await invoiceFigures(supplier));
      await expectAccessible(seller);
    });

    await test.step('stock, ledger and marketplace agree', async () => {
      await go(supplier, '/inventory/volume/list');
      await expectText(supplier, volume);
      expect(await remoteQuantity(link)).toBe(8);
    });
  });
}

test('two invoices of two days are paid by one Pix and approved beside their proof', {
  tag: '@campaign',
}, async ({ browser }) => {
  const goods: Goods = {
    product: 'Moringa de Barro',
    sku: 'MOR-2',
    gtin: '7891000315507',
    quantity: 10,
    price: '31,50',
  };
  const { supplier, seller } = await openFloor(browser, 'dois-dias', [goods]);
  await enterBankData(supplier);
  for (const day of ['first', 'second'])
    await test.step(`the ${day} day`, async () => {
      // A screen renews the session that ended with the day before.
      for (const actor of [seller, supplier]) await go(actor, '/business');
      await packAtOnce(supplier, await sellByHand(seller, [[goods.sku, 1]]), goods.sku);
      await closeDay();
    });
  await test.step('the seller pays both', () => payTwoTogether(seller, '63.00'));
  await test.step('the supplier checks and approves', () => approveInReview(supplier));
  await test.step('both are complete', async () => {
    await go(seller, '/dropshipping/dropinvoice-seller');
    await expect(
      seller.page.getByRole('row').filter({ hasText: seller.words.dropshipping.settlement.states.complete }),
    ).toHaveCount(2);
  });
});
