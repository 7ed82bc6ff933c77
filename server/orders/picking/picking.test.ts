import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeShelf, makeVolume, makeWarehouse, type Shelf } from '#server/inventory/test/factory.ts';
import { drain } from '#server/marketplaces/test/factory.ts';
import { confirmParcel, makeBenchSeller } from '#server/orders/test/factory.ts';
import { beginList, listScan, walkList } from '#server/orders/test/picking-factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { checkInvariants } from '#server/test/check-invariants.ts';

let app: TestApp;
let supplier: Person;
let packer: Person;
let seller: Person;
let shelf: Shelf;
let sell: (quantity: number) => Promise<number>;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, supplier, 10);
  sell = await makeBenchSeller(app, { supplier, seller, shelf });
});

const at = (id: number) => ({ params: { id } });
const stock = () => supplier.call(api.stock.detail, at(shelf.stockId));
const statusOf = async (id: number) => (await supplier.call(api.checkout.detail, at(id))).status;
const expectSound = async () => expect(await checkInvariants(app.databaseUrl)).toEqual([]);

describe('a list of sales', () => {
  test('a list of sales is picked into a tote, finished, and packed by another person at the bench', async () => {
    const sales = [await sell(2), await sell(1)];
    const list = await beginList(packer, sales);
    expect(list).toMatchObject({ state: 'in_progress', saleCount: 2, unitCount: 3, pickedCount: 0 });
    expect(list.assignee?.id).toBe(packer.userId);
    expect(list.stops).toMatchObject([
      { sku: shelf.sku, quantity: 3, volume: { name: shelf.code }, places: [1, 2] },
    ]);
    expect((await packer.refused(api.picking.finish, at(list.id))).detail).toBe('Há itens não bipados');

    const first = await packer.call(api.picking.beep, listScan(list.id, shelf.code));
    expect(first).toMatchObject({ placed: null, pickedCount: 0 });
    const placed = [];
    for (let unit = 0; unit < 3; unit++) {
      const read = await packer.call(
        api.picking.beep,
        listScan(list.id, shelf.sku.toLowerCase(), shelf.code),
      );
      placed.push([read.placed?.place, read.placed?.left]);
    }
    expect(placed).toEqual([
      [1, 1],
      [1, 0],
      [2, 0],
    ]);
    // Still on hand and reserved: the units are in the tote.
    expect(await stock()).toMatchObject({ onHand: 10, reserved: 3 });
    await expectSound();

    const other = await app.hire(supplier.businessId, ['packer']);
    const [sale = 0] = sales;
    const scan = (clientId: string) => ({ ...at(sale), body: { code: shelf.sku, clientId } });
    expect((await other.refused(api.checkout.beep, scan('bench-scan-0'))).code).toBe('on_picking_list');
    await packer.call(api.picking.finish, at(list.id));
    const atBench = await other.call(api.checkout.beep, scan('bench-scan-1'));
    expect(atBench.parts[0]?.places).toMatchObject([{ volume: list.totes[0]?.code, quantity: 2 }]);
    // The person who took it over keeps it.
    const third = await app.hire(supplier.businessId, ['packer']);
    expect((await third.refused(api.checkout.beep, scan('bench-scan-2'))).code).toBe('picking_taken');
    await other.call(api.checkout.beep, scan('bench-scan-3'));
    const { emptied } = await confirmParcel(other, sale);
    expect(emptied).toEqual([]);
    expect(await stock()).toMatchObject({ onHand: 8, reserved: 1, packed: 2 });
    await expectSound();
  });

  test('a list of sales contains pending sales of one warehouse that are on no other list', async () => {
    const sale = await sell(1);
    const refusedIds = async (ids: number[]) =>
      (await packer.refused(api.picking.create, { body: { ids } })).detail;
    expect(await refusedIds([])).toBe('Nenhuma venda selecionada.');
    const elsewhere = await makeShelf(app, supplier, 5);
    const far = await (await makeBenchSeller(app, { supplier, seller, shelf: elsewhere }))(1);
    expect(await refusedIds([sale, far])).toMatch(/^Venda inválida/);
    expect(await refusedIds([987_654_321])).toMatch(/^Venda inválida/);
    await packer.call(api.picking.create, { body: { ids: [sale] } });
    expect(await refusedIds([sale])).toMatch(/^Venda inválida/);
    // The bench begins it with its list, not alone.
    expect((await packer.refused(api.checkout.startPicking, at(sale))).code).toBe('on_picking_list');
  });

  test('a list of sales gets a sale that two lists request at the same time only once', async () => {
    const sale = await sell(1);
    const made = await Promise.allSettled(
      [1, 2, 3, 4].map(() => packer.call(api.picking.create, { body: { ids: [sale] } })),
    );
    expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const reasons = made.map((one) => (one.status === 'rejected' ? String(one.reason) : ''));
    expect(reasons.filter((reason) => reason.includes('invalid_sale_selected'))).toHaveLength(3);
  });

  test('a list made by a rule contains the most urgent sales that fit the cart: lane, carrier, single units', async () => {
    const sales = [await sell(1), await sell(2), await sell(1), await sell(1)];
    const limits = ['2026-11-23T18:00:00.000Z', '2026-11-23T12:00:00.000Z', '2026-11-23T11:20:00.000Z', null];
    for (const [index, id] of sales.entries())
      await app.database.transact({ businessId: seller.businessId }, (tx) =>
        tx.db
          .updateTable('orders')
          .set({ dispatch_limit: limits[index] ? new Date(limits[index]) : null })
          .where('id', '=', id)
          .execute(),
      );
    const { lanes } = await packer.call(api.picking.lanes, {});
    // The lane is as late as its most urgent sale.
    expect(lanes.map((lane) => [lane.dispatchLimit, lane.nextLimit, lane.sales, lane.singles])).toEqual([
      [limits[1], limits[2], 2, 1],
      [limits[0], limits[0], 1, 1],
      [null, null, 1, 1],
    ]);
    const { warehouseId } = shelf;
    const make = async (rule: object, places = 12) =>
      (await packer.call(api.picking.create, { body: { rule: { warehouseId, ...rule }, places } })).sales.map(
        (sale) => sale.id,
      );
    expect(await make({ dispatchUntil: limits[1], singles: true })).toEqual([sales[2]]);
    expect(await make({ logisticType: lanes[0]?.logisticType }, 1)).toEqual([sales[1]]);
    expect(await make({})).toEqual([sales[0], sales[3]]);
    const none = await packer.refused(api.picking.create, { body: { rule: { warehouseId } } });
    expect(none.detail).toBe('Nenhuma venda selecionada.');
  });

  test('a list of sales is walked position by position in the order of their numbers', async () => {
    const where = await makeWarehouse(supplier);
    const sales: number[] = [];
    for (const index of [100, 20]) {
      const { items } = await supplier.call(api.inventoryLocations.create, {
        body: { warehouseId: where.warehouseId, prefix: 'B', initialIndex: index, finalIndex: index },
      });
      const place = { ...where, positionId: items[0]?.id ?? 0 };
      const goods = await makeShelf(app, supplier, 3, Promise.resolve(place));
      sales.push(await (await makeBenchSeller(app, { supplier, seller, shelf: goods }))(1));
    }
    const { stops } = await beginList(packer, sales);
    expect(stops.map(({ position }) => position)).toEqual(['B20', 'B100']);
  });
});

