import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import { makeShelf, makeVariation, makeVolume, type Shelf } from '#server/inventory/test/factory.ts';
import { makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let packer: Person;
let seller: Person;
let shelf: Shelf;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, supplier, 10);
});

const at = (id: number) => ({ params: { id } });

test('a sale canceled after packing returns to stock once, by the scan of a volume', async () => {
  const id = await makeBenchSale(app, { supplier, seller, shelf }, 2);
  await packSale(packer, id, shelf.sku, 2);
  await seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
  const stopped = await packer.call(api.checkout.detail, at(id));
  // The proposed target: the volume it was packed from.
  const places = [{ volume: shelf.code, position: 'A01', quantity: 2 }];
  expect(stopped).toMatchObject({ status: 'canceled', putBack: true, parts: [{ places }] });
  const stock = () =>
    app.rows(supplier.businessId, `select on_hand, reserved, packed from stock where id = ${shelf.stockId}`);
  expect(await stock()).toEqual([{ on_hand: 8, reserved: 0, packed: 2 }]);

  const other = await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
  expect(
    (await packer.refused(api.checkout.putBack, { ...at(id), body: { volumeCode: 'V999999' } })).code,
  ).toBe('code_not_volume');
  // Another volume of the same product needs a confirmation; a volume of other goods is refused.
  const beside = await makeVariation(app, supplier.businessId);
  const otherGoods = await makeVolume(supplier, shelf, [{ variationId: beside.variationId, quantity: 1 }]);
  const refused = async (body: { volumeCode: string; confirmed?: boolean }) =>
    packer.refused(api.checkout.putBack, { ...at(id), body });
  for (const confirmed of [false, true])
    expect(await refused({ volumeCode: otherGoods.code, confirmed })).toMatchObject({
      code: 'volume_unfit',
      facts: { volume: otherGoods.code, why: 'other_product' },
    });
  expect((await refused({ volumeCode: other.code })).code).toBe('volume_unconfirmed');
  expect((await packer.call(api.checkout.detail, at(id))).putBack).toBe(true);
  const done = await packer.call(api.checkout.putBack, {
    ...at(id),
    body: { volumeCode: other.code, confirmed: true },
  });
  expect(done.putBack).toBe(false);
  expect(await stock()).toEqual([{ on_hand: 11, reserved: 0, packed: 0 }]);
  expect(
    (await packer.refused(api.checkout.putBack, { ...at(id), body: { volumeCode: other.code } })).code,
  ).toBe('state_conflict');
  const [invoice] = (await seller.call(api.dropinvoices.list, {})).items;
  expect(invoice?.totalCentavos).toBe(0);
  for (const { name, sql } of shelfInvariants)
    expect(await app.rows(supplier.businessId, sql), name).toEqual([]);
});

test('a sale canceled during picking is put back by the scan of a volume that contains its product', async () => {
  const own = await makeShelf(app, supplier, 10);
  const id = await makeBenchSale(app, { supplier, seller, shelf: own }, 2);
  await packer.call(api.checkout.startPicking, at(id));
  await seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
  const { parts } = await packer.call(api.checkout.detail, at(id));
  expect(parts[0]?.places).toEqual([{ volume: own.code, position: 'A01', quantity: 2 }]);
  const elsewhere = await makeShelf(app, supplier, 3);
  const outsider = await app.join('supply');
  const foreign = await makeShelf(app, outsider, 3);
  const beside = await makeVariation(app, supplier.businessId);
  const otherGoods = await makeVolume(supplier, own, [{ variationId: beside.variationId, quantity: 1 }]);
  const blocked = await makeVolume(supplier, own, [{ variationId: own.variationId, quantity: 1 }]);
  await supplier.call(api.volumes.block, { ...at(blocked.id), body: { reason: 'avaria' } });
  const scan = (volumeCode: string) =>
    packer.refused(api.checkout.putBack, { ...at(id), body: { volumeCode } });
  for (const unknown of ['na prateleira', own.sku, foreign.code])
    expect((await scan(unknown)).code).toBe('code_not_volume');
  for (const [volume, why] of [
    [elsewhere.code, 'elsewhere'],
    [otherGoods.code, 'other_product'],
    [blocked.code, 'blocked'],
  ] as const)
    expect(await scan(volume)).toMatchObject({ code: 'volume_unfit', facts: { volume, why } });
  expect((await packer.call(api.checkout.detail, at(id))).putBack).toBe(true);
  const volumeCode = ` ${own.code.toLowerCase()} `;
  const done = await packer.call(api.checkout.putBack, { ...at(id), body: { volumeCode } });
  expect(done).toMatchObject({
    putBack: false,
    events: expect.arrayContaining([
      expect.objectContaining({ kind: 'put-back', detail: { volume: own.code } }),
    ]),
  });
});

test("the board counts by status and warehouse within its reader's reach", async () => {
  const id = await makeBenchSale(app, { supplier, seller, shelf: await makeShelf(app, supplier, 5) }, 1);
  const counts = await supplier.call(api.checkout.counts, {});
  expect(counts.statuses).toContainEqual({ status: 'pending', count: 1 });
  expect(counts.warehouses.reduce((sum, row) => sum + row.pending, 0)).toBe(1);
  const elsewhere = await app.hire(supplier.businessId, ['packer'], [999_999]);
  expect((await elsewhere.call(api.checkout.counts, {})).warehouses).toEqual([]);
  expect((await packer.refused(api.checkout.downloadNfe, at(id))).code).toBe('not_found');
});

test('lists volume labels for printing; a supplier without bank data has none', async () => {
  const tags = await supplier.call(api.volumesTags.list, {});
  expect(tags.items.map((tag) => tag.code)).toContain(shelf.code);
  expect(await supplier.call(api.bankAccount.detail, {})).toBeNull();
});

test('a failed zip code look-up is reported as unavailable', async () => {
  const quiet = await testApp({ VIA_CEP_URL: 'http://127.0.0.1:9', BRASIL_API_URL: 'http://127.0.0.1:9' });
  const owner = await quiet.join('supply');
  expect((await owner.refused(api.zipCodes.detail, { params: { zip: '01001000' } })).code).toBe(
    'zip_code_unavailable',
  );
});
