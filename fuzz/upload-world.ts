import { api } from '#contract/index.ts';
import { makeTrade, payment } from '#server/dropshipping/test/factory.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeClaim, makeThread } from '#server/marketplaces/test/chat-factory.ts';
import { bringBack, makeAccount, makeBenchSale } from '#server/orders/test/factory.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import type { Person, TestApp } from '#server/test/app.ts';

type Besides = { params?: Record<string, number>; body?: object };

/** A seller with something for each endpoint that takes files, and what each of these endpoints needs besides the file. */
export async function makeUploadWorld(app: TestApp) {
  let skus = 0;
  const trade = await makeTrade(app);
  const { seller } = trade;
  await trade.enterBank();
  const other = await makeTrade(app, seller);
  await other.packOne();
  const invoiceId = (await trade.closedInvoice()).id;
  const { id: disputed } = await other.latest();
  const lines = await seller.call(api.dropinvoices.items, { params: { id: disputed } });
  const itemId = lines.items[0]?.id ?? 0;
  const credit = { sellerId: seller.businessId, amountCentavos: 100, reason: 'Atraso' };
  const pairId = (await other.supplier.call(api.pairBalances.credit, { body: credit })).id;
  const productId = (await makeProduct(seller)).id;
  const orderId = (await seller.call(api.orders.list, {})).items[0]?.id ?? 0;
  const shelf = await makeShelf(app, seller);
  const { warehouseId, volumeId } = shelf;
  const { id: backId, sku: backSku } = await bringBack(app, seller);
  const benchId = await makeBenchSale(app, { supplier: seller, seller, shelf }, 1);
  await seller.call(api.checkout.startPicking, { params: { id: benchId } });
  const request = await orderGoods(seller, warehouseId, [{ variationId: shelf.variationId, quantity: 2 }]);
  const requestId = request.id;
  const supplierId = request.supplier.id;
  const account = await makeAccount(app, seller.businessId);
  const claimId = await makeClaim(app, seller, account.id);
  const threadId = await makeThread(app, seller, account.id);

  const about: Record<string, () => Besides> = {
    'images.create': () => ({}),
    'products.create': () => {
      const sku = `fuzz-${++skus}`;
      return { body: { name: 'Caneca', variations: { create: [{ sku }] } } };
    },
    'products.update': () => ({ params: { id: productId } }),
    'dropinvoices.pay': () => ({ params: { id: invoiceId }, body: payment() }),
    'dropinvoices.editProof': () => ({ params: { id: invoiceId }, body: payment() }),
    'dropinvoices.payTogether': () => ({ body: { ids: [invoiceId], paidOn: payment().paidOn } }),
    'disputes.open': () => ({ body: { itemId, quantity: 1, reason: 'Veio outra cor' } }),
    'dropinvoices.attach': () => ({ params: { id: invoiceId } }),
    'pairBalances.payOut': () => ({
      params: { id: pairId },
      body: { amountCentavos: 1, paidOn: payment().paidOn, note: '' },
    }),
    'orders.sendInvoice': () => ({ params: { id: orderId } }),
    'orders.sendInvoices': () => ({}),
    'reportedProblems.create': () => ({ body: { requestId, kind: 'damaged', title: 'Caixa aberta' } }),
    'supplyRequests.receiveInvoice': () => ({ params: { id: requestId } }),
    'supplyRequests.readInvoice': () => ({}),
    'supplyRequests.createFromInvoice': () => ({ body: { warehouseId } }),
    'returns.inspect': () => ({
      params: { id: backId },
      body: { code: backSku, condition: 'damaged', clientId: `fuzz-return-${++skus}` },
    }),
    'checkout.photograph': () => ({ params: { id: benchId } }),
    'imports.create': () => ({ body: { kind: 'products' } }),
    'imports.recognize': () => ({ body: {} }),
    'postsales.decide': () => ({
      params: { id: claimId },
      body: {
        act: 'contest_return',
        choice: 'SRF2',
        text: 'Veio lascado',
        clientId: `fuzz-decide-${++skus}`,
      },
    }),
    'chats.write': () => ({
      params: { id: threadId },
      body: { text: 'Segue a foto.', clientId: `fuzz-write-${++skus}` },
    }),
    'volumes.block': () => ({ params: { id: volumeId }, body: { reason: 'caixa molhada' } }),
    'suppliers.addDocument': () => ({ params: { id: supplierId } }),
    'bankStatements.look': () => ({}),
    'bankStatements.create': () => ({}),
    'payoutFiles.look': () => ({ body: { accountId: account.id } }),
    'payoutFiles.create': () => ({
      body: { accountId: account.id, columns: { day: 0, saleNumber: 1, amount: 2 } },
    }),
  };
  /** A person other than the seller. */
  const senders: Record<string, Person> = {
    'dropinvoices.attach': trade.supplier,
    'pairBalances.payOut': other.supplier,
  };
  return { seller, invoiceId, about, senders };
}
