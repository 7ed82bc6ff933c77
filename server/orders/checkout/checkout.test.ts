import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { orderActs, orderStatuses } from '#contract/orders/order-states.ts';
import { shelfInvariants } from '#server/inventory/invariants.ts';
import { makeShelf, type Shelf } from '#server/inventory/test/factory.ts';
import { confirmParcel, makeBenchSale, packSale } from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';

let app: TestApp;
let supplier: Person;
let packer: Person;
let distributor: Person;
let seller: Person;
let shelf: Shelf;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  supplier = await app.join('supply');
  packer = await app.hire(supplier.businessId, ['packer']);
  distributor = await app.hire(supplier.businessId, ['distributor']);
  seller = await app.join('sales');
  shelf = await makeShelf(app, supplier, 10);
});

const benchSale = (quantity = 2) => makeBenchSale(app, { supplier, seller, shelf }, quantity);

const at = (id: number) => ({ params: { id } });
let scans = 0;
const scan = (id: number, code: string) => ({
  ...at(id),
  body: { code, clientId: `scan-${++scans}-client` },
});

const pack = (id: number, quantity = 2) => packSale(packer, id, shelf.sku, quantity);

async function stock() {
  return app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db
      .selectFrom('stock')
      .select(['on_hand', 'reserved', 'packed', 'soft'])
      .where('id', '=', shelf.stockId)
      .executeTakeFirstOrThrow(),
  );
}

async function expectSound(): Promise<void> {
  for (const { name, sql } of shelfInvariants)
    expect(await app.rows(supplier.businessId, sql), name).toEqual([]);
}