describe('a scan', () => {
  test('a scan of a wrong code says what it was and changes nothing', async () => {
    const list = await beginList(packer, [await sell(1)]);
    const other = await makeShelf(app, supplier, 1);
    const read = (code: string, from?: string) =>
      packer.refused(api.picking.beep, listScan(list.id, code, from));
    expect(await read(shelf.sku)).toMatchObject({
      code: 'no_volume_selected',
      detail: expect.stringMatching(/^Nenhum volume selecionado/),
    });
    expect(await read(other.code)).toMatchObject({ code: 'place_not_wanted', facts: { code: other.code } });
    expect(await read(other.sku, shelf.code)).toMatchObject({
      code: 'product_not_wanted',
      facts: { sku: other.sku, wanted: shelf.sku },
    });
    expect(await read('NOPE-1', shelf.code)).toMatchObject({
      code: 'code_unknown',
      facts: { code: 'NOPE-1' },
    });
    expect(await packer.call(api.picking.detail, at(list.id))).toMatchObject({ pickedCount: 0 });
  });

  test('a scan that arrives twice counts once; two people at one list never fetch the same unit twice', async () => {
    const list = await beginList(packer, [await sell(2), await sell(1)]);
    const twice = listScan(list.id, shelf.sku, shelf.code);
    const [one, again] = [
      await packer.call(api.picking.beep, twice),
      await packer.call(api.picking.beep, twice),
    ];
    expect(again.placed).toEqual(one.placed);
    const helper = await app.hire(supplier.businessId, ['packer']);
    const race = await Promise.allSettled(
      [packer, helper, packer, helper, packer, helper].map((person) =>
        person.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code)),
      ),
    );
    expect(race.filter((scan) => scan.status === 'fulfilled')).toHaveLength(2);
    const after = await helper.call(api.picking.detail, at(list.id));
    expect(after).toMatchObject({ pickedCount: 3, stops: [] });
    expect(after.scans).toHaveLength(3);
    await expectSound();
  });

  test('a scan of the last unit of a volume asks whether it is empty', async () => {
    const goods = await makeShelf(app, supplier, 1);
    const sale = await (await makeBenchSeller(app, { supplier, seller, shelf: goods }))(1);
    const list = await beginList(packer, [sale]);
    const { emptied } = await packer.call(api.picking.beep, listScan(list.id, goods.sku, goods.code));
    expect(emptied).toEqual([{ id: goods.volumeId, code: goods.code }]);
    await packer.call(api.volumes.zeroCheck, { ...at(goods.volumeId), body: { empty: false } });
    await expectSound();
  });
});

