import { expect, it } from 'vitest';
import { addDays, dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import {
  connectSeller,
  drain,
  marketApp,
  remoteItems,
  remoteSellers,
} from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { checkInvariants, invariantsAtRest } from '#server/test/check-invariants.ts';
import { holdExpiredTask } from './expiry.ts';

const { app, sandbox } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller, remoteSellers.legacy);

it('the day after a lot expires every publication of its shelf shows what is left', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  await supplier.call(api.products.update, { params: { id: shelf.productId }, body: { asksLots: true } });
  const today = dayOf(app.clock.now());
  const lot = { code: 'L-1', expiresOn: today };
  const lines = [{ variationId: shelf.variationId, quantity: 4, lot }];
  const volume = await supplier.call(api.volumes.create, {
    body: { warehouseId: shelf.warehouseId, reason: 'estoque inicial', lines },
  });
  const params = { id: volume.id };
  await supplier.call(api.volumes.tag, { params, body: { code: volume.code } });
  await supplier.call(api.volumes.launch, { params, body: { positionId: shelf.positionId } });
  const offer = await makeOffer(supplier, shelf, 2000);
  const { id } = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await drain(app);
  const { remoteItem } = await seller.call(api.publications.detail, { params: { id } });
  const shown = async () => (await remoteItems(sandbox)).find((item) => item.id === remoteItem)?.available;
  expect(await shown()).toBe(9);
  app.clock.set(`${addDays(today, 1)}T03:01:00.000Z`);
  await holdExpiredTask(jobOf(app), {});
  await drain(app);
  expect(await shown()).toBe(5);
  expect(await checkInvariants(app.databaseUrl, invariantsAtRest)).toEqual([]);
});
