import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { makeShelf, makeVariation, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { makeRequest } from '#server/supply/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;
/** Another product with the same GTIN that no sale here needs. */
let twin: { variationId: number; sku: string };
const gtin = '7891000315507';

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
  shelf = await makeShelf(app, supplier, 20);
  twin = await makeVariation(app, supplier.businessId);
  await app.rows(
    supplier.businessId,
    `update product_variations set gtin = '${gtin}' where id in (${shelf.variationId}, ${twin.variationId})`,
  );
  sell = await makeBenchSeller(app, { supplier, seller, shelf });
  // The same code at another business does not matter here.
  const outsider = await app.join('supply');
  const foreign = await makeVariation(app, outsider.businessId);
  await app.rows(
    outsider.businessId,
    `update product_variations set gtin = '${gtin}' where id = ${foreign.variationId}`,
  );
});

const at = (id: number) => ({ params: { id } });
const asked = () => ({ code: 'code_ambiguous', facts: { code: gtin, skus: [shelf.sku, twin.sku] } });

test('the bench asks which of two products with one GTIN was scanned, and accepts the SKU', async () => {
  const id = await sell(1);
  await supplier.call(api.checkout.startPicking, at(id));
  const scan = (code: string) => ({ ...at(id), body: { code, clientId: `ambiguous-${code}` } });
  const refused = await supplier.refused(api.checkout.beep, scan(gtin));
  expect(refused).toMatchObject(asked());
  expect(refused.detail).toContain(`${shelf.sku}, ${twin.sku}`);
  expect((await supplier.call(api.checkout.beep, scan(shelf.sku.toLowerCase()))).beepedCount).toBe(1);
});

test('a picking list asks which of two products with one GTIN was scanned', async () => {
  const id = await sell(1);
  const { id: listId } = await supplier.call(api.picking.create, { body: { ids: [id] } });
  await supplier.call(api.picking.start, at(listId));
  const scan = (code: string) => ({
    ...at(listId),
    body: { code, from: shelf.code, clientId: `list-${code}` },
  });
  expect(await supplier.refused(api.picking.beep, scan(gtin))).toMatchObject(asked());
  expect((await supplier.call(api.picking.beep, scan(shelf.sku))).placed).not.toBeNull();
});

test('a return asks which of two products with one GTIN was scanned', async () => {
  const id = await sell(1);
  await packSale(supplier, id, shelf.sku, 1);
  await supplier.call(api.checkout.collectByHand, { ...at(id), body: { reason: 'etiqueta molhada' } });
  await supplier.call(api.returns.open, { body: { code: ownLabelCode(id) } });
  const found = (code: string) => ({
    ...at(id),
    body: { code, condition: 'good' as const, quantity: 1, clientId: `back-${code}` },
  });
  expect(await supplier.refused(api.returns.inspect, found(gtin))).toMatchObject(asked());
  expect((await supplier.call(api.returns.inspect, found(shelf.sku))).parts[0]?.good).toBe(1);
});

test('receiving asks, even if the request contains only one of the products', async () => {
  const { id } = await makeRequest(supplier, shelf.warehouseId, [
    { variationId: shelf.variationId, quantity: 2 },
  ]);
  await supplier.call(api.supplyRequests.approve, { ...at(id), body: {} });
  await supplier.call(api.supplyRequests.advance, { ...at(id), body: { from: 'in_transport' } });
  const count = (code: string) => ({ ...at(id), body: { code } });
  expect(await supplier.refused(api.supplyRequests.countVolumes, count(gtin))).toMatchObject(asked());
  expect((await supplier.call(api.supplyRequests.countVolumes, count(shelf.sku))).counted).toBe(1);
});

test('the passport shows both products, and the person chooses', async () => {
  const { items } = await supplier.call(api.passports.find, { query: { code: gtin } });
  expect(items.filter(({ kind }) => kind === 'product')).toHaveLength(2);
});