describe('a missing product', () => {
  const short = (id: number) => ({
    ...at(id),
    body: { volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'caixa vazia' },
  });

  test('a missing product is fetched from another volume, and the short volume waits for a count', async () => {
    const list = await beginList(packer, [await sell(3)]);
    const more = await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 5 }]);
    const after = await packer.call(api.picking.declareShort, short(list.id));
    expect(after.stops).toMatchObject([{ volume: { name: more.code }, quantity: 3 }]);
    expect((await supplier.call(api.volumes.detail, at(shelf.volumeId))).state).toBe('in_balance');
    expect(await stock()).toMatchObject({ onHand: 15, reserved: 3, hold: 10 });
    await walkList(packer, list.id);
    await packer.call(api.picking.finish, at(list.id));
    await expectSound();
  });

  test('a missing product sends as few sales as possible to approval, and units fetched for them serve others', async () => {
    const [large, small, other] = [await sell(3), await sell(1), await sell(1)];
    const list = await beginList(packer, [large, small, other]);
    await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    await makeVolume(supplier, shelf, [{ variationId: shelf.variationId, quantity: 2 }]);
    const after = await packer.call(api.picking.declareShort, short(list.id));
    expect(after.sales.map((sale) => [sale.id, sale.leftReason])).toEqual(
      expect.arrayContaining([
        [large, 'short'],
        [small, null],
        [other, null],
      ]),
    );
    expect(await supplier.call(api.checkout.detail, at(large))).toMatchObject({
      status: 'waiting_approval',
      approvalReason: 'stock-short',
    });
    expect(after).toMatchObject({ putBackCount: 0, saleCount: 2, pickedCount: 1 });
    await expectSound();
  });
});

