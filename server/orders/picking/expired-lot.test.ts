import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import { confirmParcel, makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan, walkList } from '#server/orders/test/picking-factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

const app = await testApp();
let supplier: Person;
let packer: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;
/** The volume of the lot that expires today. */
let expiring: { id: number; code: string };

const lastMinute = '2026-12-11T02:59:00.000Z';
const midnight = '2026-12-11T03:00:00.000Z';
const today = { code: 'L-1', expiresOn: '2026-12-10' };
const later = { code: 'L-2', expiresOn: '2027-06-30' };

beforeEach(async () => {
  app.clock.set(lastMinute);
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, supplier, 1);
  await supplier.call(api.volumes.adjust, {
    ...at(shelf.volumeId),
    body: { variationId: shelf.variationId, quantity: 0, reason: 'sem lote' },
  });
  await supplier.call(api.products.update, { ...at(shelf.productId), body: { asksLots: true } });
  sell = await makeBenchSeller(app, { supplier, seller, shelf });
  expiring = await store(4, today);
});

const at = (id: number) => ({ params: { id } });

async function store(quantity: number, lot: typeof today) {
  const lines = [{ variationId: shelf.variationId, quantity, lot }];
  const body = { warehouseId: shelf.warehouseId, reason: 'estoque inicial', lines };
  const { id, code } = await supplier.call(api.volumes.create, { body });
  await supplier.call(api.volumes.tag, { ...at(id), body: { code } });
  await supplier.call(api.volumes.launch, { ...at(id), body: { positionId: shelf.positionId } });
  return { id, code };
}

let scans = 0;
const benchScan = (id: number, code = shelf.sku) => ({
  ...at(id),
  body: { code, clientId: `expired-${++scans}-scan` },
});
const detail = (id: number) => supplier.call(api.checkout.detail, at(id));
const stock = () => supplier.call(api.stock.detail, at(shelf.stockId));
async function markExpired() {
  await app.database.transact({ businessId: supplier.businessId }, async (tx) =>
    tx.enqueue({
      task: 'inventory.hold-expired-of',
      payload: { businessId: supplier.businessId },
      key: 'expired',
    }),
  );
  await drain(app);
}

/** The hold is posted by a job that the refusal enqueues. */
async function expectSound() {
  await drain(app);
  expect(await checkInvariants(app.databaseUrl)).toEqual([]);
}

describe('a sale after midnight in São Paulo, before the job has marked the lot', () => {
  test('reserves no unit of the expired lot', async () => {
    await sell(2);
    await store(3, later);
    app.clock.set(midnight);
    // Of 7 units 4 have expired, and the sale made before midnight needs 2.
    const [served, short] = [await sell(1), await sell(1)];
    expect(await detail(served)).toMatchObject({ status: 'pending' });
    expect(await detail(short)).toMatchObject({ status: 'waiting_approval', approvalReason: 'stock-short' });
    expect(await stock()).toMatchObject({ onHand: 7, reserved: 3 });
    await markExpired();
    // Marked units are subtracted once.
    expect(await detail(await sell(1))).toMatchObject({ approvalReason: 'stock-short' });
    await store(2, later);
    expect(await detail(await sell(1))).toMatchObject({ status: 'pending' });
    await expectSound();
  });

  test('subtracts the expired units of a blocked volume once, although the volume holds them back too', async () => {
    await store(1, later);
    await supplier.call(api.volumes.block, { ...at(expiring.id), body: { reason: 'avaria' } });
    app.clock.set(midnight);
    expect(await detail(await sell(1))).toMatchObject({ status: 'pending' });
    await expectSound();
  });
});

