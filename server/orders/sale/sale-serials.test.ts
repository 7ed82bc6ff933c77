import { beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { ownLabelCode } from '#contract/orders/parcel-label.ts';
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
import { confirmParcel, labelParcel, makeBenchSeller, packSale } from '#server/orders/test/factory.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let owner: Person;
let packer: Person;
let stockist: Person;
let seller: Person;
let stranger: Person;
let scans = 0;

beforeAll(async () => {
  app = await testApp();
  owner = await app.join('supply');
  packer = await app.hire(owner.businessId, ['packer']);
  stockist = await app.hire(owner.businessId, ['stockist']);
  seller = await app.join('sales');
  stranger = await app.join('supply');
});

const at = (id: number) => ({ params: { id } });
const clientId = () => `serial-scan-${++scans}`;
const askFor = (shelf: { productId: number }, asksSerials = true) =>
  owner.call(api.products.update, { ...at(shelf.productId), body: { asksSerials } });

/** A shelf of a product that asks for serial numbers, with these recorded. */
async function numbered(quantity: number, codes: readonly string[] = []): Promise<Shelf> {
  const shelf = await makeShelf(app, owner, quantity);
  await askFor(shelf);
  for (const code of codes) await record(shelf, code);
  return shelf;
}

const record = (shelf: { variationId: number }, code: string, by = stockist, scan = clientId()) =>
  by.call(api.serials.record, { body: { variationId: shelf.variationId, code, clientId: scan } });
const refusedRecord = (shelf: { variationId: number }, code: string, by = stockist) =>
  by.refused(api.serials.record, { body: { variationId: shelf.variationId, code, clientId: clientId() } });

const counters = new Map<number, (quantity: number) => Promise<number>>();
/** Sales of one shelf have one offer. */
async function sell(shelf: Shelf, quantity: number): Promise<number> {
  const known =
    counters.get(shelf.stockId) ?? (await makeBenchSeller(app, { supplier: owner, seller, shelf }));
  counters.set(shelf.stockId, known);
  return known(quantity);
}
const scan = (id: number, code: string, by = packer, scanned = clientId()) =>
  by.call(api.checkout.beep, { ...at(id), body: { code, clientId: scanned } });
const scanSerial = (id: number, code: string, by = packer, scanned = clientId()) =>
  by.call(api.checkout.scanSerial, { ...at(id), body: { code, clientId: scanned } });
const refusedSerial = async (id: number, code: string, by = packer) =>
  (await by.refused(api.checkout.scanSerial, { ...at(id), body: { code, clientId: clientId() } })).code;

async function begin(shelf: Shelf, quantity = 1): Promise<number> {
  const id = await sell(shelf, quantity);
  await packer.call(api.checkout.startPicking, at(id));
  return id;
}

/** Packs with these serial numbers, one after the scan of each unit. */
async function packWith(shelf: Shelf, codes: readonly string[]): Promise<number> {
  const id = await begin(shelf, codes.length);
  for (const code of codes) {
    await scan(id, shelf.sku);
    await scanSerial(id, code);
  }
  await confirmParcel(packer, id);
  return id;
}

async function stateOf(shelf: Shelf, code: string) {
  const { items } = await owner.call(api.serials.list, {
    query: { query: `product:${shelf.productId} code:"${code}"` },
  });
  return items[0]?.state;
}
const figures = async (shelf: Shelf, by = owner) =>
  (await by.call(api.serials.ofProduct, at(shelf.productId))).variations[0];
const kindsOf = async (shelf: Shelf, code: string) => {
  const { items } = await owner.call(api.serials.list, {
    query: { query: `product:${shelf.productId} code:"${code}"` },
  });
  const found = await owner.call(api.serials.detail, at(items[0]?.id ?? 0));
  return found.events.map(({ kind }) => kind).reverse();
};

async function expectSound() {
  const asOwner = saleInvariants.filter(({ sql }) => !sql.includes('queued_jobs'));
  for (const { name, sql } of [...shelfInvariants, ...asOwner])
    expect(await app.rows(owner.businessId, sql), name).toEqual([]);
}

test('the serial number of each unit is recorded once, and units without one are counted as missing', async () => {
  const shelf = await numbered(3, ['sn-1']);
  expect(await figures(shelf)).toMatchObject({ units: 3, here: 1, missing: 2, surplus: 0 });
  expect(await stateOf(shelf, 'SN-1')).toBe('in_stock');
  expect(await refusedRecord(shelf, ' sn-1 ')).toMatchObject({ code: 'serial_exists' });
  expect(await refusedRecord(shelf, shelf.sku)).toMatchObject({ code: 'serial_is_code' });
  expect(await refusedRecord(shelf, shelf.code)).toMatchObject({ code: 'serial_is_code' });
  await record(shelf, 'SN-2');
  expect(await record(shelf, 'SN-3')).toMatchObject({ code: 'SN-3', missing: 0 });
  expect(await refusedRecord(shelf, 'SN-4')).toMatchObject({ code: 'serials_complete' });
  expect(await refusedRecord(await makeVariation(app, owner.businessId), 'SN-1')).toMatchObject({
    code: 'serials_off',
  });
});

test('a scan that is sent twice records one serial number, and two people record the last unit once', async () => {
  const shelf = await numbered(2);
  const again = clientId();
  const [first, second] = await Promise.all([
    record(shelf, 'TWICE', stockist, again),
    record(shelf, 'TWICE', stockist, again).catch(() => record(shelf, 'TWICE', stockist, again)),
  ]);
  expect(first.id).toBe(second.id);
  const last = await Promise.allSettled([record(shelf, 'LAST-A'), record(shelf, 'LAST-B', owner)]);
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await figures(shelf)).toMatchObject({ units: 2, here: 2, missing: 0, surplus: 0 });
});

