import { expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeRequest, makeSupplier } from '#server/supply/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const owner = await app.join('supply');
const { warehouseId, positionId } = await makeWarehouse(owner);
const vendor = await makeSupplier(owner);

/** Ordered at a price, arrived with so many of two units, all of it put away. */
async function receive(priceCentavos: number, came: number, arrivesAt?: string) {
  const { variationId } = goods;
  const { id } = await makeRequest(
    owner,
    warehouseId,
    [{ variationId, quantity: 2, priceCentavos }],
    vendor.id,
  );
  await owner.call(api.supplyRequests.approve, { params: { id }, body: {} });
  if (arrivesAt) app.clock.set(arrivesAt);
  const step = (from: 'in_transport' | 'check_volumes' | 'register_volumes' | 'tag_volumes') =>
    owner.call(api.supplyRequests.advance, { params: { id }, body: { from } });
  const lineId = (await step('in_transport')).lines[0]?.id ?? 0;
  await owner.call(api.supplyRequests.countVolumes, { params: { id }, body: { lineId, total: came } });
  if (came < 2)
    await owner.call(api.reportedProblems.create, {
      body: { requestId: id, lineId, kind: 'missing', title: 'Faltou' },
    });
  await step('check_volumes');
  await owner.call(api.supplyRequests.registerVolumes, {
    params: { id },
    body: { lineId, copies: came, units: 1 },
  });
  const { volumes } = await step('register_volumes');
  for (const { id: volumeId, code } of volumes)
    await owner.call(api.volumes.tag, { params: { id: volumeId }, body: { code } });
  await step('tag_volumes');
  for (const { id: volumeId } of volumes)
    await owner.call(api.volumes.launch, { params: { id: volumeId }, body: { positionId } });
  await owner.call(api.supplyRequests.advance, {
    params: { id },
    body: { from: 'stock_up', acknowledge: true, rest: 'close', reason: 'não vem' },
  });
}
const goods = await makeVariation(app, owner.businessId);

it("a vendor's scorecard shows deliveries on time, complete deliveries, problems and the price index by month", async () => {
  await receive(1000, 2);
  app.clock.set('2026-12-01T15:00:00.000Z');
  await receive(1100, 1, '2026-12-05T15:00:00.000Z');
  const { months, ...card } = await owner.call(api.suppliers.scorecard, { params: { id: vendor.id } });
  expect(card).toEqual({
    arrived: 2,
    dated: 2,
    onTime: 1,
    attended: 2,
    complete: 1,
    problems: 1,
    meanDaysLate: 4,
    openProblems: 1,
    problemsByKind: [{ kind: 'missing', problems: 1 }],
    priced: 0,
    priceKept: 0,
  });
  expect(months).toHaveLength(12);
  expect(months.slice(-2)).toMatchObject([
    { month: '2026-11', arrived: 1, onTime: 1, complete: 1, problems: 0, priceIndex: 10_000 },
    { month: '2026-12', arrived: 1, onTime: 0, complete: 0, problems: 1, priceIndex: 11_000 },
  ]);
  expect(months[0]).toMatchObject({ month: '2026-01', arrived: 0, priceIndex: null });
  const stockist = await app.hire(owner.businessId, ['stockist'], [warehouseId]);
  const seen = await stockist.call(api.suppliers.scorecard, { params: { id: vendor.id } });
  expect(JSON.stringify(seen)).not.toContain('price');
  expect(seen.arrived).toBe(2);
  const papers = { params: { id: vendor.id } };
  expect((await stockist.refused(api.suppliers.documents, papers)).code).toBe('forbidden');
});
