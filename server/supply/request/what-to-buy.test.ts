import { describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { applyRemote, makeAccount, makePublication, remoteOrder } from '#server/orders/test/factory.ts';
import { makeSupplier, orderGoods } from '#server/supply/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { dailyMilli, daysOfCover, proposeQuantity } from './proposal.ts';

const terms = {
  sold30: 60,
  sold90: 90,
  stocked30: 30,
  stocked90: 90,
  onHand: 20,
  promised: 5,
  inbound: 10,
  waiting: 0,
  leadDays: 10,
  coverDays: 30,
  quantityPerVolume: 12,
};

describe('the proposed quantity', () => {
  it('the last 30 days count twice, and the proposed quantity is rounded up to whole volumes', () => {
    expect(dailyMilli(terms)).toBe(1667);
    // 1.667 × 40 = 67 wanted, 25 there or on their way: 42 missing, 48 in volumes of 12.
    expect(proposeQuantity(terms)).toBe(48);
    expect(daysOfCover(terms)).toBe(8);
  });
  it('days without stock do not lower the daily rate', () => {
    expect(dailyMilli({ ...terms, stocked30: 10, stocked90: 30 })).toBe(5000);
    expect(dailyMilli({ ...terms, sold30: 0, stocked30: 0, stocked90: 45 })).toBe(2000);
  });
  it('units that sales wait for are added, even if nothing was sold before', () => {
    // 42 missing and 7 waited for: 49, in volumes of 12.
    expect(proposeQuantity({ ...terms, waiting: 7 })).toBe(60);
    const never = { ...terms, sold30: 0, sold90: 0, stocked30: 0, stocked90: 0, quantityPerVolume: 1 };
    expect(proposeQuantity({ ...never, onHand: 0, promised: 0, inbound: 1, waiting: 3 })).toBe(2);
    expect(daysOfCover({ ...terms, waiting: 15 })).toBe(0);
  });
  it('proposes nothing if the stock is sufficient or nothing sells', () => {
    expect(proposeQuantity({ ...terms, onHand: 500 })).toBe(0);
    expect(proposeQuantity({ ...terms, sold30: 0, sold90: 0 })).toBe(0);
    expect(daysOfCover({ ...terms, sold30: 0, sold90: 0 })).toBe(null);
  });
});

it('proposes products that sold, with their purchase terms, and orders from several suppliers in one act', async () => {
  const app = await testApp();
  const owner = await app.join('supply');
  const shelf = await makeShelf(app, owner, 40);
  const quiet = await makeShelf(app, owner, 40, Promise.resolve(shelf));
  const asked = (query: { warehouse: string; supplier?: string }) =>
    owner.call(api.purchasing.whatToBuy, { query: query as never });
  await orderGoods(owner, shelf.warehouseId, [
    { variationId: shelf.variationId, quantity: 4, quantityPerVolume: 6, priceCentavos: 900 },
  ]);
  expect((await asked({ warehouse: String(shelf.warehouseId) })).items).toEqual([]);
  app.clock.advance(20 * 24 * 60);
  await app.rows(
    owner.businessId,
    `with sold as (insert into ledger_entries (business_id, stock_id, kind, source, source_id, on_hand, volume_id, at)
       values (${owner.businessId}, ${shelf.stockId}, 'sale_out', 'packing', 'x', -30, ${shelf.volumeId}, '${app.clock.now().toISOString()}'))
     update stock set on_hand = 10 where id = ${shelf.stockId}`,
  );
  const { items } = await asked({ warehouse: String(shelf.warehouseId) });
  expect(items).toMatchObject([
    {
      sku: shelf.sku,
      sold30: 30,
      sold90: 30,
      onHand: 10,
      inbound: 4,
      leadDays: 10,
      quantityPerVolume: 6,
      priceCentavos: 900,
    },
  ]);
  expect(items[0]?.stocked30).toBe(21);
  expect(items[0]?.proposed).toBe(
    Math.ceil((Math.ceil(((items[0]?.dailyMilli ?? 0) * 40) / 1000) - 14) / 6) * 6,
  );
  // The proposal reveals the ledger, and so is hidden from counters.
  const stockist = await app.hire(owner.businessId, ['stockist']);
  const query = { warehouse: String(shelf.warehouseId) } as never;
  const toldStockist = async () => (await stockist.call(api.purchasing.whatToBuy, { query })).items.length;
  expect(await toldStockist()).toBe(1);
  const { started } = await owner.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  expect(await toldStockist()).toBe(0);
  expect((await asked({ warehouse: String(shelf.warehouseId) })).items).toHaveLength(1);
  await owner.call(api.balances.cancel, { params: { id: started[0]?.id ?? 0 } });
  expect((await owner.call(api.purchasing.settings)).coverDays).toBe(30);
  const other = await makeSupplier(owner);
  expect((await asked({ warehouse: String(shelf.warehouseId), supplier: String(other.id) })).items).toEqual(
    [],
  );
  const line = { quantity: 6, quantityPerVolume: 6, priceCentavos: 900 };
  const { items: made } = await owner.call(api.purchasing.buy, {
    body: {
      warehouseId: shelf.warehouseId,
      items: [
        { ...line, supplierId: items[0]?.supplier?.id ?? 0, variationId: shelf.variationId },
        { ...line, supplierId: other.id, variationId: quiet.variationId },
      ],
    },
  });
  expect(made.map(({ supplier }) => supplier.id)).toEqual([items[0]?.supplier?.id, other.id]);
});

it('proposes units that sales wait for, without a known price and without former sales, with the terms of the supplier', async () => {
  const app = await testApp();
  const owner = await app.join('supply');
  const seller = await app.join('sales');
  const shelf = await makeShelf(app, owner, 1);
  await app.rows(
    owner.businessId,
    `update product_variations set cost_centavos = null where id = ${shelf.variationId}`,
  );
  const { id: offerId } = await makeOffer(owner, shelf, 2000);
  const { stockId, warehouseId } = shelf;
  const offer = { offerId, stockId, warehouseId, supplierId: owner.businessId, price: 2000 };
  const query = { warehouse: String(shelf.warehouseId) } as never;
  const asked = async (person = owner) => (await person.call(api.purchasing.whatToBuy, { query })).items;
  expect(await asked()).toEqual([]);
  const account = await makeAccount(app, seller.businessId);
  const sold = await makePublication(app, account, [offer]);
  await applyRemote(app, account, remoteOrder(sold, { quantity: 3 }));
  const [row] = await asked();
  expect(row).toMatchObject({
    sku: shelf.sku,
    sold90: 0,
    onHand: 1,
    waiting: 3,
    proposed: 2,
    priceCentavos: null,
  });
  // Another business gets no units for any warehouse id.
  const other = await app.join('supply');
  expect((await other.refused(api.purchasing.whatToBuy, { query })).code).toBe('not_found');
  const vendor = await makeSupplier(owner, { minimumOrderCentavos: 50_000, paymentTerms: '28/56 dias' });
  expect(vendor.paymentTerms).toBe('28/56 dias');
  await app.rows(
    owner.businessId,
    `insert into supplier_items (business_id, supplier_id, variation_id, supplier_sku, quantity_per_volume, price_centavos, at)
      values (${owner.businessId}, ${vendor.id}, ${shelf.variationId}, '', 4, 700, now())`,
  );
  expect((await asked())[0]).toMatchObject({
    ...{ waiting: 3, proposed: 4, priceCentavos: 700, leadDays: 10 },
    ...{ minimumOrderCentavos: 50_000, paymentTerms: '28/56 dias' },
  });
  const stockist = await app.hire(owner.businessId, ['stockist']);
  const [blind] = await asked(stockist);
  expect(blind).toMatchObject({ waiting: 3 });
  for (const hidden of ['priceCentavos', 'minimumOrderCentavos', 'paymentTerms'])
    expect(blind).not.toHaveProperty(hidden);
});
