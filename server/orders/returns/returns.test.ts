import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
import { settlementInvariants } from '#server/dropshipping/invariants.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import {
  makeShelf,
  makeVariation,
  makeVolume,
  makeWarehouse,
  type Shelf,
} from '#server/inventory/test/factory.ts';
import { saleInvariants } from '#server/orders/invariants.ts';
import { cancelOrder } from '#server/orders/sale/cancel.ts';
import { makeAccount, makeBenchSale, makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let stockist: Person;
let seller: Person;
let picture: Buffer;
let scans = 0;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  stockist = await app.hire(supplier.businessId, ['stockist']);
  seller = await app.join('sales');
  picture = await makePicture();
});

const at = (id: number) => ({ params: { id } });
const photo = () => [{ name: 'avaria.png', bytes: picture, contentType: 'image/png' }];

/** A collected sale of this stock. */
async function collected(shelf: Shelf, quantity: number): Promise<number> {
  return collect(shelf, await makeBenchSale(app, { supplier, seller, shelf }, quantity), quantity);
}

async function collect(shelf: Shelf, id: number, quantity: number): Promise<number> {
  await packSale(supplier, id, shelf.sku, quantity);
  await supplier.call(api.checkout.collectByHand, { ...at(id), body: { reason: 'etiqueta molhada' } });
  return id;
}

const marketplaceCancels = (id: number) =>
  app.database.transact({ businessId: seller.businessId }, (tx) =>
    cancelOrder(tx, seller.businessId, id, { by: 'marketplace', userId: null, reason: 'buyer_regrets' }),
  );

const unit = (shelf: Shelf, condition: 'good' | 'damaged' | 'missing', quantity = 1) => ({
  code: shelf.sku,
  condition,
  quantity,
  clientId: `return-scan-${++scans}`,
});

const open = (id: number) => stockist.call(api.returns.open, { body: { code: ownLabelCode(id) } });

const stockOf = (shelf: Shelf) =>
  app.rows(
    supplier.businessId,
    `select on_hand, reserved, hold, packed from stock where id = ${shelf.stockId}`,
  );

async function expectSound() {
  const asOwner = saleInvariants.filter(({ sql }) => !sql.includes('queued_jobs'));
  for (const { name, sql } of [...shelfInvariants, ...settlementInvariants, ...asOwner])
    expect(await app.rows(supplier.businessId, sql), name).toEqual([]);
}

test('units of a returned parcel are recorded as good, damaged or missing, and stock, hold and invoice change accordingly', async () => {
  const shelf = await makeShelf(app, supplier, 10);
  const id = await collected(shelf, 4);
  await marketplaceCancels(id);
  const listed = await stockist.call(api.returns.list, { query: { query: 'state:expected' } });
  expect(listed.items).toContainEqual(
    expect.objectContaining({ id, state: 'expected', unitCount: 4, reason: 'buyer_regrets' }),
  );

  const opened = await open(id);
  expect(opened).toMatchObject({ id, state: 'opened', status: 'collected' });
  expect(opened.parts[0]).toMatchObject({ sku: shelf.sku, place: { volume: shelf.code, position: 'A01' } });
  await stockist.call(api.returns.inspect, { ...at(id), body: unit(shelf, 'good', 2) });
  await stockist.call(api.returns.inspect, { ...at(id), body: unit(shelf, 'damaged'), files: photo() });
  const seen = await stockist.call(api.returns.inspect, { ...at(id), body: unit(shelf, 'missing') });
  expect(seen.parts[0]).toMatchObject({ good: 2, damaged: 1, missing: 1 });
  expect(seen.units[1]?.photos).toHaveLength(1);
  expect(await stockOf(shelf)).toEqual([{ on_hand: 6, reserved: 0, hold: 0, packed: 0 }]);

  const quarantine = await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
  await supplier.call(api.volumes.block, { ...at(quarantine.id), body: { reason: 'avarias' } });
  const partId = seen.parts[0]?.id ?? 0;
  const places = [{ partId, volumeCode: shelf.code, damagedVolumeCode: quarantine.code }];
  const closed = await stockist.call(api.returns.close, { ...at(id), body: { places } });
  expect(closed).toMatchObject({ state: 'closed', status: 'canceled' });
  expect(closed.units.map((found) => found.volume)).toEqual([shelf.code, quarantine.code, null]);
  // One unit was in the blocked volume before.
  expect(await stockOf(shelf)).toEqual([{ on_hand: 10, reserved: 0, hold: 2, packed: 0 }]);
  const sale = await seller.call(api.orders.detail, at(id));
  expect(sale).toMatchObject({ status: 'canceled', returnExpected: false });
  expect(sale.events).toContainEqual(
    expect.objectContaining({ kind: 'returned', detail: { good: 2, damaged: 1, missing: 1 } }),
  );
  const [invoice] = (await seller.call(api.dropinvoices.list, {})).items;
  expect(invoice?.totalCentavos).toBe(2990);
  await expectSound();
});