describe('at the bench, after midnight in São Paulo', () => {
  test('a scan of an expired unit is refused and the next scan finds another lot', async () => {
    const id = await sell(2);
    await packer.call(api.checkout.startPicking, at(id));
    await packer.call(api.checkout.beep, benchScan(id));
    const other = await store(3, later);
    app.clock.set(midnight);
    const refused = await packer.refused(api.checkout.beep, benchScan(id));
    expect(refused).toMatchObject({
      code: 'lot_expired',
      facts: { lot: 'L-1', sku: shelf.sku, volume: expiring.code },
    });
    // It is unknown which unit the first scan was of, so both are scanned again.
    expect((await detail(id)).parts).toMatchObject([
      { beeped: 0, places: [{ volume: other.code, quantity: 2 }] },
    ]);
    for (let unit = 0; unit < 2; unit++) await packer.call(api.checkout.beep, benchScan(id));
    await confirmParcel(packer, id);
    expect(await stock()).toMatchObject({ onHand: 5, packed: 2 });
    expect((await supplier.call(api.volumes.detail, at(expiring.id))).units).toBe(4);
    await expectSound();
    expect(await stock()).toMatchObject({ hold: 4, sellable: 1 });
  });

  test('a sale scanned completely before midnight is not packed, and waits if there is no other lot', async () => {
    const id = await sell(2);
    await packer.call(api.checkout.startPicking, at(id));
    for (let unit = 0; unit < 2; unit++) await packer.call(api.checkout.beep, benchScan(id));
    app.clock.set(midnight);
    expect((await packer.refused(api.checkout.confirmPacking, at(id))).code).toBe('lot_expired');
    const waiting = await detail(id);
    expect(waiting).toMatchObject({ status: 'waiting_approval', approvalReason: 'stock-short' });
    expect(waiting.events.at(-1)).toMatchObject({ kind: 'lot-expired', detail: { lot: 'L-1' } });
    expect(await stock()).toMatchObject({ onHand: 4, reserved: 0, packed: 0 });
    await expectSound();
  });

  test('a count by hand counts no expired unit', async () => {
    await supplier.call(api.business.allowByHand, { body: { allowed: true } });
    const id = await sell(1);
    await supplier.call(api.checkout.startPicking, at(id));
    app.clock.set(midnight);
    const byHand = { ...at(id), body: { reason: 'leitor quebrado' } };
    expect((await supplier.refused(api.checkout.countByHand, byHand)).code).toBe('lot_expired');
    await expectSound();
  });

  test('a packing that was undone is not confirmed again', async () => {
    const id = await sell(1);
    await packer.call(api.checkout.startPicking, at(id));
    await packer.call(api.checkout.beep, benchScan(id));
    await confirmParcel(packer, id);
    app.clock.set(midnight);
    await packer.call(api.checkout.reset, { ...at(id), body: { reason: 'caixa errada' } });
    expect((await packer.refused(api.checkout.beep, benchScan(id))).code).toBe('lot_expired');
    expect((await detail(id)).status).toBe('waiting_approval');
    await expectSound();
  });

  test('picking does not begin with an expired lot, even before the job has marked it', async () => {
    const id = await sell(1);
    app.clock.set(midnight);
    expect((await packer.refused(api.checkout.startPicking, at(id))).code).toBe('insufficient_stock');
    const other = await store(1, later);
    expect((await detail(id)).parts[0]?.places).toMatchObject([{ volume: other.code }]);
    expect((await packer.call(api.checkout.startPicking, at(id))).parts[0]?.places).toMatchObject([
      { volume: other.code },
    ]);
    await expectSound();
  });
});

describe('in a picking list, after midnight in São Paulo', () => {
  test('after the expiry day a picking list refuses a scan, and units in the tote are put back and picked from another lot', async () => {
    const list = await beginList(packer, [await sell(2)]);
    await packer.call(api.picking.beep, listScan(list.id, shelf.sku, expiring.code));
    const other = await store(2, later);
    app.clock.set(midnight);
    const refused = await packer.refused(api.picking.beep, listScan(list.id, shelf.sku, expiring.code));
    expect(refused.code).toBe('lot_expired');
    const after = await packer.call(api.picking.detail, at(list.id));
    expect(after).toMatchObject({
      pickedCount: 0,
      putBackCount: 1,
      stops: [{ volume: { name: other.code }, quantity: 2 }],
    });
    // They are put back with their own lot, never among units that are sold.
    const back = (volumeCode: string) => ({ ...at(list.id), body: { code: shelf.sku, volumeCode } });
    expect((await packer.refused(api.picking.putBack, back(other.code))).code).toBe('lots_mixed');
    expect(after.putBack).toMatchObject([{ place: { volume: expiring.code } }]);
    await packer.call(api.picking.putBack, back(expiring.code));
    await walkList(packer, list.id);
    await packer.call(api.picking.finish, at(list.id));
    await expectSound();
    expect(await stock()).toMatchObject({ onHand: 6, hold: 4 });
  });

  test('a walk whose units have all been fetched does not finish with an expired one', async () => {
    const sale = await sell(1);
    const list = await beginList(packer, [sale]);
    await walkList(packer, list.id);
    app.clock.set(midnight);
    expect((await packer.refused(api.picking.finish, at(list.id))).code).toBe('lot_expired');
    expect((await detail(sale)).status).toBe('waiting_approval');
    const after = await packer.call(api.picking.detail, at(list.id));
    expect(after).toMatchObject({ putBackCount: 1, saleCount: 0, sales: [{ leftReason: 'short' }] });
    await expectSound();
  });

  test('a finished list is packed with units of another lot, or not at all', async () => {
    const sale = await sell(1);
    const list = await beginList(packer, [sale]);
    await walkList(packer, list.id);
    await packer.call(api.picking.finish, at(list.id));
    await packer.call(api.checkout.beep, benchScan(sale));
    const other = await store(1, later);
    app.clock.set(midnight);
    expect((await packer.refused(api.checkout.confirmPacking, at(sale))).code).toBe('lot_expired');
    expect((await detail(sale)).parts).toMatchObject([{ beeped: 0, places: [{ volume: other.code }] }]);
    await packer.call(api.checkout.beep, benchScan(sale, other.code));
    await confirmParcel(packer, sale);
    await expectSound();
  });

  test('the job moves allocated units before anybody scans them', async () => {
    const list = await beginList(packer, [await sell(1)]);
    const other = await store(1, later);
    app.clock.set(midnight);
    await markExpired();
    const { stops } = await packer.call(api.picking.detail, at(list.id));
    expect(stops).toMatchObject([{ volume: { name: other.code } }]);
    await expectSound();
  });
});
