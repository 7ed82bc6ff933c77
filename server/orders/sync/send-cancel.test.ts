import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { drainLater, misbehave, remoteItems } from '#server/marketplaces/test/factory.ts';
import { marketStage } from '#server/orders/test/market-stage.ts';

const { app, sandbox, seller, settle, onSale, buy, saleOf } = await marketStage();

afterEach(() => sandbox.control('DELETE', '/faults'));

test('a cancel is sent after the current quantity was acknowledged, so that units the marketplace restores itself are not offered twice', async () => {
  const { itemId } = await onSale(3);
  const order = await buy(itemId, { quantity: 2 });
  await settle();
  const sale = await saleOf(order.id);
  const send = { params: { id: sale?.id ?? 0 }, body: { reason: 'Produto avariado' } };
  const available = async () =>
    (await remoteItems(sandbox)).find((candidate) => candidate.id === itemId)?.available;
  await misbehave(sandbox, { kind: 'error-500', method: 'POST', path: '*/feedback', times: 1 });
  // No notification about the item arrives: only our own calls count.
  await misbehave(sandbox, { kind: 'notify-lost', topic: 'items' });
  await seller.call(api.orders.cancel, send);
  await settle();
  expect(await saleOf(order.id)).toMatchObject({ remoteCancel: 'queued' });
  expect(await available()).toBe(3);
  await drainLater(app);
  expect(await saleOf(order.id)).toMatchObject({ remoteCancel: 'done' });
  expect(await available()).toBe(3);
});

test('a sale that left without a notification is not canceled: the marketplace is read first', async () => {
  const { itemId } = await onSale(2);
  const order = await buy(itemId);
  await settle();
  const sale = await saleOf(order.id);
  const send = { params: { id: sale?.id ?? 0 }, body: { reason: 'Produto avariado' } };
  await misbehave(sandbox, { kind: 'error-500', path: '/orders/*' });
  expect(await seller.refused(api.orders.cancel, send)).toMatchObject({ code: 'upstream_unknown' });
  await sandbox.control('DELETE', '/faults');
  await misbehave(sandbox, { kind: 'notify-lost' });
  await sandbox.control('POST', `/shipments/${order.shipmentId}/advance`, { status: 'shipped' });
  expect(await seller.refused(api.orders.cancel, send)).toMatchObject({ code: 'order_already_collected' });
  expect(await saleOf(order.id)).toMatchObject({ canceledAt: null });
  expect(await saleOf(order.id)).toMatchObject({ reserve: 'firm' });
  // Now the sale is known to have left, so the marketplace is not asked.
  await misbehave(sandbox, { kind: 'error-500', path: '/orders/*' });
  expect(await seller.refused(api.orders.cancel, send)).toMatchObject({ code: 'order_already_collected' });
});