test('an unannounced return is opened once by the scan of its label, and lost units are credited too', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await collected(shelf, 2);
  const before = (await seller.call(api.dropinvoices.list, {})).items[0]?.totalCentavos ?? 0;
  await open(id);
  expect((await open(id)).state).toBe('opened');
  await stockist.call(api.returns.inspect, { ...at(id), body: unit(shelf, 'damaged', 2), files: photo() });
  await stockist.call(api.returns.close, { ...at(id), body: { places: [] } });
  expect(await stockOf(shelf)).toEqual([{ on_hand: 3, reserved: 0, hold: 0, packed: 0 }]);
  expect((await seller.call(api.dropinvoices.list, {})).items[0]?.totalCentavos).toBe(before - 2 * 2990);
  const again = await stockist.refused(api.returns.open, { body: { code: ownLabelCode(id) } });
  expect(again.code).toBe('already_returned');
  await expectSound();
});

test('a return of a closed invoice becomes a credit, which is set against the invoice while it is unpaid', async () => {
  const buyer = await app.join('sales');
  const shelf = await makeShelf(app, supplier, 5);
  const id = await makeBenchSale(app, { supplier, seller: buyer, shelf }, 1);
  await packSale(supplier, id, shelf.sku, 1);
  await supplier.call(api.checkout.collectByHand, { ...at(id), body: { reason: 'rasgada' } });
  await app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db
      .updateTable('dropinvoices')
      .set({ closed_at: tx.now(), due_on: '2026-12-01' })
      .where('seller_id', '=', buyer.businessId)
      .execute(),
  );
  await open(id);
  const seen = await stockist.call(api.returns.inspect, { ...at(id), body: unit(shelf, 'good') });
  const places = [{ partId: seen.parts[0]?.id ?? 0, volumeCode: shelf.code }];
  await stockist.call(api.returns.close, { ...at(id), body: { places } });
  const [invoice, ...others] = (await buyer.call(api.dropinvoices.list, {})).items;
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({ state: 'complete', totalCentavos: 2990, dueCentavos: 0 });
  const [pair] = (await buyer.call(api.pairBalances.list, {})).items;
  expect((await buyer.call(api.pairBalances.entries, at(pair?.id ?? 0))).items).toMatchObject([
    { kind: 'set_off', amountCentavos: -2990, balanceCentavos: 0 },
    { kind: 'return', amountCentavos: 2990, order: id, quantity: 1 },
  ]);
});

test('a completed sale that returns keeps its status and is not expected again', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await collected(shelf, 1);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .updateTable('orders')
      .set({ sent_at: tx.now(), delivered_at: tx.now(), status: 'complete' })
      .where('id', '=', id)
      .execute(),
  );
  await open(id);
  const seen = await stockist.call(api.returns.inspect, { ...at(id), body: unit(shelf, 'good') });
  const places = [{ partId: seen.parts[0]?.id ?? 0, volumeCode: shelf.code }];
  const closed = await stockist.call(api.returns.close, { ...at(id), body: { places } });
  expect(closed).toMatchObject({ state: 'closed', status: 'complete' });
  await marketplaceCancels(id);
  expect(await seller.call(api.orders.detail, at(id))).toMatchObject({
    status: 'complete',
    returnExpected: false,
  });
  expect(await stockOf(shelf)).toEqual([{ on_hand: 5, reserved: 0, hold: 0, packed: 0 }]);
});

