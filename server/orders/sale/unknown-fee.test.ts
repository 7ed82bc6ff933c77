import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { applyRemote, makeAccount, makePublication, remoteOrder } from '#server/orders/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const minutes = (n: number) => new Date(Date.parse('2026-11-21T14:00:00.000Z') + n * 60_000);

test('an unreported fee is unknown, not zero, until it is reported', async () => {
  const app = await testApp();
  const supplier = await app.join('supply');
  const seller = await app.join('sales');
  const account = await makeAccount(app, seller.businessId);
  const shelf = await makeShelf(app, supplier, 10);
  const { id: offerId } = await makeOffer(supplier, shelf, 2000);
  const offer = { offerId, stockId: shelf.stockId, warehouseId: shelf.warehouseId, price: 2000 };
  const sold = await makePublication(app, account, [{ ...offer, supplierId: supplier.businessId }]);
  const remote = remoteOrder(sold, { quantity: 2, phase: 'unpaid', paidAt: null, updatedAt: minutes(1) });
  const feeOf = (saleFee: number | null) => remote.lines.map((line) => ({ ...line, saleFee }));
  const { id } = await applyRemote(app, account, { ...remote, lines: feeOf(null) });
  const money = async () => (await seller.call(api.orders.detail, { params: { id } })).money;
  const known = await money();
  expect(known).toMatchObject({ fee: null, margin: (known?.total ?? 0) - (known?.cost ?? 0) });
  const paid = { ...remote, phase: 'paid' as const, paidAt: minutes(2), updatedAt: minutes(2) };
  await applyRemote(app, account, { ...paid, lines: feeOf(1200) });
  expect(await money()).toMatchObject({ fee: 1200, margin: (known?.margin ?? 0) - 1200 });
  // A later answer replaces an earlier one: a paid fee is more accurate than an expected one.
  await applyRemote(app, account, { ...paid, updatedAt: minutes(3), lines: feeOf(1300) });
  expect((await money())?.fee).toBe(1300);
});
