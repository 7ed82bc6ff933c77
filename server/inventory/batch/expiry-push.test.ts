import { expect, it } from 'vitest';
import { addDays, dayOf } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import { drain, remoteItems, sellingApp } from '#server/marketplaces/test/factory.ts';
import { jobOf } from '#server/orders/test/factory.ts';
import { checkInvariants, invariantsAtRest } from '#server/test/check-invariants.ts';
import { holdExpiredTask } from './expiry.ts';

const { app, sandbox, supplier, seller, account } = await sellingApp();

/** Units of a lot whose last day is today, added to existing stock. */
async function storeExpiring(shelf: Shelf, quantity: number) {
  await supplier.call(api.products.update, { params: { id: shelf.productId }, body: { asksLots: true } });
  const lot = { code: 'L-1', expiresOn: dayOf(app.clock.now()) };
  return makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity, lot }]);
}
async function passMidnight() {
  app.clock.set(`${addDays(dayOf(app.clock.now()), 1)}T03:01:00.000Z`);
  await holdExpiredTask(jobOf(app), {});
  await drain(app);
}
/** The quantity that buyers can order from a publication. */
async function shown(id: number) {
  const { remoteItem } = await seller.call(api.publications.detail, { params: { id } });
  return (await remoteItems(sandbox)).find((item) => item.id === remoteItem)?.available;
}
const broken = () => checkInvariants(app.databaseUrl, invariantsAtRest);

it('after a lot expires, every publication of its stock shows the remaining units', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  await storeExpiring(shelf, 4);
  const offer = await makeOffer(supplier, shelf, 2000);
  const { id } = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await drain(app);
  expect(await shown(id)).toBe(9);
  await passMidnight();
  expect(await shown(id)).toBe(5);
  expect(await broken()).toEqual([]);
});

it('after the lot of a kit part expires, the kit is limited by the remaining units of that part', async () => {
  const cups = await makeShelf(app, supplier, 9);
  const boxes = await makeShelf(app, supplier, 1, Promise.resolve(cups));
  const expiring = await storeExpiring(boxes, 4);
  const [cup, box] = [await makeOffer(supplier, cups, 2000), await makeOffer(supplier, boxes, 500)];
  const components = [
    { offer: cup.id, quantity: 2 },
    { offer: box.id, quantity: 1 },
  ];
  const kit = await seller.call(api.virtualProducts.create, {
    body: { name: 'Duas xícaras na caixa', sku: 'KIT-CAIXA', components },
  });
  const variation = { name: '', sku: kit.sku, gtin: '', attributes: [], price: 9990, active: true };
  const { id } = await publish(seller, await makeAdvertisement(seller, [cup, box]), account.id, cup, {
    variations: [{ ...variation, components }],
  });
  await drain(app);
  const quantity = async () =>
    (await seller.call(api.virtualProducts.detail, { params: { id: kit.id } })).quantity;
  expect([await quantity(), await shown(id)]).toEqual([4, 4]);
  await passMidnight();
  expect([await quantity(), await shown(id)]).toEqual([1, 1]);
  const lot = expiring.lines[0]?.lot;
  const { version } = await supplier.call(api.batches.detail, { params: { id: lot?.id ?? 0 } });
  const corrected = { expiresOn: addDays(dayOf(app.clock.now()), 30) };
  await supplier.call(api.batches.update, { params: { id: lot?.id ?? 0 }, body: corrected, version });
  await drain(app);
  expect([await quantity(), await shown(id)]).toEqual([4, 4]);
  expect(await broken()).toEqual([]);
});