test('every invalid act on a return is refused with its own code', async () => {
  const shelf = await makeShelf(app, supplier, 9);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const id = await collect(shelf, await sell(2), 2);
  const waiting = await sell(1);
  await packSale(supplier, waiting, shelf.sku, 1);
  const refusal = async (...call: Parameters<Person['refused']>) => (await stockist.refused(...call)).code;
  for (const code of [ownLabelCode(waiting), ownLabelCode(999_999), 'outra coisa'])
    expect(await refusal(api.returns.open, { body: { code } })).toBe('code_unknown');
  const inspect = (body: object) => refusal(api.returns.inspect, { ...at(id), body });
  expect(await inspect(unit(shelf, 'good'))).toBe('state_conflict');
  await open(id);
  expect(await inspect(unit(shelf, 'damaged'))).toBe('photo_required');
  expect(await inspect({ ...unit(shelf, 'good'), code: 'OUTRO' })).toBe('code_not_in_sale');
  expect(await inspect(unit(shelf, 'good', 3))).toBe('line_full');

  const first = unit(shelf, 'good');
  await stockist.call(api.returns.inspect, { ...at(id), body: first });
  const once = await stockist.call(api.returns.inspect, { ...at(id), body: first });
  expect(once.parts[0]?.good).toBe(1);
  const close = (places: object[]) => refusal(api.returns.close, { ...at(id), body: { places } });
  const partId = once.parts[0]?.id ?? 0;
  expect(await close([{ partId, volumeCode: shelf.code }])).toBe('return_incomplete');
  await stockist.call(api.returns.inspect, { ...at(id), body: unit(shelf, 'good') });
  expect(await close([])).toBe('return_incomplete');
  expect(await close([{ partId, volumeCode: 'V000' }])).toBe('code_not_volume');
  const blocked = await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
  await supplier.call(api.volumes.block, { ...at(blocked.id), body: { reason: 'avaria' } });
  for (const wrong of [
    { volumeCode: blocked.code },
    { volumeCode: shelf.code, damagedVolumeCode: shelf.code },
    { volumeCode: (await makeShelf(app, supplier, 1)).code },
  ])
    expect(await close([{ partId, ...wrong }])).toBe('volume_unfit');

  await stockist.call(api.returns.reset, at(id));
  expect(await close([])).toBe('return_incomplete');
  expect((await stockist.call(api.returns.detail, at(id))).units).toEqual([]);
});

test('a stockist of another warehouse does not find the return', async () => {
  const shelf = await makeShelf(app, supplier, 3);
  const id = await collected(shelf, 1);
  const { warehouseId } = await makeWarehouse(supplier);
  const elsewhere = await app.hire(supplier.businessId, ['stockist'], [warehouseId]);
  const code = ownLabelCode(id);
  expect((await elsewhere.refused(api.returns.open, { body: { code } })).code).toBe('code_unknown');
  await open(id);
  expect((await elsewhere.refused(api.returns.detail, at(id))).code).toBe('not_found');
  expect((await elsewhere.call(api.returns.list, {})).items).toEqual([]);
  expect((await elsewhere.call(api.returns.putBacks, {})).lines).toEqual([]);
});

test('put-backs of canceled sales are listed with the position that contains more of the product', async () => {
  const shelf = await makeShelf(app, supplier, 6);
  const sell = await makeBenchSeller(app, { supplier, seller, shelf });
  const packed = await sell(2);
  await packSale(supplier, packed, shelf.sku, 2);
  const picked = await sell(1);
  await supplier.call(api.checkout.startPicking, at(picked));
  for (const id of [packed, picked])
    await seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
  const mine = async () =>
    (await stockist.call(api.returns.putBacks, {})).lines.filter((line) => line.sku === shelf.sku);
  const place = { volume: shelf.code, position: 'A01' };
  expect(await mine()).toEqual([
    expect.objectContaining({ sale: packed, list: null, packed: true, quantity: 2, place }),
    expect.objectContaining({ sale: picked, list: null, packed: false, quantity: 1, place }),
  ]);
  await supplier.call(api.checkout.putBack, { ...at(packed), body: { volumeCode: shelf.code } });
  expect((await mine()).map((line) => line.sale)).toEqual([picked]);
});

