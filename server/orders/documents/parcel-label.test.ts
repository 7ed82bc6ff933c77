import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { misbehave } from '#server/marketplaces/test/factory.ts';
import { labelParcel, makeBenchSale } from '#server/orders/test/factory.ts';
import { marketStage } from '#server/orders/test/market-stage.ts';
import { readPdfPages } from '#server/test/read-codes.ts';

const { app, sandbox, supplier, seller, settle, onSale, buy, saleOf } = await marketStage();
const at = (id: number) => ({ params: { id } });
const confirm = (id: number) => supplier.call(api.checkout.confirmPacking, at(id));
const refusalOf = async (id: number) => (await supplier.refused(api.checkout.confirmPacking, at(id))).code;
const print = { body: { reason: '' } };

afterEach(async () => {
  await sandbox.control('DELETE', '/faults');
});

/** A sale with all units in its parcel, and neither an NF-e nor a label. */
async function pickedSale() {
  const { itemId, shelf } = await onSale(3);
  const order = await buy(itemId);
  await settle();
  const id = (await saleOf(order.id))?.id ?? 0;
  await supplier.call(api.checkout.startPicking, at(id));
  const body = { code: shelf.sku, clientId: `scan-of-sale-${id}` };
  await supplier.call(api.checkout.beep, { ...at(id), body });
  return { id, order };
}

async function issueInvoice({ id, order }: { id: number; order: { shipmentId: number | null } }) {
  const answer = await fetch(`${sandbox.url}/control/api/shipments/${order.shipmentId}/nfe`);
  const files = [{ name: 'nfe.xml', bytes: Buffer.from(await answer.arrayBuffer()) }];
  await seller.call(api.orders.sendInvoice, { ...at(id), files });
  await settle();
}

test('refuses to confirm a parcel without a label, and to label an incomplete one', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await makeBenchSale(app, { supplier, seller, shelf }, 1);
  await supplier.call(api.checkout.startPicking, at(id));
  expect((await supplier.refused(api.checkout.print, { ...at(id), ...print })).code).toBe('unbeeped_items');
  const body = { code: shelf.sku, clientId: `scan-${id}-whole` };
  await supplier.call(api.checkout.beep, { ...at(id), body });
  expect(await refusalOf(id)).toBe('label_required');
  const own = { ...at(id), body: { why: 'label_not_ready' as const } };
  // A manual sale has our label, so no other one replaces it.
  expect((await supplier.refused(api.checkout.printParcelLabel, own)).code).toBe('label_at_hand');
  await supplier.call(api.checkout.print, { ...at(id), ...print });
  expect(await confirm(id)).toMatchObject({ status: 'waiting_collect', waitsForLabel: false });
});

test('a reset before packing voids the printed label', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await makeBenchSale(app, { supplier, seller, shelf }, 1);
  await supplier.call(api.checkout.startPicking, at(id));
  const body = (n: number) => ({ body: { code: shelf.sku, clientId: `scan-${id}-again-${n}` } });
  await supplier.call(api.checkout.beep, { ...at(id), ...body(1) });
  await labelParcel(supplier, id);
  await supplier.call(api.checkout.reset, { ...at(id), body: { reason: 'caixa errada' } });
  await supplier.call(api.checkout.beep, { ...at(id), ...body(2) });
  expect(await refusalOf(id)).toBe('label_required');
});

test('a sale without an NF-e is packed under our label and waits until the label of its channel is printed', async () => {
  const sale = await pickedSale();
  const { id } = sale;
  expect((await supplier.refused(api.checkout.print, { ...at(id), ...print })).code).toBe('invoice_required');
  expect(await refusalOf(id)).toBe('label_required');
  const why = { why: 'invoice_required' as const };
  await supplier.call(api.checkout.printParcelLabel, { ...at(id), body: why });
  expect(await confirm(id)).toMatchObject({ status: 'waiting_collect', waitsForLabel: true });

  const label = async (format: 'pdf' | 'zpl') =>
    (await supplier.download(api.checkout.downloadParcelLabel, { ...at(id), query: { format } })).bytes;
  expect((await readPdfPages(await label('pdf'))).map(({ codes }) => codes)).toEqual([[ownLabelCode(id)]]);
  expect((await label('zpl')).toString()).toContain(`^FD${ownLabelCode(id)}^FS`);
  const waiting = await supplier.call(api.checkout.list, { query: { query: 'unlabelled:yes' } });
  expect(waiting.items.map((row) => row.id)).toContain(id);
  expect((await supplier.call(api.checkout.counts, {})).unlabelled).toBe(waiting.total);
  const { events } = await supplier.call(api.checkout.detail, at(id));
  expect(events.find(({ kind }) => kind === 'parcel-label-printed')?.detail).toEqual(why);

  // No way of handing over takes it, and each refusal says what to do.
  const code = { body: { code: ownLabelCode(id) } };
  const byHand = { body: { reason: 'etiqueta molhada' } };
  const refused = [
    await supplier.refused(api.checkout.handOver, code),
    await supplier.refused(api.checkout.collect, { ...at(id), ...code }),
    await supplier.refused(api.checkout.collectByHand, { ...at(id), ...byHand }),
  ];
  expect(refused.map((problem) => problem.code)).toEqual(Array(3).fill('channel_label_required'));

  await issueInvoice(sale);
  await supplier.call(api.checkout.print, { ...at(id), ...print });
  expect(await supplier.call(api.checkout.detail, at(id))).toMatchObject({ waitsForLabel: false });
  // The channel's label covers ours; a scan of ours shows that it does not.
  expect((await supplier.refused(api.checkout.handOver, code)).code).toBe('channel_label_required');
  const { trackingCode } = await supplier.call(api.checkout.detail, at(id));
  await supplier.call(api.checkout.handOver, { body: { code: trackingCode } });
  expect(await supplier.call(api.checkout.detail, at(id))).toMatchObject({ status: 'collected' });
});

test('our label replaces that of a marketplace which has none at this moment', async () => {
  const sale = await pickedSale();
  await issueInvoice(sale);
  await misbehave(sandbox, { kind: 'error-500', path: '/shipment_labels', times: 50 });
  const { id } = sale;
  const refusal = await supplier.refused(api.checkout.print, { ...at(id), ...print });
  expect(refusal.code).toBe('marketplace_unavailable');
  const late = { ...at(id), body: { why: 'invoice_required' as const } };
  // The NF-e has arrived meanwhile, so that reason is no longer valid.
  expect((await supplier.refused(api.checkout.printParcelLabel, late)).code).toBe('label_at_hand');
  await supplier.call(api.checkout.printParcelLabel, {
    ...at(id),
    body: { why: 'marketplace_unavailable' },
  });
  expect(await confirm(id)).toMatchObject({ waitsForLabel: true });
});
