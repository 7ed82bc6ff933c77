import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { misbehave, remoteSellers } from '#server/marketplaces/test/factory.ts';
import { jobOf, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { marketStage } from '#server/orders/test/market-stage.ts';
import { readZpl } from '#server/outside/marketplaces/test/read-zpl.ts';
import { printLabelsTask } from './print-labels.ts';

const { app, sandbox, supplier, seller, settle, onSale, buy, saleOf } = await marketStage();

afterEach(async () => {
  await sandbox.control('DELETE', '/faults');
  await sandbox.control('PATCH', `/sellers/${remoteSellers.legacy}`, { labelsAsPdf: false });
});

async function packed(): Promise<{ id: number; remoteId: string }> {
  const { itemId, shelf } = await onSale(3);
  const order = await buy(itemId);
  await settle();
  const id = (await saleOf(order.id))?.id ?? 0;
  const nfe = await fetch(`${sandbox.url}/control/api/shipments/${order.shipmentId}/nfe`);
  const files = [{ name: 'nfe.xml', bytes: Buffer.from(await nfe.arrayBuffer()) }];
  await seller.call(api.orders.sendInvoice, { params: { id }, files });
  await settle();
  await packSale(supplier, id, shelf.sku, 1);
  await unprint(id);
  return { id, remoteId: String(order.id) };
}

async function byHand(pack: boolean): Promise<number> {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await makeBenchSale(app, { supplier, seller, shelf }, 1);
  if (!pack) return id;
  await packSale(supplier, id, shelf.sku, 1);
  await unprint(id);
  return id;
}

/** A sale packed before parcels needed their label. */
const unprint = (id: number) =>
  app.rows(seller.businessId, `update orders set label_printed_at = null where id = ${id}`);

const runOf = (id: number, person = supplier) => person.call(api.bulkRuns.detail, { params: { id } });
const printed = async (id: number) =>
  (await supplier.call(api.checkout.detail, { params: { id } })).labelPrintedAt;

async function print(ids: number[], format: 'pdf' | 'zpl', person = supplier) {
  const started = await person.call(api.checkout.printMany, { body: { ids, format } });
  await settle();
  return runOf(started.id, person);
}

const fileOf = async (id: number, person = supplier) =>
  (await person.download(api.bulkRuns.file, { params: { id } })).bytes;

let sales: { id: number; remoteId: string }[];
beforeAll(async () => {
  sales = [await packed(), await packed()];
}, 60_000);

describe('labels of many sales as one file', () => {
  test('come from marketplaces and manual sales; Full, unpacked and printed ones are named', async () => {
    const own = await byHand(true);
    const open = await byHand(false);
    const full = await byHand(true);
    await app.rows(seller.businessId, `update orders set marketplace_fulfilled = true where id = ${full}`);
    const ids = [...sales.map(({ id }) => id), own, open, full];
    expect(await supplier.call(api.checkout.previewLabels, { body: { ids, format: 'zpl' } })).toEqual({
      selected: 5,
      printable: 3,
      awaited: 0,
      leftOut: [
        { code: 'not_packed', count: 1, sales: [open] },
        { code: 'fulfilled_by_marketplace', count: 1, sales: [full] },
      ],
    });
    const started = await supplier.call(api.checkout.printMany, { body: { ids, format: 'zpl' } });
    expect(started).toMatchObject({ state: 'running', total: 5, finished: 0, hasFile: false });
    await settle();
    const run = await runOf(started.id);
    expect(run).toMatchObject({ state: 'done', finished: 5, succeeded: 3, failures: 2, hasFile: true });
    expect(run.failed.map(({ id, code }) => ({ id, code }))).toEqual([
      { id: open, code: 'not_packed' },
      { id: full, code: 'fulfilled_by_marketplace' },
    ]);
    const zpl = (await fileOf(run.id)).toString();
    expect(readZpl(Buffer.from(zpl))).toHaveLength(3);
    expect(zpl).toContain(`VENDA-${own}`);
    for (const id of [...sales.map((sale) => sale.id), own]) expect(await printed(id)).not.toBeNull();
    expect(await printed(open)).toBeNull();

    const again = await print([own], 'zpl');
    expect(again).toMatchObject({
      succeeded: 0,
      hasFile: false,
      failed: [{ id: own, code: 'reason_required' }],
    });
    const body = { ids: [own, ...sales.map((sale) => sale.id)], format: 'pdf' as const, reason: 'rasgou' };
    const withoutReason = { body: { ...body, reason: '' } };
    expect(await seller.call(api.orders.previewLabels, withoutReason)).toMatchObject({
      printable: 0,
      leftOut: [{ code: 'reason_required', count: 3 }],
    });
    expect(await seller.call(api.orders.previewLabels, { body })).toMatchObject({
      printable: 3,
      leftOut: [],
    });
    const reprint = await seller.call(api.orders.printMany, { body });
    await settle();
    expect(await runOf(reprint.id, seller)).toMatchObject({ state: 'done', succeeded: 3, failed: [] });
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    expect((await PDFDocument.load(await fileOf(reprint.id, seller))).getPageCount()).toBe(3);
  });

  test('the preview counts sales apart that wait for their document or label', async () => {
    const [ready, unreleased, undocumented] = [await packed(), await packed(), await packed()];
    await app.rows(seller.businessId, `update orders set label_ready = false where id = ${unreleased.id}`);
    await app.rows(seller.businessId, `update orders set document = 'sent' where id = ${undocumented.id}`);
    const ids = [ready.id, unreleased.id, undocumented.id];
    expect(await supplier.call(api.checkout.previewLabels, { body: { ids, format: 'zpl' } })).toEqual({
      ...{ selected: 3, printable: 1, awaited: 2 },
      leftOut: expect.arrayContaining([
        { code: 'label_not_ready', count: 1, sales: [unreleased.id] },
        { code: 'invoice_required', count: 1, sales: [undocumented.id] },
      ]),
    });
  });

  test('a label that the marketplace refuses does not affect the others', async () => {
    const two = [await packed(), await packed()];
    await misbehave(sandbox, { kind: 'failed-shipments', path: '/shipment_labels', times: 1 });
    const run = await print(
      two.map(({ id }) => id),
      'zpl',
    );
    expect(run.succeeded + run.failures).toBe(2);
    expect(run.failed.every(({ code, reason }) => code === 'label_not_ready' && reason === '')).toBe(true);
  });

  test('an outage of the marketplace is retried; after the last attempt the rows say so and the job ends', async () => {
    const { id } = await packed();
    await misbehave(sandbox, { kind: 'error-500', path: '/shipment_labels' });
    const started = await supplier.call(api.checkout.printMany, { body: { ids: [id], format: 'zpl' } });
    const payload = { businessId: supplier.businessId, runId: started.id };
    await expect(printLabelsTask({ ...jobOf(app), maxAttempts: 2 }, payload)).rejects.toThrow();
    expect(await runOf(started.id)).toMatchObject({ state: 'running', finished: 0 });
    await printLabelsTask({ ...jobOf(app), attempt: 2, maxAttempts: 2 }, payload);
    expect(await runOf(started.id)).toMatchObject({
      finished: 1,
      succeeded: 0,
      failed: [{ id, code: 'marketplace_unavailable' }],
    });
    await printLabelsTask(jobOf(app), payload);
    expect(await runOf(started.id)).toMatchObject({ state: 'done', hasFile: false });
    await sandbox.control('DELETE', '/faults');
    await settle();
    expect(await printed(id)).toBeNull();
  });

  test('nobody else sees the job, and losing the right ends it', async () => {
    const own = await byHand(true);
    const packer = await app.hire(supplier.businessId, ['packer']);
    const started = await packer.call(api.checkout.printMany, { body: { ids: [own], format: 'zpl' } });
    for (const other of [supplier, seller])
      expect((await other.refused(api.bulkRuns.detail, { params: { id: started.id } })).code).toBe(
        'not_found',
      );
    expect((await supplier.call(api.bulkRuns.list, {})).items.map(({ id }) => id)).not.toContain(started.id);
    expect((await packer.call(api.bulkRuns.list, {})).items).toHaveLength(1);
    await app.rows(
      supplier.businessId,
      `update staff set roles = '{seller}' where user_id = ${packer.userId}`,
    );
    await app.rows(supplier.businessId, `delete from staff where user_id = ${packer.userId}`);
    await settle();
    expect(
      await app.rows(supplier.businessId, `select state, finished from bulk_runs where id = ${started.id}`),
    ).toEqual([{ state: 'stopped', finished: 0 }]);
    expect(await printed(own)).toBeNull();
  });
});
