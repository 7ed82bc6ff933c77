import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { misbehave, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { packSale } from '#server/orders/test/factory.ts';
import { marketStage } from '#server/orders/test/market-stage.ts';

const { sandbox, supplier, seller, settle, onSale, buy, saleOf } = await marketStage();

afterEach(async () => {
  await sandbox.control('DELETE', '/faults');
  await sandbox.control('PATCH', `/sellers/${remoteSellers.legacy}`, { labelsAsPdf: false });
});

async function nfeOf(shipmentId: number | null): Promise<Buffer> {
  const answer = await fetch(`${sandbox.url}/control/api/shipments/${shipmentId}/nfe`);
  return Buffer.from(await answer.arrayBuffer());
}

async function sold() {
  const { itemId, shelf } = await onSale(3);
  const order = await buy(itemId);
  await settle();
  const sale = await saleOf(order.id);
  return { order, shelf, params: { id: sale?.id ?? 0 } };
}

async function send(params: { id: number }, bytes: Buffer): Promise<void> {
  await seller.call(api.orders.sendInvoice, { params, files: [{ name: 'nfe.xml', bytes }] });
  await settle();
}

test('an NF-e that another sale has is refused with the marketplace’s reason and not retried', async () => {
  const [first, second] = [await sold(), await sold()];
  const nfe = await nfeOf(first.order.shipmentId);
  await send(first.params, nfe);
  expect(await saleOf(first.order.id)).toMatchObject({ document: 'accepted' });
  await send(second.params, nfe);
  expect(await saleOf(second.order.id)).toMatchObject({
    document: 'rejected',
    documentError: 'duplicated_fiscal_key',
  });
  await send(second.params, await nfeOf(second.order.shipmentId));
  expect(await saleOf(second.order.id)).toMatchObject({ document: 'accepted', documentError: null });
});

async function readyToPrint() {
  const made = await sold();
  await send(made.params, await nfeOf(made.order.shipmentId));
  await packSale(supplier, made.params.id, made.shelf.sku, 1);
  return made;
}

test('a label that exists only as PDF is printed as PDF', async () => {
  const { params } = await readyToPrint();
  await sandbox.control('PATCH', `/sellers/${remoteSellers.legacy}`, { labelsAsPdf: true });
  const sale = await supplier.call(api.checkout.print, { params, body: { reason: 'rasgou' } });
  expect(sale.labelFormats).toEqual(['pdf']);
  const { bytes } = await supplier.download(api.checkout.downloadTag, { params, query: { format: 'pdf' } });
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const again = await supplier.call(api.checkout.print, { params, body: { reason: 'rasgou' } });
  expect(again.labelFormats).toEqual(['pdf']);
});

test('a label refused behind a 200 shows our words about what to do', async () => {
  const { params } = await readyToPrint();
  await misbehave(sandbox, { kind: 'failed-shipments', path: '/shipment_labels' });
  expect(await supplier.refused(api.checkout.print, { params, body: { reason: 'rasgou' } })).toMatchObject({
    code: 'label_not_ready',
    detail: expect.stringContaining('Tente de novo em alguns minutos'),
    facts: { reason: 'not_ready' },
  });
  await sandbox.control('DELETE', '/faults');
  const sale = await supplier.call(api.checkout.print, { params, body: { reason: 'rasgou' } });
  expect(sale.labelFormats).toEqual(['pdf', 'zpl']);
});