describe('a shortage of one unit', () => {
  const limit = async (id: number, hour: string) =>
    app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db
        .updateTable('orders')
        .set({ dispatch_limit: new Date(`2026-11-23T${hour}:00:00.000Z`) })
        .where('id', '=', id)
        .execute(),
    );
  const short = (id: number) => ({
    ...at(id),
    body: { volumeId: shelf.volumeId, variationId: shelf.variationId, reason: 'caixa vazia' },
  });
  const left = (list: { sales: { id: number; leftReason: string | null }[] }) =>
    list.sales.flatMap((sale) => (sale.leftReason ? [sale.id] : []));

  test('removes one sale of two units, whose unit in the tote serves another sale', async () => {
    // The places of the cart follow the dispatch limits: S3 (1 unit), S1 (1), S2 (2), S4 (1).
    const sales = [await sell(1), await sell(1), await sell(2), await sell(1)];
    const [, , two = 0, last = 0] = sales;
    for (const [index, id] of sales.entries()) await limit(id, `1${index}`);
    const list = await beginList(packer, sales);
    for (let unit = 0; unit < 3; unit++)
      await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    const after = await packer.call(api.picking.declareShort, short(list.id));
    expect(left(after)).toEqual([two]);
    expect(after.moved).toEqual([{ sku: shelf.sku, from: 3, to: 4, units: 1 }]);
    expect(after).toMatchObject({ stops: [], putBackCount: 0, pickedCount: 3, unitCount: 3 });
    await packer.call(api.picking.finish, at(list.id));
    expect((await supplier.call(api.checkout.detail, at(last))).parts[0]?.places).toMatchObject([
      { volume: list.totes[0]?.code, quantity: 1 },
    ]);
    await expectSound();
  });

  test('a shortage of one unit is covered by units that a canceled sale left in the tote, and no sale leaves', async () => {
    const [gone, kept] = [await sell(1), await sell(1)];
    await limit(gone, '10');
    await limit(kept, '11');
    const list = await beginList(packer, [gone, kept]);
    await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    await seller.call(api.orders.cancel, { ...at(gone), body: { reason: 'desistiu' } });
    const after = await packer.call(api.picking.declareShort, short(list.id));
    expect(left(after)).toEqual([gone]);
    expect(after).toMatchObject({ putBackCount: 0, moved: [{ from: 1, to: 2, units: 1 }] });
    await expectSound();
  });

  test('removes the least urgent of equal sales from the list', async () => {
    const sales = [await sell(1), await sell(1), await sell(1)];
    for (const [index, id] of sales.entries()) await limit(id, `1${5 - index}`);
    const list = await beginList(packer, sales);
    for (let unit = 0; unit < 2; unit++)
      await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    expect(left(await packer.call(api.picking.declareShort, short(list.id)))).toEqual([sales[0]]);
    await expectSound();
  });
});

