import { beforeAll, describe, expect, test } from 'vitest';
import type { ImportKind } from '#contract/business/import/kinds.ts';
import { api } from '#contract/index.ts';
import { actorOfAsker } from '#server/business/bulk-step.ts';
import type { ReadRow } from '#server/business/import/import-rule.ts';
import { makeOffer, makeShelf, makeWarehouse } from '#server/inventory/test/factory.ts';
import { makeRequest } from '#server/supply/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { importRule } from './kinds.ts';

const app = await testApp();
let owner: Person;
let seller: Person;
let shelf: Awaited<ReturnType<typeof makeShelf>>;
let offer: number;
let warehouse: string;

beforeAll(async () => {
  owner = await app.join('supply');
  seller = await app.join('sales');
  shelf = await makeShelf(app, owner, 50);
  offer = (await makeOffer(owner, shelf, 2000)).id;
  warehouse = (await owner.call(api.warehouses.detail, { params: { id: shelf.warehouseId } })).name;
});

/** An import that has written its rows and has not ended: the acts of others meanwhile. */
async function whileImporting(kind: ImportKind, values: ReadRow['values'], others: () => Promise<unknown>) {
  await app.database.transact({ businessId: owner.businessId }, async (tx) => {
    const asker = { user_id: owner.userId, api_key_id: null };
    const actor = await actorOfAsker(tx, owner.businessId, asker);
    if (!actor) throw new Error('nobody asks');
    const prepared = await importRule(kind).prepare(tx, actor, [{ line: 2, values } as ReadRow], {
      importId: 0,
      file: 'lista.csv',
      createsCategories: false,
    });
    expect(prepared.rows).toMatchObject([{ fate: 'changed' }]);
    await prepared.write();
    await others();
  });
}

const sell = () =>
  seller.call(api.orders.create, {
    body: {
      buyerName: 'Carla',
      paid: true,
      lines: [{ dropshipItemId: offer, quantity: 1, unitPriceCentavos: 8990 }],
    },
  });

describe('sales during the application of a spreadsheet do not wait', () => {
  test.each<[ImportKind, () => ReadRow['values']]>([
    ['offers', () => ({ sku: shelf.sku, warehouse, price: 2100 })],
    ['prices', () => ({ sku: shelf.sku, price: 2200, cost: 900 })],
    ['products', () => ({ name: 'Caneca', sku: shelf.sku, brand: 'Boreal' })],
  ])('%s', async (kind, values) => {
    await whileImporting(kind, values(), async () => {
      expect(await sell()).toMatchObject({ status: 'pending' });
    });
  });

  test('a product is offered from another warehouse meanwhile', async () => {
    const elsewhere = await makeWarehouse(owner);
    const { variationId } = shelf;
    await whileImporting('products', { name: 'Caneca', sku: shelf.sku, brand: 'Austral' }, async () => {
      await makeOffer(owner, { ...shelf, ...elsewhere, variationId });
    });
  });

  test('a vendor is named in a request meanwhile', async () => {
    const { id } = await owner.call(api.suppliers.create, { body: { name: 'Vidraria Azul' } });
    await whileImporting('vendors', { name: 'Vidraria Azul', city: 'Santos' }, async () => {
      await makeRequest(owner, shelf.warehouseId, [{ variationId: shelf.variationId, quantity: 1 }], id);
    });
  });
});