test('two products may have the same serial number, one product has it once', async () => {
  const one = await numbered(1, ['SAME-1']);
  const other = await numbered(1, ['SAME-1']);
  const { items } = await packer.call(api.passports.find, { query: { code: 'same-1' } });
  expect(items.map(({ kind, about }) => [kind, about.split(' · ')[1]])).toEqual([
    ['serial', one.sku],
    ['serial', other.sku],
  ]);
});

test('the bench asks for the serial number after each product, and packs only with all of them', async () => {
  const shelf = await numbered(2, ['P-1', 'P-2']);
  const id = await begin(shelf, 2);
  expect(await refusedSerial(id, 'P-1')).toBe('serial_out_of_turn');
  const early = await packer.refused(api.checkout.beep, {
    ...at(id),
    body: { code: 'P-1', clientId: clientId() },
  });
  expect(early.code).toBe('serial_out_of_turn');
  await scan(id, shelf.sku);
  const again = await packer.refused(api.checkout.beep, {
    ...at(id),
    body: { code: shelf.sku, clientId: clientId() },
  });
  expect(again.code).toBe('serial_expected');
  const taken = await scanSerial(id, 'p-1');
  expect(taken.parts[0]).toMatchObject({ asksSerials: true, beeped: 1, serials: ['P-1'] });
  await scan(id, shelf.sku);
  expect(await refusedSerial(id, 'P-1')).toBe('serial_repeated');
  await labelParcel(packer, id);
  expect((await packer.refused(api.checkout.confirmPacking, at(id))).code).toBe('serial_required');
  await scanSerial(id, 'P-2');
  await packer.call(api.checkout.confirmPacking, at(id));
  expect([await stateOf(shelf, 'P-1'), await stateOf(shelf, 'P-2')]).toEqual(['with_sale', 'with_sale']);
  expect(await figures(shelf)).toMatchObject({ units: 0, here: 0, missing: 0, surplus: 0 });
  expect(await kindsOf(shelf, 'P-1')).toEqual(['recorded', 'scanned', 'packed']);
  await expectSound();
});