describe('a list that is left', () => {
  test('a sale canceled by its buyer leaves the list: its units are put back, the other sales continue', async () => {
    const [gone, kept] = [await sell(2), await sell(1)];
    const list = await beginList(packer, [gone, kept]);
    await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    await seller.call(api.orders.cancel, { ...at(gone), body: { reason: 'desistiu' } });
    const after = await packer.call(api.picking.detail, at(list.id));
    expect(after.sales.find((sale) => sale.id === gone)?.leftReason).toBe('canceled');
    expect(after.putBack).toMatchObject([{ sku: shelf.sku, quantity: 1, place: { volume: shelf.code } }]);
    await walkList(packer, list.id);
    // Units in the tote for the sale that continues stay there.
    const finished = await packer.call(api.picking.finish, at(list.id));
    expect(finished.putBack).toMatchObject([{ quantity: 1 }]);
    const back = { ...at(list.id), body: { code: shelf.sku, volumeCode: shelf.code } };
    expect(await packer.call(api.picking.putBack, back)).toMatchObject({ putBackCount: 0 });
    expect((await packer.refused(api.picking.putBack, back)).code).toBe('product_not_wanted');
    expect(await stock()).toMatchObject({ onHand: 10, reserved: 1 });
    await expectSound();
  });

  test('if all sales leave a list, they wait again, and fetched units are put back', async () => {
    const sales = [await sell(1), await sell(1)];
    const list = await beginList(packer, sales);
    await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    const other = await app.hire(supplier.businessId, ['packer']);
    expect((await other.refused(api.picking.cancel, at(list.id))).code).toBe('forbidden');
    const canceled = await packer.call(api.picking.cancel, at(list.id));
    expect(canceled).toMatchObject({ state: 'canceled', saleCount: 0, putBackCount: 1 });
    expect(await Promise.all(sales.map(statusOf))).toEqual(['pending', 'pending']);
    await expectSound();
    await packer.call(api.picking.putBack, {
      ...at(list.id),
      body: { code: shelf.sku, volumeCode: shelf.code },
    });
    // The tote is free: the next list takes it.
    const next = await beginList(packer, sales);
    expect(next.totes).toEqual(list.totes);
    await expectSound();
  });

  test('a sale canceled before its list began is not picked', async () => {
    const [gone, kept] = [await sell(1), await sell(1)];
    const { id } = await packer.call(api.picking.create, { body: { ids: [gone, kept] } });
    await seller.call(api.orders.cancel, { ...at(gone), body: { reason: 'desistiu' } });
    const list = await packer.call(api.picking.start, at(id));
    expect(list).toMatchObject({ saleCount: 1, unitCount: 1 });
    await expectSound();
  });

  test('a list ends when its last sale leaves: fetched units are put back, and an empty tote is free', async () => {
    const cancel = (id: number) =>
      seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
    const [early, first, last] = [await sell(1), await sell(1), await sell(1)];
    const unbegun = await packer.call(api.picking.create, { body: { ids: [early] } });
    const list = await beginList(packer, [first, last]);
    await packer.call(api.picking.beep, listScan(list.id, shelf.sku, shelf.code));
    await cancel(early);
    await cancel(first);
    await drain(app);
    expect(await packer.call(api.picking.detail, at(unbegun.id))).toMatchObject({ state: 'canceled' });
    expect(await packer.call(api.picking.detail, at(list.id))).toMatchObject({ state: 'in_progress' });
    await cancel(last);
    await drain(app);
    const ended = await packer.call(api.picking.detail, at(list.id));
    expect(ended).toMatchObject({ state: 'canceled', saleCount: 0, putBackCount: 1 });
    await expectSound();
    const back = { ...at(list.id), body: { code: shelf.sku, volumeCode: shelf.code } };
    expect(await packer.call(api.picking.putBack, back)).toMatchObject({ putBackCount: 0 });
    expect(await stock()).toMatchObject({ onHand: 10, reserved: 0 });
    const unfetched = await beginList(packer, [await sell(1)]);
    expect(unfetched.totes).toEqual(list.totes);
    await cancel(unfetched.sales[0]?.id ?? 0);
    await drain(app);
    expect((await beginList(packer, [await sell(1)])).totes).toEqual(list.totes);
    await expectSound();
  });
});

describe('access to a list', () => {
  test('access to a list belongs to the person it is assigned to; a supervisor assigns it to another one', async () => {
    const stockist = await app.hire(supplier.businessId, ['stockist']);
    const helper = await app.hire(supplier.businessId, ['packer']);
    const { id } = await stockist.call(api.picking.create, {
      body: { ids: [await sell(1)], assigneeId: packer.userId },
    });
    expect((await helper.refused(api.picking.start, at(id))).code).toBe('picking_taken');
    const assigned = await stockist.call(api.picking.assign, {
      ...at(id),
      body: { assigneeId: helper.userId },
    });
    expect(assigned.assignee?.id).toBe(helper.userId);
    await helper.call(api.picking.start, at(id));
    const body = { ids: [await sell(1)], assigneeId: helper.userId };
    expect((await packer.refused(api.picking.create, { body })).code).toBe('forbidden');
  });

  test("covers only the person's own warehouses, and no prices", async () => {
    const { id } = await packer.call(api.picking.create, { body: { ids: [await sell(1)] } });
    const far = await makeWarehouse(supplier);
    const outsider = await app.hire(supplier.businessId, ['packer'], [far.warehouseId]);
    expect((await outsider.refused(api.picking.detail, at(id))).code).toBe('not_found');
    expect((await outsider.refused(api.picking.start, at(id))).code).toBe('not_found');
    expect((await outsider.call(api.picking.list, {})).items).toEqual([]);
    expect(JSON.stringify(await packer.call(api.picking.detail, at(id)))).not.toMatch(/entavos|price|cost/i);
  });
});