describe('the packing flow', () => {
  test('the packing flow takes stock once on the way from queue to carrier, accrues the invoice, and shows both sides the same', async () => {
    const id = await benchSale();
    expect(await stock()).toEqual({ on_hand: 10, reserved: 2, packed: 0, soft: 0 });
    const list = await packer.call(api.checkout.list, {});
    expect(list.items.map((row) => [row.id, row.status, row.unitCount])).toEqual([[id, 'pending', 2]]);

    const picking = await packer.call(api.checkout.startPicking, at(id));
    expect(picking.parts[0]?.places).toEqual([
      { volume: shelf.code, position: expect.any(String), quantity: 2 },
    ]);
    expect(picking.parts[0]).not.toHaveProperty('unitCostCentavos');
    await packer.call(api.checkout.beep, scan(id, shelf.sku.toLowerCase()));
    expect((await packer.refused(api.checkout.confirmPacking, at(id))).detail).toBe('Há itens não bipados');
    await packer.call(api.checkout.beep, scan(id, shelf.code));
    expect((await packer.refused(api.checkout.beep, scan(id, shelf.sku))).code).toBe('line_full');
    expect((await packer.refused(api.checkout.beep, scan(id, 'NOPE'))).code).toBe('code_not_in_sale');

    await confirmParcel(packer, id);
    expect(await stock()).toEqual({ on_hand: 8, reserved: 0, packed: 2, soft: 0 });
    expect((await packer.refused(api.checkout.confirmPacking, { ...at(id), locale: 'en' })).detail).toBe(
      'Order already packed',
    );

    const [mine] = (await seller.call(api.dropinvoices.list, {})).items;
    const [theirs] = (await supplier.call(api.dropinvoices.list, {})).items;
    expect(mine).toEqual(theirs);
    expect(mine).toMatchObject({ totalCentavos: 5980, productQuantity: 2, state: 'pending', closedAt: null });

    const label = await packer.download(api.checkout.downloadTag, { ...at(id), query: { format: 'zpl' } });
    expect(label.bytes.toString()).toContain('^XA');
    // The seller reads it too, although they do not work at the bench; other sellers do not.
    const clerk = await app.hire(seller.businessId, ['seller']);
    const own = await clerk.download(api.checkout.downloadTag, { ...at(id), query: { format: 'zpl' } });
    expect(own.bytes).toEqual(label.bytes);
    expect((await clerk.refused(api.checkout.detail, at(id))).code).toBe('forbidden');
    const rival = await app.join('sales');
    expect((await rival.refused(api.checkout.downloadTag, { ...at(id), query: {} })).code).toBe('not_found');
    expect((await packer.refused(api.checkout.print, { ...at(id), body: { reason: '' } })).code).toBe(
      'reason_required',
    );

    await distributor.call(api.checkout.collect, { ...at(id), body: { code: `VENDA-${id}` } });
    expect(await stock()).toEqual({ on_hand: 8, reserved: 0, packed: 0, soft: 0 });
    const sent = await distributor.call(api.checkout.send, {
      ...at(id),
      body: { trackingCode: 'AA123456785BR' },
    });
    expect(sent).toMatchObject({ status: 'sent', trackingCode: 'AA123456785BR' });
    await expectSound();
  });

  test('the packing flow counts a repeated scan once; 20 simultaneous scans of the last unit count one', async () => {
    const id = await benchSale(1);
    await packer.call(api.checkout.startPicking, at(id));
    const twice = scan(id, shelf.sku);
    await packer.call(api.checkout.beep, twice);
    expect((await packer.call(api.checkout.beep, twice)).beepedCount).toBe(1);
    await packer.call(api.checkout.reset, { ...at(id), body: { reason: '' } });
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => packer.call(api.checkout.beep, scan(id, shelf.sku))),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('packed, reset and packed again is one parcel, with two sale entries and one reversal', async () => {
    const id = await benchSale();
    await pack(id);
    const back = await packer.call(api.checkout.reset, { ...at(id), body: { reason: 'caixa errada' } });
    expect(back).toMatchObject({ status: 'picking', beepedCount: 0 });
    expect(await stock()).toEqual({ on_hand: 10, reserved: 2, packed: 0, soft: 0 });
    for (let n = 0; n < 2; n++) await packer.call(api.checkout.beep, scan(id, shelf.sku));
    await confirmParcel(packer, id);
    const [invoice] = (await seller.call(api.dropinvoices.list, {})).items;
    expect(invoice?.totalCentavos).toBe(5980);
    const lines = await supplier.call(api.dropinvoices.items, at(invoice?.id ?? 0));
    expect(lines.items.map((line) => [line.kind, line.totalCentavos])).toEqual([
      ['sale', 5980],
      ['reversal', -5980],
      ['sale', 5980],
    ]);
    await expectSound();
  });

  test('a packer may undo their own packing for 15 minutes; later a stockist does it with a reason', async () => {
    const id = await benchSale();
    await pack(id);
    const other = await app.hire(supplier.businessId, ['packer']);
    const stockist = await app.hire(supplier.businessId, ['stockist']);
    const refusalOf = async (person: Person) => (await person.call(api.checkout.detail, at(id))).resetRefusal;
    const until = new Date(app.clock.now().getTime() + 15 * 60_000).toISOString();
    expect(await refusalOf(packer)).toBeNull();
    expect(await refusalOf(other)).toEqual({ why: 'packed_by_other', until });
    app.clock.advance(16);
    expect(await refusalOf(packer)).toEqual({ why: 'packed_long_ago', until });
    expect(await refusalOf(stockist)).toBeNull();
    expect(await packer.refused(api.checkout.reset, { ...at(id), body: { reason: 'x' } })).toMatchObject({
      detail: 'A venda não pôde ser reiniciada',
      facts: { why: 'packed_long_ago', until },
    });
    expect((await stockist.refused(api.checkout.reset, { ...at(id), body: { reason: '' } })).code).toBe(
      'reason_required',
    );
    await stockist.call(api.checkout.reset, { ...at(id), body: { reason: 'caixa errada' } });
    await packer.refused(api.checkout.collect, { ...at(id), body: { code: `VENDA-${id}` } });
  });

  test('one of two packers gets the sale', async () => {
    const id = await benchSale();
    const other = await app.hire(supplier.businessId, ['packer']);
    const tries = await Promise.allSettled([
      packer.call(api.checkout.startPicking, at(id)),
      other.call(api.checkout.startPicking, at(id)),
    ]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('canceling picking keeps the reservation and releases the volumes', async () => {
    const id = await benchSale();
    await packer.call(api.checkout.startPicking, at(id));
    await packer.call(api.checkout.beep, scan(id, shelf.sku));
    expect(await packer.call(api.checkout.cancel, at(id))).toMatchObject({
      status: 'pending',
      beepedCount: 0,
    });
    expect(await stock()).toMatchObject({ on_hand: 10, reserved: 2 });
    await expectSound();
    // A packer may not cancel the picking of another packer, but the supplier role may.
    await packer.call(api.checkout.startPicking, at(id));
    const other = await app.hire(supplier.businessId, ['packer']);
    expect((await other.refused(api.checkout.cancel, at(id))).code).toBe('forbidden');
    const clerk = await app.hire(supplier.businessId, ['supplier']);
    expect(await clerk.call(api.checkout.cancel, at(id))).toMatchObject({ status: 'pending' });
  });

  test('a refused sale goes back to its seller and its units to stock; it is not canceled', async () => {
    const id = await benchSale();
    await supplier.call(api.checkout.refuse, { ...at(id), body: { reason: 'avaria' } });
    expect(await stock()).toMatchObject({ on_hand: 10, reserved: 0 });
    expect((await supplier.call(api.checkout.detail, at(id))).status).toBe('canceled');
    expect((await packer.refused(api.checkout.startPicking, at(id))).code).toBe('order_canceled');
    await expectSound();
  });

  test('simultaneous confirm, cancel and reset have one winner and a correct ledger', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await benchSale(1);
      await packer.call(api.checkout.startPicking, at(id));
      await packer.call(api.checkout.beep, scan(id, shelf.sku));
      await Promise.allSettled([
        confirmParcel(packer, id),
        seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } }),
        packer.call(api.checkout.reset, { ...at(id), body: { reason: 'x' } }),
      ]);
      await expectSound();
      shelf = await makeShelf(app, supplier, 10);
    }
  });

  test('a person assigned to the warehouse of the sale packs it', async () => {
    const id = await benchSale();
    packer = await app.hire(supplier.businessId, ['packer'], [shelf.warehouseId]);
    await pack(id);
    expect((await packer.call(api.checkout.detail, at(id))).status).toBe('waiting_collect');
  });

  test('other warehouses and other businesses do not find the sale', async () => {
    const id = await benchSale();
    const elsewhere = await app.hire(supplier.businessId, ['packer'], [999]);
    const outsider = await app.join('supply');
    for (const person of [elsewhere, outsider, seller]) {
      expect((await person.refused(api.checkout.detail, at(id))).code).toBe('not_found');
    }
    expect((await elsewhere.call(api.checkout.list, {})).items).toEqual([]);
  });
});

