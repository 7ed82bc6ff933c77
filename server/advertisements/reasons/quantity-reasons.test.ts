import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain, marketApp } from '#server/marketplaces/test/factory.ts';
import type { Person } from '#server/test/app.ts';

const { app } = await marketApp();
const supplier = await app.join('supply');
const seller = await app.join('sales');
const other = await app.join('sales');
const account = await connectSeller(seller);

const explain = (id: number, person = seller) => person.call(api.advertisements.explain, { params: { id } });
const explainSold = (id: number) => seller.call(api.advertisementsVariations.explain, { params: { id } });

async function sell(advertisementId: number, quantity: number, paid: boolean) {
  return seller.call(api.orders.create, {
    body: { buyerName: 'Carla', paid, lines: [{ advertisementId, quantity, unitPriceCentavos: 8990 }] },
  });
}

test('a kit is explained part by part: stock, cap, units of each, own open sales, and which is the scarcest', async () => {
  const mug = await makeShelf(app, supplier, 9);
  const lid = await makeShelf(app, supplier, 40, Promise.resolve(mug));
  const mugOffer = await makeOffer(supplier, mug, 2000);
  const lidOffer = await makeOffer(supplier, lid, 500, 30);
  const ad = await seller.call(api.advertisements.create, {
    body: {
      product: 'Kit',
      components: [
        { offer: mugOffer.id, quantity: 2 },
        { offer: lidOffer.id, quantity: 1 },
      ],
    },
  });
  const paid = await sell(ad.id, 1, true);
  const unpaid = await sell(ad.id, 1, false);
  const found = await explain(ad.id);
  expect(found).toMatchObject({ quantity: 2, published: null, asVariations: false });
  expect(found.parts).toMatchObject([
    { sellable: 5, perUnit: 2, makes: 2, isScarcest: true, terms: null, salesUnits: 4 },
    { sellable: 38, perUnit: 1, cap: 30, makes: 30, isScarcest: false, salesUnits: 2 },
  ]);
  expect(found.parts[0]?.sales.map(({ id, kind, quantity }) => [id, kind, quantity])).toEqual([
    [unpaid.id, 'soft', 2],
    [paid.id, 'firm', 2],
  ]);
  await expect(explain(ad.id, other)).rejects.toMatchObject({ problem: { code: 'not_found' } });
  // Another seller of the same stock sees nothing of these sales.
  const theirs = await makeAdvertisement(other, [mugOffer]);
  expect((await explain(theirs.id, other)).parts).toMatchObject([{ sellable: 5, sales: [], salesUnits: 0 }]);
});

test('a published variation shows its own cap, hold and the acknowledged quantity; own stock shows its terms', async () => {
  const shelf = await makeShelf(app, seller, 7);
  const offer = await makeOffer(seller, shelf, 2000);
  const ad = await makeAdvertisement(seller, [offer]);
  const made = await publish(seller, ad, account.id, offer);
  await drain(app);
  await seller.call(api.advertisements.bulkUpdate, { body: { ids: [ad.id], change: { quantityCap: 3 } } });
  const [variation] = made.variations;
  const before = await explainSold(variation?.id ?? 0);
  expect(before).toMatchObject({
    quantity: 3,
    parts: [{ makes: 7, terms: { onHand: 7, reserved: 0 } }],
    published: { quantityCap: 3, pushedQuantity: 7, guard: null, active: true },
  });
  const places = [{ id: variation?.id, account: { id: account.id }, pushedQuantity: 7, syncError: null }];
  expect((await explain(ad.id)).places).toMatchObject(places);
  const offered = await seller.call(api.dropshipping.explain, { query: { offers: `${offer.id}` } });
  expect(offered.places).toMatchObject(places);
  await drain(app);
  await seller.call(api.publications.updateFloor, {
    params: { id: made.id },
    body: { floor: { basisPoints: 9000, action: 'hold' } },
  });
  await drain(app);
  expect(await explainSold(variation?.id ?? 0)).toMatchObject({
    quantity: 0,
    published: { guard: 'held', pushedQuantity: 0 },
  });
  const { variations } = await seller.call(api.publications.detail, { params: { id: made.id } });
  expect(variations[0]?.quantity).toBe(0);
});

test('a kit is explained before it is published: the quantity of each part, and which one limits', async () => {
  const mug = await makeShelf(app, supplier, 9);
  const lid = await makeShelf(app, supplier, 4, Promise.resolve(mug));
  const offers = [await makeOffer(supplier, mug, 2000), await makeOffer(supplier, lid, 500)];
  const components = offers.map(({ id }, index) => ({ offer: id, quantity: index === 0 ? 4 : 1 }));
  const body = { name: 'Kit Café', components };
  const kit = await seller.call(api.virtualProducts.create, { body });
  const explainKit = (person: Person) => person.call(api.virtualProducts.explain, { params: { id: kit.id } });
  expect(await explainKit(seller)).toMatchObject({
    ...{ name: 'Kit Café', quantity: 2, published: null, asVariations: false, places: [] },
    parts: [
      { perUnit: 4, sellable: 9, makes: 2, isScarcest: true, terms: null },
      { perUnit: 1, sellable: 4, makes: 4, isScarcest: false },
    ],
  });
  await expect(explainKit(other)).rejects.toMatchObject({ problem: { code: 'not_found' } });
});

test('an offer of the catalogue shows what its supplier can deliver and the cap; variations are summed', async () => {
  const shelf = await makeShelf(app, supplier, 9);
  const next = await makeShelf(app, supplier, 4, Promise.resolve(shelf));
  const [first, second] = [await makeOffer(supplier, shelf, 2000, 6), await makeOffer(supplier, next, 500)];
  const explainOffers = (offers: string) => seller.call(api.dropshipping.explain, { query: { offers } });
  const { available } = await seller.call(api.dropshipping.detail, { params: { id: first.id } });
  expect(await explainOffers(`${first.id}`)).toMatchObject({
    ...{ quantity: available, asVariations: false, published: null },
    parts: [{ sellable: 9, cap: 6, makes: 6, terms: null, isScarcest: false, salesUnits: 0 }],
  });
  expect(await explainOffers(`${first.id},${second.id}`)).toMatchObject({
    ...{ quantity: 10, asVariations: true },
    parts: [
      { makes: 6, isScarcest: false },
      { makes: 4, isScarcest: false },
    ],
  });
  const own = await makeOffer(seller, await makeShelf(app, seller, 3), 500);
  expect((await explainOffers(`${own.id}`)).parts).toMatchObject([{ terms: { onHand: 3, reserved: 0 } }]);
  // A withdrawn offer is in no catalogue.
  await supplier.call(api.dropshipItems.update, { params: { id: second.id }, body: { active: false } });
  await expect(explainOffers(`${first.id},${second.id}`)).rejects.toMatchObject({
    problem: { code: 'not_found' },
  });
});
