import { api } from '#contract/index.ts';
import { makeTrade, payment, pdf } from '#server/dropshipping/test/factory.ts';
import { makeVariation, makeVolume, makeWarehouse } from '#server/inventory/test/factory.ts';
import { bringBack } from '#server/orders/test/factory.ts';
import { sampleNfe } from '#server/orders/test/nfe-sample.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { makeRequest, makeSupplier } from '#server/supply/test/factory.ts';
import { receiver } from '#server/supply/test/receive.ts';
import type { TestApp } from '#server/test/app.ts';
import type { UseCase } from '../run.ts';

const at = (id: number) => ({ params: { id } });

export type Archive = Awaited<ReturnType<typeof buildArchive>>;

/** Targets of uploaded files: a paid invoice, two unpaid ones, a vendor, goods that came without a request. */
export async function buildArchive(app: TestApp) {
  const [paid, trade] = [await makeTrade(app), await makeTrade(app)];
  await paid.enterBank();
  await trade.enterBank();
  const paidInvoice = await paid.closedInvoice();
  await paid.pay(paidInvoice.id);
  const paidItems = await paid.seller.call(api.dropinvoices.items, at(paidInvoice.id));
  app.clock.set('2026-11-22T15:00:00.000Z');
  await trade.packOne();
  app.clock.set('2026-11-23T03:05:00.000Z');
  await trade.closeDay();
  const first = await trade.latest();
  app.clock.set('2026-11-23T15:00:00.000Z');
  await trade.packOne();
  app.clock.set('2026-11-24T03:05:00.000Z');
  await trade.closeDay();
  const second = await trade.latest();
  const credit = { sellerId: paid.seller.businessId, amountCentavos: 2000, reason: 'Atraso' };
  const { id: pair } = await paid.supplier.call(api.pairBalances.credit, { body: credit });
  const owner = await app.join('supply');
  const { warehouseId, positionId } = await makeWarehouse(owner);
  const vendor = await makeSupplier(owner);
  const { variationId } = await makeVariation(app, owner.businessId);
  const invoice = sampleNfe({
    cnpj: vendor.document,
    number: 78,
    issuedAt: new Date('2026-11-21T14:00:00.000Z'),
    total: 3000,
    product: 'Caneca',
    quantity: 3,
    buyer: {
      document: String((await owner.call(api.business.detail, {})).document),
      name: 'Casa Serena',
      zip: '01310100',
    },
  });
  const goods = [{ variationId, quantity: 3 }];
  const request = await makeRequest(owner, warehouseId, goods, vendor.id);
  await owner.call(api.supplyRequests.approve, { ...at(request.id), body: {} });
  const receipt = receiver(owner, request.id, positionId);
  await receipt.advance('in_transport');
  await receipt.count(request.lines[0]?.id ?? 0, 2);
  return {
    returned: await bringBack(app, owner, 2),
    standing: (await makeVolume(owner, { warehouseId, positionId }, goods)).id,
    ...{ request: request.id, line: request.lines[0]?.id ?? 0 },
    ...{
      paid,
      pair,
      paidInvoice: paidInvoice.id,
      paidLine: paidItems.items[0]?.id ?? 0,
      trade,
      unpaid: [first.id, second.id],
    },
    ...{ owner, warehouseId, vendor: vendor.id, variationId, invoice },
    picture: await makePicture(),
  };
}

const one = (name: string, run: UseCase<Archive>['run']): UseCase<Archive> => ({ name, run });

