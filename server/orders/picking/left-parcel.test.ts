import { beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { misbehave } from '#server/marketplaces/test/factory.ts';
import { confirmParcel } from '#server/orders/test/factory.ts';
import { marketStage } from '#server/orders/test/market-stage.ts';
import { beginList, listScan, walkList } from '#server/orders/test/picking-factory.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

let stage: Awaited<ReturnType<typeof marketStage>>;
let item: Awaited<ReturnType<(typeof stage)['onSale']>>;

beforeAll(async () => {
  stage = await marketStage();
});
beforeEach(async () => {
  item = await stage.onSale(20);
});

const at = (id: number) => ({ params: { id } });
const atBench = (id: number) => stage.supplier.call(api.checkout.detail, at(id));

async function soldAtMarket() {
  const bought = await stage.buy(item.itemId);
  await stage.settle();
  const sale = await stage.saleOf(bought.id);
  return { id: sale?.id ?? 0, number: bought.id, shipmentId: bought.shipmentId };
}

/** Somebody packed it without us, and the carrier has it. */
async function leave(shipmentId: number | null): Promise<void> {
  await stage.sandbox.control('POST', `/shipments/${shipmentId}/advance`, { status: 'shipped' });
  await stage.settle();
}

test('a parcel that left without us is fetched by no walk, and the bench reports its contents', async () => {
  const { supplier, app } = stage;
  const [gone, stays] = [await soldAtMarket(), await soldAtMarket()];
  const list = await beginList(supplier, [gone.id, stays.id]);
  await leave(gone.shipmentId);

  const after = await supplier.call(api.picking.detail, at(list.id));
  expect(after.sales.map((sale) => [sale.id, sale.leftReason])).toEqual([
    [gone.id, 'left_unpacked'],
    [stays.id, null],
  ]);
  expect(after.stops).toMatchObject([{ quantity: 1, places: [2] }]);
  expect(await atBench(gone.id)).toMatchObject({ status: 'picking', leftUnpacked: true });
  await walkList(supplier, list.id);
  await supplier.call(api.picking.finish, at(list.id));

  const { sku, stockId } = item.shelf;
  const before = await supplier.call(api.stock.detail, at(stockId));
  await supplier.call(api.checkout.beep, { ...at(gone.id), body: { code: sku, clientId: 'went-with-it-1' } });
  await confirmParcel(supplier, gone.id);
  await leave(gone.shipmentId);
  expect(await atBench(gone.id)).toMatchObject({ status: 'sent', leftUnpacked: false });
  const now = await supplier.call(api.stock.detail, at(stockId));
  expect([now.onHand, now.reserved, now.packed]).toEqual([(before.onHand ?? 0) - 1, before.reserved - 1, 0]);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});

test('units fetched for it before are put back when its picking is canceled', async () => {
  const { supplier, app } = stage;
  const gone = await soldAtMarket();
  const list = await beginList(supplier, [gone.id]);
  const { code, sku } = item.shelf;
  await supplier.call(api.picking.beep, listScan(list.id, sku, code));
  await leave(gone.shipmentId);
  expect(await supplier.call(api.picking.detail, at(list.id))).toMatchObject({
    state: 'canceled',
    putBack: [],
  });

  await supplier.call(api.checkout.cancel, at(gone.id));
  const { putBack } = await supplier.call(api.picking.detail, at(list.id));
  expect(putBack).toMatchObject([{ sku, quantity: 1 }]);
  await supplier.call(api.picking.putBack, {
    ...at(list.id),
    body: { code: sku, volumeCode: code, quantity: 1 },
  });
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
});

test('a parcel that has left is on no new list', async () => {
  const { supplier } = stage;
  const [gone, open, stays] = [await soldAtMarket(), await soldAtMarket(), await soldAtMarket()];
  const list = await supplier.call(api.picking.create, { body: { ids: [open.id, stays.id] } });
  await leave(gone.shipmentId);
  await leave(open.shipmentId);
  const { sales } = await supplier.call(api.picking.start, at(list.id));
  expect(sales.find((sale) => sale.id === open.id)?.leftReason).toBe('left_unpacked');
  const refused = await supplier.refused(api.picking.create, { body: { ids: [gone.id] } });
  expect(refused.code).toBe('invalid_sale_selected');
  // No rule and no lane finds it either.
  const { warehouseId } = item.shelf;
  const byRule = await supplier.refused(api.picking.create, { body: { rule: { warehouseId } } });
  expect(byRule.code).toBe('no_sale_selected');
  const { lanes } = await supplier.call(api.picking.lanes, {});
  expect(lanes.filter(({ warehouse }) => warehouse.id === warehouseId)).toEqual([]);
});

test('a list begins without a sale whose marketplace does not answer, or that was canceled there without a notification', async () => {
  const { supplier, sandbox } = stage;
  const [quiet, canceled, stays] = [await soldAtMarket(), await soldAtMarket(), await soldAtMarket()];
  const ids = [quiet.id, canceled.id, stays.id];
  const list = await supplier.call(api.picking.create, { body: { ids } });
  await misbehave(sandbox, { kind: 'notify-lost' });
  await sandbox.control('POST', `/orders/${canceled.number}/cancel`, { by: 'buyer' });
  await misbehave(sandbox, { kind: 'error-500', path: `/orders/${quiet.number}` });
  const begun = await supplier.call(api.picking.start, at(list.id));
  await sandbox.control('DELETE', '/faults');
  expect(begun.sales.map((sale) => [sale.id, sale.leftReason])).toEqual([
    [quiet.id, 'upstream_unknown'],
    [canceled.id, 'canceled'],
    [stays.id, null],
  ]);
  expect(begun.stops).toMatchObject([{ quantity: 1 }]);
  // It waits for the next list; the other one waits for nothing.
  expect(await atBench(quiet.id)).toMatchObject({ status: 'pending' });
});