test('the list of put-backs and the bench propose the same of two volumes', async () => {
  const shelf = await makeShelf(app, supplier, 6);
  const sale = await makeBenchSale(app, { supplier, seller, shelf }, 1);
  await supplier.call(api.checkout.startPicking, at(sale));
  await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 4 }]);
  await seller.call(api.orders.cancel, { ...at(sale), body: { reason: 'desistiu' } });
  const [part] = (await supplier.call(api.checkout.detail, at(sale))).parts;
  const { lines } = await stockist.call(api.returns.putBacks, {});
  expect(part?.places[0]?.volume).toBe(shelf.code);
  expect(lines.find((line) => line.sale === sale)?.place?.volume).toBe(shelf.code);
});

test("a return of one's own stock leads to its thread; that of another business's sale does not", async () => {
  const shelf = await makeShelf(app, seller, 4);
  const account = await makeAccount(app, seller.businessId);
  const id = await makeBenchSale(app, { supplier: seller, seller, shelf }, 1);
  await packSale(seller, id, shelf.sku, 1);
  await seller.call(api.checkout.collectByHand, { ...at(id), body: { reason: 'sem etiqueta' } });
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.updateTable('orders').set({ account_id: account.id }).where('id', '=', id).execute(),
  );
  await marketplaceCancels(id);
  const [thread] = (await seller.call(api.postsales.list, { query: { query: `order:${id}` } })).items;
  // Notes about the sale come after the claim's reason.
  await app.rows(
    seller.businessId,
    `insert into chats (business_id, account_id, source, remote_id, kind, order_id, about_what, about_id, status, opened_at, last_at, excerpt, read_at)
     values (${seller.businessId}, ${account.id}, 'messages', 'm-${id}', 'message', ${id}, 'order', '', 'open', now(), now(), '', now())`,
  );
  const { postsale } = await seller.call(api.returns.detail, at(id));
  expect(postsale).toEqual({ id: thread?.id, kind: 'return' });
  const clerk = await app.hire(seller.businessId, ['stockist']);
  expect((await clerk.call(api.returns.detail, at(id))).postsale).toBeNull();

  const other = await makeShelf(app, supplier, 4);
  const theirs = await collected(other, 1);
  await marketplaceCancels(theirs);
  expect((await supplier.call(api.returns.detail, at(theirs))).postsale).toBeNull();
});

test('refuses the volume of a unit at the scan: one in use for damaged units, other goods for good ones', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await collected(shelf, 2);
  await open(id);
  const { parts } = await stockist.call(api.returns.detail, at(id));
  const partId = parts[0]?.id ?? 0;
  const place = (condition: 'good' | 'damaged', volumeCode: string) => ({
    ...at(id),
    body: { partId, condition, volumeCode },
  });
  const refused = async (...scanned: Parameters<typeof place>) =>
    (await stockist.refused(api.returns.checkPlace, place(...scanned))).facts;
  expect(await refused('damaged', shelf.code)).toEqual({ volume: shelf.code, why: 'not_blocked' });
  const beside = await makeVariation(app, supplier.businessId);
  const otherGoods = await makeVolume(supplier, shelf, [{ variationId: beside.variationId, quantity: 1 }]);
  expect(await refused('good', otherGoods.code)).toEqual({
    volume: otherGoods.code,
    why: 'other_product',
  });
  const blocked = await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 1 }]);
  await supplier.call(api.volumes.block, { ...at(blocked.id), body: { reason: 'avaria' } });
  for (const fits of [place('good', shelf.code), place('damaged', blocked.code)])
    expect(await stockist.call(api.returns.checkPlace, fits)).toEqual({ volume: fits.body.volumeCode });
});

test('a return opened by a mistaken scan is called off, and the sale is as before', async () => {
  const shelf = await makeShelf(app, supplier, 5);
  const id = await collected(shelf, 1);
  const before = await seller.call(api.orders.detail, at(id));
  await open(id);
  await stockist.call(api.returns.inspect, { ...at(id), body: unit(shelf, 'good') });
  expect((await stockist.refused(api.returns.callOff, at(id))).code).toBe('state_conflict');
  await stockist.call(api.returns.reset, at(id));
  await stockist.call(api.returns.callOff, at(id));
  const after = await seller.call(api.orders.detail, at(id));
  expect(after).toMatchObject({ status: before.status, returnExpected: false });
  expect((await stockist.refused(api.returns.detail, at(id))).code).toBe('not_found');
  // The parcel may really come later.
  await open(id);
  expect(await stockist.call(api.returns.detail, at(id))).toMatchObject({ state: 'opened', units: [] });
});