test('refuses a serial number that is unknown, of another product, with another sale, or gone', async () => {
  const shelf = await numbered(3, ['R-1', 'R-2', 'R-3']);
  const other = await numbered(1, ['OTHER-1']);
  const former = await packWith(shelf, ['R-1']);
  await owner.call(api.serials.mark, {
    ...at((await owner.call(api.serials.list, { query: { query: 'code:R-3' } })).items[0]?.id ?? 0),
    body: { to: 'gone', reason: 'caiu' },
  });
  const id = await begin(shelf);
  await scan(id, shelf.sku);
  expect(await refusedSerial(id, 'OTHER-1')).toBe('serial_of_other');
  expect(await refusedSerial(id, 'R-1')).toBe('serial_taken');
  expect(await refusedSerial(id, 'R-3')).toBe('serial_gone');
  expect(await refusedSerial(id, shelf.sku)).toBe('serial_is_code');
  // R-3 is gone, so one unit has no serial number: it would be recorded.
  await record(shelf, 'R-4');
  expect(await refusedSerial(id, 'NEVER-SEEN')).toBe('serial_unknown');
  const read = await packer.call(api.checkout.detail, at(id));
  expect(read.parts[0]).toMatchObject({ beeped: 1, serials: [] });
  expect(await stateOf(other, 'OTHER-1')).toBe('in_stock');
  const sold = await packer.call(api.checkout.detail, at(former));
  expect(sold.parts[0]?.serials).toEqual(['R-1']);
  await scanSerial(id, 'R-2');
  await expectSound();
});

test('stock from before the switch is recorded at the bench and used at once', async () => {
  const shelf = await makeShelf(app, owner, 2);
  await askFor(shelf);
  expect(await figures(shelf)).toMatchObject({ units: 2, here: 0, missing: 2 });
  const id = await packWith(shelf, ['OLD-1']);
  expect(await kindsOf(shelf, 'OLD-1')).toEqual(['recorded', 'scanned', 'packed']);
  expect(await figures(shelf)).toMatchObject({ units: 1, here: 0, missing: 1 });
  expect(await stateOf(shelf, 'OLD-1')).toBe('with_sale');
  expect(id).toBeGreaterThan(0);
});

