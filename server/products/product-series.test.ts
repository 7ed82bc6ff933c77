import { beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSale } from '#server/orders/test/factory.ts';
import { orderGoods } from '#server/supply/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { makeProduct } from './test/factory.ts';

const app = await testApp();

beforeEach(() => app.clock.set('2026-11-21T15:00:00.000Z'));

const series = (person: Person, id: number) => person.call(api.products.series, { params: { id } });

test('a product that never sold has thirty days and twelve months of zero units without a price', async () => {
  const owner = await app.join('supply');
  const { id } = await makeProduct(owner);
  const { days, months } = await series(owner, id);
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: '2026-10-23', units: 0, priceCentavos: null, costCentavos: null });
  expect(days.at(-1)?.day).toBe('2026-11-21');
  expect(months.map(({ month }) => month)).toEqual([
    '2025-12-01',
    ...Array.from({ length: 11 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}-01`),
  ]);
});

test('a supplier sees units and the price that sellers paid; floor staff see units of their warehouses only', async () => {
  const [supplier, seller] = [await app.join('supply'), await app.join('sales')];
  const shelf = await makeShelf(app, supplier, 20);
  await makeBenchSale(app, { supplier, seller, shelf }, 3);
  const { days, months } = await series(supplier, shelf.productId);
  expect(days.at(-1)).toMatchObject({ units: 3, priceCentavos: 2990 });
  expect(months.at(-1)).toMatchObject({ month: '2026-11-01', units: 3, priceCentavos: 2990 });

  const packer = await app.hire(supplier.businessId, ['packer'], [shelf.warehouseId]);
  expect((await series(packer, shelf.productId)).days.at(-1)).toEqual({ day: '2026-11-21', units: 3 });
  const elsewhere = await app.hire(supplier.businessId, ['packer'], []);
  expect((await series(elsewhere, shelf.productId)).days.at(-1)).toEqual({ day: '2026-11-21', units: 0 });

  for (const person of [seller, await app.join('supply')])
    expect((await person.refused(api.products.series, { params: { id: shelf.productId } })).status).toBe(404);
});

/** A sale of own goods entered manually. */
async function sell(
  owner: Person,
  lines: { offers: number[]; quantity: number; unitPriceCentavos: number }[],
) {
  const made = await Promise.all(
    lines.map(async ({ offers, quantity, unitPriceCentavos }) => {
      const components = offers.map((offer) => ({ offer, quantity: 1 }));
      const { id } = await owner.call(api.advertisements.create, {
        body: { product: 'Anúncio', components },
      });
      return { advertisementId: id, quantity, unitPriceCentavos };
    }),
  );
  return owner.call(api.orders.create, { body: { buyerName: 'Carla Lima', paid: true, lines: made } });
}

async function ownOffer(owner: Person, shelf: Shelf): Promise<number> {
  await owner.call(api.products.update, {
    params: { id: shelf.productId },
    body: { variations: { update: { [shelf.variationId]: { costCentavos: 1500 } } } },
  });
  const { offers } = await owner.call(api.dropshipItems.createWithStock, {
    body: { lines: [{ variationId: shelf.variationId, quantity: 5 }] },
  });
  return offers[0] ?? 0;
}

test('own goods have the mean price that buyers paid; kits count for units, canceled sales for nothing', async () => {
  const owner = await app.join('sales');
  const shelf = await makeShelf(app, owner, 20);
  const other = await makeShelf(app, owner, 20, Promise.resolve(shelf));
  const [offer, second] = [await ownOffer(owner, shelf), await ownOffer(owner, other)];
  await sell(owner, [{ offers: [offer], quantity: 2, unitPriceCentavos: 5000 }]);
  await sell(owner, [{ offers: [offer], quantity: 1, unitPriceCentavos: 4000 }]);
  await sell(owner, [{ offers: [offer, second], quantity: 4, unitPriceCentavos: 9000 }]);
  const canceled = await sell(owner, [{ offers: [offer], quantity: 7, unitPriceCentavos: 100 }]);
  await owner.call(api.orders.cancel, { params: { id: canceled.id }, body: { reason: 'desistiu' } });
  const { days } = await series(owner, shelf.productId);
  expect(days.at(-1)).toMatchObject({ units: 7, priceCentavos: 4667 });
});

test('cost is the mean price of approved purchases in their month, and stays unknown in the others', async () => {
  const owner = await app.join('supply');
  const shelf = await makeShelf(app, owner, 1);
  const buy = (quantity: number, priceCentavos: number) =>
    orderGoods(owner, shelf.warehouseId, [{ variationId: shelf.variationId, quantity, priceCentavos }]);
  await buy(10, 1000);
  await buy(30, 2000);
  const { months } = await series(owner, shelf.productId);
  expect(months.at(-1)).toMatchObject({ costCentavos: 1750, units: 0, priceCentavos: null });
  expect(months.at(-2)?.costCentavos).toBeNull();
});
