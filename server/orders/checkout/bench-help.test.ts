import { beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSale, makeBenchSeller } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let packer: Person;
let seller: Person;
let shelf: Shelf;
let benchSale: (quantity: number) => Promise<number>;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, supplier, 3);
  benchSale = await makeBenchSeller(app, { supplier, seller, shelf });
});

const at = (id: number) => ({ params: { id } });
const placesOf = async (id: number) =>
  (await packer.call(api.checkout.detail, at(id))).parts.flatMap((part) => part.places);

test('shows before the start where the goods will be picked from, and they are picked there', async () => {
  const beside = await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 9 }]);
  const id = await benchSale(5);
  const before = await placesOf(id);
  expect(before.map(({ volume, quantity }) => [volume, quantity])).toEqual([
    [shelf.code, 3],
    [beside.code, 2],
  ]);
  expect(before.every(({ position }) => position !== null)).toBe(true);
  await packer.call(api.checkout.startPicking, at(id));
  expect(await placesOf(id)).toEqual(before);

  // Units held by another sale are not offered to the next one.
  const next = await benchSale(1);
  expect((await placesOf(next)).map(({ volume, quantity }) => [volume, quantity])).toEqual([
    [beside.code, 1],
  ]);
});

test('finds by a code on the goods the sales that need them, the most urgent first', async () => {
  const other = await makeShelf(app, supplier, 3);
  const elsewhere = await app.hire(supplier.businessId, ['packer'], [999_999]);
  const ids = [await benchSale(1), await benchSale(1)];
  await makeBenchSale(app, { supplier, seller, shelf: other }, 1);
  const found = async (code: string, person = packer) =>
    (
      await person.call(api.checkout.list, {
        query: { query: `status:pending code:"${code}"`, sort: 'limit' },
      })
    ).items.map((row) => row.id);
  const gtin = (await packer.call(api.checkout.detail, at(ids[0] ?? 0))).parts[0]?.gtin ?? '';
  const volume = shelf.code.toLowerCase();
  for (const code of [shelf.sku, shelf.sku.toLowerCase(), volume, ...(gtin ? [gtin] : [])])
    expect(await found(code), code).toEqual(ids);
  expect(await found(shelf.sku.slice(0, -1))).toEqual([]);
  expect(await found('V999999')).toEqual([]);
  expect(await found(shelf.sku, elsewhere)).toEqual([]);
});

test('a downloaded label does not count as printed; undoing the packing voids a printed one', async () => {
  const id = await benchSale(1);
  expect((await packer.refused(api.checkout.downloadTag, at(id))).code).toBe('label_not_ready');
  await packer.call(api.checkout.startPicking, at(id));
  await packer.call(api.checkout.beep, {
    ...at(id),
    body: { code: shelf.sku, clientId: `scan-of-${id}` },
  });
  const fetched = await packer.call(api.checkout.fetchTag, at(id));
  expect(fetched.labelPrintedAt).toBeNull();
  expect(fetched.labelFormats).toEqual(['pdf', 'zpl']);
  expect(fetched.events.map(({ kind }) => kind)).toContain('label-fetched');
  await packer.download(api.checkout.downloadTag, at(id));

  const printed = await packer.call(api.checkout.print, { ...at(id), body: { reason: '' } });
  expect(printed.labelPrintedAt).not.toBeNull();
  expect((await packer.refused(api.checkout.print, { ...at(id), body: { reason: '' } })).code).toBe(
    'reason_required',
  );
  await packer.call(api.checkout.confirmPacking, at(id));
  const undone = await packer.call(api.checkout.reset, { ...at(id), body: { reason: 'faltou nota' } });
  expect(undone).toMatchObject({ labelPrintedAt: null, labelFormats: [] });
  expect((await packer.refused(api.checkout.downloadTag, at(id))).code).toBe('label_not_ready');
});

test('finds a packed parcel by the complete shipment or tracking code of its label', async () => {
  const id = await benchSale(1);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .updateTable('orders')
      .set({ shipment_id: '44012345678', tracking_code: 'ME123BR' })
      .where('id', '=', id)
      .execute(),
  );
  const found = async (words: string) =>
    (await packer.call(api.checkout.list, { query: { query: `label:${words}` } })).items.map((row) => row.id);
  for (const words of ['44012345678', 'me123br', 'ID,44012345678,SENDER'])
    expect(await found(words)).toEqual([id]);
  for (const words of ['4401234567', 'ME123', 'VENDA']) expect(await found(words)).toEqual([]);
});