export const documentUseCases: readonly UseCase<Archive>[] = [
  one('proof of a payment replaced', async ({ call }, { paid, paidInvoice }) => {
    const send = { ...at(paidInvoice), body: payment(), files: [pdf('certo')] };
    await call(paid.seller, api.dropinvoices.editProof, send);
  }),
  one('line disputed with its photo', async ({ call }, { paid, paidLine, picture }) => {
    const body = { itemId: paidLine, quantity: 1, reason: 'Veio outra cor' };
    await call(paid.seller, api.disputes.open, { body, files: [{ name: 'avaria.png', bytes: picture }] });
  }),
  one('balance paid out with its proof', async ({ call }, { paid, pair }) => {
    const body = { amountCentavos: 1000, paidOn: '2026-11-23', note: '' };
    await call(paid.supplier, api.pairBalances.payOut, { ...at(pair), body, files: [pdf('saldo')] });
  }),
  one('document of an invoice attached', async ({ call }, { paid, paidInvoice }) => {
    await call(paid.supplier, api.dropinvoices.attach, { ...at(paidInvoice), files: [pdf('nota')] });
  }),
  one('two invoices paid by one Pix', async ({ call }, { trade, unpaid }) => {
    const body = { ids: unpaid, paidOn: '2026-11-23' };
    await call(trade.seller, api.dropinvoices.payTogether, { body, files: [pdf()] });
  }),
  one('document of a vendor kept', async ({ call }, { owner, vendor }) => {
    await call(owner, api.suppliers.addDocument, { ...at(vendor), files: [pdf('tabela')] });
  }),
  one('request opened from an NF-e', async ({ call }, { owner, warehouseId, variationId, invoice }) => {
    const body = { warehouseId, items: [{ position: 0, variationId }] };
    const files = [{ name: 'nota.xml', bytes: invoice }];
    await call(owner, api.supplyRequests.createFromInvoice, { body, files });
  }),
  one('picture uploaded', async ({ call }, { owner, picture }) => {
    await call(owner, api.images.create, { files: [{ name: 'caneca.png', bytes: picture }] });
  }),
  one('product with its picture', async ({ call }, { owner, picture }) => {
    const body = {
      name: 'Caneca azul',
      images: { upload: ['file0'] },
      variations: { create: [{ sku: 'CAN-AZUL' }] },
    };
    await call(owner, api.products.create, { body, files: [{ name: 'azul.png', bytes: picture }] });
  }),
  one('damaged unit of a return with its photo', async ({ call }, { owner, returned, picture }) => {
    const body = { code: returned.sku, condition: 'damaged' as const, clientId: 'crash-return' };
    const files = [{ name: 'avaria.png', bytes: picture }];
    await call(owner, api.returns.inspect, { ...at(returned.id), body, files });
  }),
  one('volume blocked with its photos', async ({ call }, { owner, standing, picture }) => {
    const body = { cause: 'damaged' as const, reason: 'caixa molhada' };
    await call(owner, api.volumes.block, {
      ...at(standing),
      body,
      files: [{ name: 'caixa.png', bytes: picture }],
    });
  }),
  one('sheet imported', async ({ call, drain }, { owner }) => {
    const rows = ['Produto;SKU;Custo', 'Prato;PRA-1;9,90', 'Prato;PRA-2;9,90'].map((row, n) =>
      n === 0 ? `${row};Cor` : `${row};${n === 1 ? 'Azul' : 'Verde'}`,
    );
    const files = [{ name: 'pratos.csv', bytes: Buffer.from(rows.join('\n')) }];
    const sent = await call(owner, api.imports.create, { body: { kind: 'products' }, files });
    await call(owner, api.imports.check, { ...at(sent?.id ?? 0), body: {} });
    await drain();
    await call(owner, api.imports.apply, { ...at(sent?.id ?? 0), body: {} });
    await drain();
  }),
  one('sheets of another system recognized', async ({ call, drain }, { owner }) => {
    const bytes = Buffer.from('Código;Descrição;Estoque;Preço de custo\nBUL-1;Bule;4;9,90');
    const sent = await call(owner, api.imports.recognize, {
      body: {},
      files: [{ name: 'bules.csv', bytes }],
    });
    for (const { id } of sent?.items ?? []) await call(owner, api.imports.check, { ...at(id), body: {} });
    await drain();
  }),
  one('return closed', async ({ call }, { owner, returned }) => {
    const body = { code: returned.sku, condition: 'good' as const, quantity: 2, clientId: 'crash-good' };
    await call(owner, api.returns.inspect, { ...at(returned.id), body });
    const places = [{ partId: returned.partId, volumeCode: returned.volumeCode }];
    await call(owner, api.returns.close, { ...at(returned.id), body: { places } });
  }),
  one('problem with its photo', async ({ call }, { owner, request, line, picture }) => {
    const body = { requestId: request, lineId: line, kind: 'missing' as const, title: 'Faltou um' };
    await call(owner, api.reportedProblems.create, { body, files: [{ name: 'caixa.png', bytes: picture }] });
  }),
];