describe('status × verb', () => {
  const verbs = {
    accept: (id: number) => supplier.refused(api.checkout.accept, at(id)),
    refuse: (id: number) => supplier.refused(api.checkout.refuse, { ...at(id), body: { reason: 'x' } }),
    startPicking: (id: number) => supplier.refused(api.checkout.startPicking, at(id)),
    beep: (id: number) => supplier.refused(api.checkout.beep, scan(id, shelf.sku)),
    countByHand: (id: number) =>
      supplier.refused(api.checkout.countByHand, { ...at(id), body: { reason: 'x' } }),
    cancelPicking: (id: number) => supplier.refused(api.checkout.cancel, at(id)),
    confirmPacking: (id: number) => supplier.refused(api.checkout.confirmPacking, at(id)),
    printLabel: (id: number) => supplier.refused(api.checkout.print, { ...at(id), body: { reason: '' } }),
    collect: (id: number) =>
      supplier.refused(api.checkout.collect, { ...at(id), body: { code: `VENDA-${id}` } }),
    collectByHand: (id: number) =>
      supplier.refused(api.checkout.collectByHand, { ...at(id), body: { reason: 'x' } }),
    send: (id: number) =>
      supplier.refused(api.checkout.send, { ...at(id), body: { trackingCode: 'AA123456785BR' } }),
  };
  const facts: Record<string, object> = {
    pending: {},
    waiting_approval: { approval_reason: 'credit-limit', released_at: null },
    picking: { picking_by: 1 },
    waiting_collect: { picking_by: 1, packed_at: new Date(0) },
    collected: { picking_by: 1, packed_at: new Date(0), collected_at: new Date(0) },
    sent: { picking_by: 1, packed_at: new Date(0), sent_at: new Date(0) },
    complete: { picking_by: 1, packed_at: new Date(0), sent_at: new Date(0), delivered_at: new Date(0) },
    canceled: { canceled_at: new Date(0) },
  };

  test.each(orderStatuses.filter((status) => facts[status]))('%s', async (status) => {
    const id = await benchSale();
    await app.database.transact({ businessId: supplier.businessId }, (tx) =>
      tx.db
        .updateTable('orders')
        .set({ ...facts[status], status })
        .where('id', '=', id)
        .execute(),
    );
    const row = () => app.rows(supplier.businessId, `select * from orders where id = ${id}`);
    const before = await row();
    for (const [verb, call] of Object.entries(verbs)) {
      const from: readonly string[] = orderActs[verb as keyof typeof verbs].from;
      if (from.includes(status)) continue;
      const problem = await call(id);
      expect([verb, problem.status]).toEqual([verb, 409]);
    }
    expect(await row()).toEqual(before);
    expect(orderStatuses).toContain(status);
  });
});

test('the history at the bench has the acts of the seller without the name of a person', async () => {
  const id = await benchSale();
  await seller.call(api.orders.cancel, { ...at(id), body: { reason: 'desistiu' } });
  const { events } = await supplier.call(api.checkout.detail, at(id));
  const canceled = { kind: 'canceled', actor: 'seller', author: null, detail: { reason: 'desistiu' } };
  expect(events).toContainEqual(expect.objectContaining(canceled));
  const own = await seller.call(api.orders.detail, at(id));
  expect(own.events.find(({ kind }) => kind === 'canceled')?.author).not.toBeNull();
});
