import { describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeVariation, makeWarehouse } from '#server/inventory/test/factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import { receiver } from '#server/supply/test/receive.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();
const owner = await app.join('supply');
const place = await makeWarehouse(owner);

/** Two of six volumes of one unit arrived and are in stock. */
async function receiveShort() {
  const goods = await makeVariation(app, owner.businessId);
  const { id, lines } = await orderGoods(owner, place.warehouseId, [
    { variationId: goods.variationId, quantity: 6 },
  ]);
  const lineId = lines[0]?.id ?? 0;
  const receipt = receiver(owner, id, place.positionId);
  await receipt.advance('in_transport');
  await receipt.count(lineId, 2);
  await owner.call(api.reportedProblems.create, {
    body: { requestId: id, lineId, kind: 'missing', title: 'Faltaram quatro' },
  });
  await receipt.advance('check_volumes');
  await receipt.register(lineId, 2, 1);
  await receipt.advance('register_volumes');
  await receipt.tagAll();
  await receipt.advance('tag_volumes');
  await receipt.launchAll();
  const shelf = async () => {
    const [row] = await app.rows(
      owner.businessId,
      `select on_hand, inbound from stock where variation_id = ${goods.variationId}`,
    );
    return [row?.on_hand, row?.inbound];
  };
  const asked = (more: object) =>
    owner.refused(api.supplyRequests.advance, { params: { id }, body: { from: 'stock_up', ...more } });
  return { id, receipt, shelf, asked };
}
const children = (id: number) =>
  app.rows(owner.businessId, `select state, total_products from supply_requests where parent_id = ${id}`);

describe('the rest of a request', () => {
  it('giving up the rest of a request requires a reason, expects nothing more and opens no new request', async () => {
    const { id, receipt, shelf, asked } = await receiveShort();
    expect(await shelf()).toEqual([2, 4]);
    expect((await asked({ acknowledge: true, rest: 'close' })).code).toBe('reason_required');
    expect((await asked({ acknowledge: true, rest: 'close', reason: ' ' })).code).toBe('reason_required');
    expect(await shelf()).toEqual([2, 4]);
    await receipt.advance('stock_up', { acknowledge: true, rest: 'close', reason: 'fora de linha' });
    expect(await shelf()).toEqual([2, 0]);
    expect(await children(id)).toEqual([]);
    const { items } = await owner.call(api.supplyRequests.events, { params: { id } });
    expect(JSON.stringify(items)).toContain('fora de linha');
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });

  it('reopening a receipt expects its given-up rest again, which can then become a new request', async () => {
    const { id, receipt, shelf } = await receiveShort();
    await receipt.advance('stock_up', { acknowledge: true, rest: 'close', reason: 'não vem' });
    await owner.call(api.supplyRequests.goBack, {
      params: { id },
      body: { from: 'attended', reason: 'veio depois' },
    });
    expect(await shelf()).toEqual([2, 4]);
    await receipt.advance('stock_up', { acknowledge: true, rest: 'child' });
    expect(await children(id)).toMatchObject([{ state: 'in_transport', total_products: 4 }]);
    expect(await shelf()).toEqual([2, 4]);
    expect(await checkInvariants(app.databaseUrl)).toEqual([]);
  });
});
