import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { nfeNumber } from '#contract/brazil.ts';
import { api } from '#contract/index.ts';
import { marketStage } from '#server/orders/test/market-stage.ts';
import { sampleNfe } from '#server/orders/test/nfe-sample.ts';

const { app, sandbox, seller, settle, onSale, buy, saleOf } = await marketStage();

async function sold() {
  const { itemId } = await onSale(3);
  const order = await buy(itemId);
  await settle();
  const answer = await fetch(`${sandbox.url}/control/api/shipments/${order.shipmentId}/nfe`);
  return { remoteId: String(order.id), nfe: Buffer.from(await answer.arrayBuffer()) };
}

const outsider = (number: number) =>
  sampleNfe({
    cnpj: '11222333000181',
    number,
    issuedAt: new Date('2026-11-21T12:00:00Z'),
    total: 5000,
    product: 'Caneca',
    quantity: 1,
    buyer: { document: '52998224725', name: 'Dona Lúcia', zip: '40010000' },
  });

async function send(files: { name: string; bytes: Buffer }[]) {
  const started = await seller.call(api.orders.sendInvoices, { files });
  await settle();
  return seller.call(api.bulkRuns.detail, { params: { id: started.id } });
}

test('files and ZIPs find their sale by the number in the document or the file name; documents without a sale are named', async () => {
  const [first, second, third] = [await sold(), await sold(), await sold()];
  // A program that writes the number into the file name only.
  const bare = (nfe: Buffer) => Buffer.from(nfe.toString().replace(/<infAdic>.*<\/infAdic>/, ''));
  const zip = zipSync({
    'notas/1.xml': second.nfe,
    [`notas/${third.remoteId}.xml`]: bare(third.nfe),
    'notas/leia-me.txt': strToU8('não é nota'),
  });
  const run = await send([
    { name: 'a.xml', bytes: first.nfe },
    { name: 'tudo.zip', bytes: Buffer.from(zip) },
    { name: 'solta.xml', bytes: outsider(7) },
    { name: `${first.remoteId}-${second.remoteId}.xml`, bytes: outsider(8) },
    { name: 'foto.xml', bytes: Buffer.from('<foto/>') },
    { name: 'outra-vez.xml', bytes: first.nfe },
  ]);
  expect(run).toMatchObject({ kind: 'invoices', state: 'done', total: 7, succeeded: 3 });
  expect(run.failed).toEqual([
    { id: null, name: 'solta.xml', code: 'invoice_unmatched', reason: '' },
    { id: null, name: expect.stringContaining(first.remoteId), code: 'invoice_ambiguous', reason: '' },
    { id: null, name: 'foto.xml', code: 'invoice_invalid', reason: 'not_nfe' },
    { id: null, name: 'outra-vez.xml', code: 'state_conflict', reason: '' },
  ]);
  for (const { remoteId } of [first, second, third])
    expect(await saleOf(remoteId)).toMatchObject({ document: 'accepted', labelReady: true });
  // Unused documents are not stored, and files that name buyers are encrypted.
  expect(
    await app.rows(
      seller.businessId,
      `select count(*)::int as n from files where content_type = 'application/xml'`,
    ),
  ).toEqual([{ n: 3 }]);
});

test('ignores sales of other businesses; refuses an empty file or one that is no ZIP at once', async () => {
  const { nfe } = await sold();
  const other = await app.join('sales');
  const started = await other.call(api.orders.sendInvoices, { files: [{ name: 'a.xml', bytes: nfe }] });
  await settle();
  const run = await other.call(api.bulkRuns.detail, { params: { id: started.id } });
  expect(run.failed).toMatchObject([{ code: 'invoice_unmatched' }]);
  const broken = [
    { name: 'a.zip', bytes: Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60, 255)]) },
  ];
  const refusal = await seller.refused(api.orders.sendInvoices, { files: broken });
  expect(['unsupported_media_type', 'invoice_required']).toContain(refusal.code);
  const none = [{ name: 'a.zip', bytes: Buffer.from(zipSync({ 'a.txt': strToU8('x') })) }];
  expect((await seller.refused(api.orders.sendInvoices, { files: none })).code).toBe('invoice_required');
});

test('a sale is found by the number or the access key of its NF-e, and by no part of them', async () => {
  const { remoteId, nfe } = await sold();
  await sold();
  await send([{ name: 'nota.xml', bytes: nfe }]);
  const attached = await saleOf(remoteId);
  // A number that stands nowhere else in the sale.
  await app.rows(
    seller.businessId,
    `update orders set invoice_key = overlay(invoice_key placing '000407321' from 26) where id = ${attached?.id}`,
  );
  const sale = await saleOf(remoteId);
  const invoiceKey = sale?.invoiceKey ?? '';
  const number = nfeNumber(invoiceKey) ?? '';
  const found = async (query: string) =>
    (await seller.call(api.orders.list, { query: { query } })).items.map((sale) => sale.id);
  expect(number).toBe('407321');
  for (const words of [number, number.padStart(9, '0'), invoiceKey])
    expect(await found(words)).toContain(sale?.id);
  expect(await found(`${invoiceKey.slice(0, 40)}9999`)).toEqual([]);
});