test('one of two packers gets a serial number that both scan at once, known or not', async () => {
  const shelf = await numbered(4, ['RACE-1']);
  const second = await app.hire(owner.businessId, ['packer']);
  for (const code of ['RACE-1', 'RACE-NEW']) {
    const [mine, theirs] = [await begin(shelf), await sell(shelf, 1)];
    await second.call(api.checkout.startPicking, at(theirs));
    await Promise.all([scan(mine, shelf.sku), scan(theirs, shelf.sku, second)]);
    const done = await Promise.allSettled([scanSerial(mine, code), scanSerial(theirs, code, second)]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
  await expectSound();
});

test('a serial scan that is sent twice counts once, also at the same time', async () => {
  const shelf = await numbered(1, ['IDEM-1']);
  const id = await begin(shelf);
  await scan(id, shelf.sku);
  const again = clientId();
  const done = await Promise.all([
    scanSerial(id, 'IDEM-1', packer, again),
    scanSerial(id, 'IDEM-1', packer, again),
  ]);
  for (const sale of done) expect(sale.parts[0]?.serials).toEqual(['IDEM-1']);
  expect(await kindsOf(shelf, 'IDEM-1')).toEqual(['recorded', 'scanned']);
});

test.each([
  ['starting over', (id: number) => packer.call(api.checkout.reset, { ...at(id), body: { reason: '' } })],
  ['canceling the picking', (id: number) => packer.call(api.checkout.cancel, at(id))],
  [
    'canceling the sale',
    (id: number) =>
      app.database.transact({ businessId: seller.businessId }, (tx) =>
        cancelOrder(tx, seller.businessId, id, { by: 'marketplace', userId: null, reason: 'x' }),
      ),
  ],
])('%s frees the serial number', async (_, act) => {
  const code = `FREE-${++scans}`;
  const shelf = await numbered(1, [code]);
  const id = await begin(shelf);
  await scan(id, shelf.sku);
  await scanSerial(id, code);
  await act(id);
  expect(await stateOf(shelf, code)).toBe('in_stock');
  expect((await kindsOf(shelf, code)).at(-1)).toBe('freed');
  await expectSound();
});

test('opening a parcel frees its serial numbers, which are packed again', async () => {
  const shelf = await numbered(1, ['AGAIN-1']);
  const id = await packWith(shelf, ['AGAIN-1']);
  await packer.call(api.checkout.reset, { ...at(id), body: { reason: 'errado' } });
  expect(await stateOf(shelf, 'AGAIN-1')).toBe('in_stock');
  expect(await figures(shelf)).toMatchObject({ units: 1, here: 1 });
  await scan(id, shelf.sku);
  await scanSerial(id, 'AGAIN-1');
  await confirmParcel(packer, id);
  expect(await kindsOf(shelf, 'AGAIN-1')).toEqual([
    'recorded',
    'scanned',
    'packed',
    'freed',
    'scanned',
    'packed',
  ]);
  await expectSound();
});

test('goods of a sale that was canceled after packing keep their serial number until they are put back', async () => {
  const shelf = await numbered(1, ['BACK-1']);
  const id = await packWith(shelf, ['BACK-1']);
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    cancelOrder(tx, seller.businessId, id, { by: 'marketplace', userId: null, reason: 'x' }),
  );
  expect(await stateOf(shelf, 'BACK-1')).toBe('with_sale');
  await stockist.call(api.checkout.putBack, { ...at(id), body: { volumeCode: shelf.code, confirmed: true } });
  expect(await stateOf(shelf, 'BACK-1')).toBe('in_stock');
  expect(await figures(shelf)).toMatchObject({ units: 1, here: 1 });
  await expectSound();
});

test('a returned unit is found by the serial number that left with the sale', async () => {
  const shelf = await numbered(3, ['RET-1', 'RET-2', 'RET-3']);
  const elsewhere = await packWith(shelf, ['RET-3']);
  const id = await packWith(shelf, ['RET-1', 'RET-2']);
  for (const sale of [id, elsewhere])
    await owner.call(api.checkout.collectByHand, { ...at(sale), body: { reason: 'x' } });
  await stockist.call(api.returns.open, { body: { code: ownLabelCode(id) } });
  const inspect = (code: string, condition: 'good' | 'damaged' = 'good', quantity = 1) => ({
    ...at(id),
    body: { code, condition, quantity, clientId: clientId() },
  });
  const refused = async (...unit: Parameters<typeof inspect>) =>
    (await stockist.refused(api.returns.inspect, inspect(...unit))).code;
  expect(await refused(shelf.sku)).toBe('serial_required');
  expect(await refused('RET-3')).toBe('serial_not_of_sale');
  expect(await refused('NOTHING')).toBe('code_not_in_sale');
  const seen = await stockist.call(api.returns.inspect, inspect('ret-1'));
  expect(seen.parts[0]).toMatchObject({ good: 1, serials: ['RET-2'] });
  expect(seen.units[0]).toMatchObject({ serial: 'RET-1' });
  expect(await refused('RET-1')).toBe('serial_repeated');
  expect(await stateOf(shelf, 'RET-1')).toBe('returned');
  await stockist.call(api.returns.reset, at(id));
  expect(await stateOf(shelf, 'RET-1')).toBe('with_sale');
  await stockist.call(api.returns.inspect, inspect('RET-1'));
  const picture = await makePicture();
  await stockist.call(api.returns.inspect, {
    ...inspect('RET-2', 'damaged'),
    files: [{ name: 'a.png', bytes: picture, contentType: 'image/png' }],
  });
  await stockist.call(api.returns.close, {
    ...at(id),
    body: { places: [{ partId: seen.parts[0]?.id ?? 0, volumeCode: shelf.code }] },
  });
  expect([await stateOf(shelf, 'RET-1'), await stateOf(shelf, 'RET-2')]).toEqual(['in_stock', 'gone']);
  expect(await figures(shelf)).toMatchObject({ units: 1, here: 1, missing: 0, surplus: 0 });
  const again = await packWith(shelf, ['RET-1']);
  expect((await packer.call(api.checkout.detail, at(again))).parts[0]?.serials).toEqual(['RET-1']);
  await expectSound();
});

test('units sold before the switch come back without a serial number', async () => {
  const shelf = await makeShelf(app, owner, 1);
  const id = await sell(shelf, 1);
  await packSale(packer, id, shelf.sku, 1);
  await owner.call(api.checkout.collectByHand, { ...at(id), body: { reason: 'x' } });
  await askFor(shelf);
  await stockist.call(api.returns.open, { body: { code: ownLabelCode(id) } });
  const seen = await stockist.call(api.returns.inspect, {
    ...at(id),
    body: { code: shelf.sku, condition: 'good', quantity: 1, clientId: clientId() },
  });
  expect(seen.parts[0]).toMatchObject({ good: 1, serials: [] });
});

test('the seller sees the serial numbers of the own sale, and another business none', async () => {
  const shelf = await numbered(2, ['SIDE-1', 'SIDE-2']);
  const id = await packWith(shelf, ['SIDE-1']);
  const read = await seller.call(api.orders.detail, at(id));
  expect(read.lines[0]?.parts[0]?.serials).toEqual(['SIDE-1']);
  for (const person of [seller, stranger])
    expect((await person.call(api.serials.list, { query: {} })).items).toEqual([]);
  for (const table of ['serials', 'serial_events'])
    for (const { businessId } of [seller, stranger])
      expect(await app.rows(businessId, `select id from ${table}`)).toEqual([]);
  expect(await app.rows(stranger.businessId, 'select id from sale_serials')).toEqual([]);
  const known = await owner.call(api.serials.list, { query: { query: 'code:SIDE-2' } });
  expect(await stranger.refused(api.serials.detail, at(known.items[0]?.id ?? 0))).toMatchObject({
    status: 404,
  });
  expect(await stranger.refused(api.serials.ofProduct, at(shelf.productId))).toMatchObject({ status: 404 });
});

test('adjustments name no serial number, and the difference is shown', async () => {
  const shelf = await numbered(2, ['ADJ-1', 'ADJ-2']);
  await makeVolume(owner, await makeWarehouse(owner), [{ variationId: shelf.variationId, quantity: 3 }]);
  expect(await figures(shelf)).toMatchObject({ units: 5, here: 2, missing: 3, surplus: 0 });
  await stockist.call(api.balances.start, { body: { volumeId: shelf.volumeId } });
  expect(await figures(shelf, packer)).toMatchObject({ units: null, missing: null, surplus: null });
});

test('a lost unit is marked with a reason, and back in stock when it is found', async () => {
  const shelf = await numbered(1, ['LOST-1']);
  const { items } = await owner.call(api.serials.list, { query: { query: 'code:LOST-1' } });
  const id = items[0]?.id ?? 0;
  const mark = (to: 'gone' | 'in_stock') =>
    stockist.call(api.serials.mark, { ...at(id), body: { to, reason: 'sumiu' } });
  expect((await mark('gone')).state).toBe('gone');
  expect(await figures(shelf)).toMatchObject({ units: 1, here: 0, missing: 1 });
  expect(
    await stockist.refused(api.serials.mark, { ...at(id), body: { to: 'gone', reason: 'x' } }),
  ).toMatchObject({ code: 'state_conflict' });
  expect((await mark('in_stock')).events[0]).toMatchObject({ kind: 'found', reason: 'sumiu' });
});

test('only products counted in whole units ask for serial numbers', async () => {
  const made = await makeVariation(app, owner.businessId);
  expect(
    await owner.refused(api.products.update, {
      ...at(made.productId),
      body: { asksSerials: true, unit: 'kg' },
    }),
  ).toMatchObject({ errors: { asksSerials: [{ code: 'whole_units_only' }] } });
  await askFor(made);
  expect(
    await owner.refused(api.products.update, { ...at(made.productId), body: { unit: 'meter' } }),
  ).toMatchObject({ errors: { asksSerials: [{ code: 'whole_units_only' }] } });
});

test('serial numbers of the list are exported', async () => {
  const shelf = await numbered(1, ['CSV-1']);
  const file = await owner.download(api.serials.export, { query: { query: `product:${shelf.productId}` } });
  expect(file.bytes.toString('utf8')).toContain('CSV-1');
});
