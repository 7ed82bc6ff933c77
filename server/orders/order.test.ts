import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { canAct } from '#contract/acts.ts';
import { api } from '#contract/index.ts';
import { type OrderAct, type OrderStatus, orderActs, orderStatuses } from '#contract/orders/order-states.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { runDue } from './sale/due.ts';
import { changeOrder, type FactsColumns } from './sale/facts.ts';
import type { SaleAccount } from './sync/sale-source.ts';
import {
  applyRemote,
  jobOf,
  makeAccount,
  makePublication,
  remoteOrder,
  remoteShipment,
} from './test/factory.ts';
import { sampleNfe } from './test/nfe-sample.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let outsider: Person;
let account: SaleAccount;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
  outsider = await app.join('sales');
  account = await makeAccount(app, seller.businessId);
});

async function offered(quantity = 100, price = 2000) {
  const shelf = await makeShelf(app, supplier, quantity);
  const offer = await makeOffer(supplier, shelf, price);
  const { stockId, warehouseId } = shelf;
  return { offerId: offer.id, stockId, warehouseId, supplierId: supplier.businessId, price };
}

const stockOf = (stockId: number) =>
  app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db
      .selectFrom('stock')
      .select(['on_hand', 'reserved', 'soft', 'packed'])
      .where('id', '=', stockId)
      .executeTakeFirstOrThrow(),
  );

describe('the sales list', () => {
  it('the sales list is filtered by words, status, amount, day and account, and counts', async () => {
    const sold = await makePublication(app, account, [await offered()]);
    const first = await applyRemote(app, account, remoteOrder(sold, { quantity: 2 }));
    const second = await applyRemote(
      app,
      account,
      remoteOrder(sold, {
        phase: 'unpaid',
        paidAt: null,
        buyer: { id: '1', nickname: 'JOSÉ.ÁVILA', billingId: null },
      }),
    );
    const find = async (query: string) =>
      (await seller.call(api.orders.list, { query: { query } })).items.map((row) => row.id);
    expect(await find('jose.avila')).toEqual([second.id]);
    expect(await find(String(first.remote_order_id))).toEqual([first.id]);
    // By its own number: a manual sale has no other one.
    expect(await find(String(second.id))).toContain(second.id);
    expect(await find(`#${second.id}`)).toEqual([second.id]);
    expect(await find(`#${second.id} status:pending`)).toEqual([]);
    expect(await find(`"${sold.sku}"`)).toEqual(expect.arrayContaining([first.id, second.id]));
    expect(await find('status:waiting_payment')).toEqual([second.id]);
    expect(await find('total:>=79,00')).toEqual([first.id]);
    expect(await find('purchased:21/11/2026 status:pending')).toEqual([first.id]);
    expect(await find(`account:${account.id}`)).toHaveLength(2);
    expect(await find('marketplace:manual')).toEqual([]);
    const counts = await seller.call(api.orders.counts);
    expect(counts.statuses).toContainEqual({ status: 'pending', count: 1 });
    for (const filter of ['total:>=79,00', 'jose.avila', 'marketplace:manual', 'total:>=79,00 status:late']) {
      const { statuses } = await seller.call(api.orders.counts, { query: { query: filter } });
      const rest = filter.replace(' status:late', '');
      for (const { status, count } of statuses)
        expect([status, count]).toEqual([status, (await find(`${rest} status:${status}`)).length]);
    }
    const row = (await seller.call(api.orders.list, { query: { query: 'status:pending' } })).items[0];
    const reported = { total: 8000, fee: 100, freight: null, cost: 4000, payout: 7900, margin: 3900 };
    expect(row?.money).toMatchObject({ ...reported, atMost: true });
    expect((await outsider.call(api.orders.list)).total).toBe(0);
  });

  it('the sales list shows a sale as late once its dispatch limit has passed, and keeps its phase', async () => {
    const sold = await makePublication(app, account, [await offered()]);
    const shipment = remoteShipment({ dispatchLimit: new Date('2026-11-21T15:30:00.000Z') });
    const order = await applyRemote(
      app,
      account,
      remoteOrder(sold, { shipmentId: shipment.shipmentId }),
      shipment,
    );
    const late = async () =>
      (await seller.call(api.orders.list, { query: { query: 'status:late' } })).items.map((row) => row.id);
    expect(await late()).toEqual([]);
    app.clock.set('2026-11-21T15:31:00.000Z');
    expect(await late()).toEqual([order.id]);
    expect(await seller.call(api.orders.detail, { params: { id: order.id } })).toMatchObject({
      status: 'pending',
      late: true,
    });
    app.clock.set('2026-11-21T15:00:00.000Z');
  });

  it('exports the number of a sale beside its number at the marketplace', async () => {
    const sold = await makePublication(app, account, [await offered()]);
    const order = await applyRemote(app, account, remoteOrder(sold));
    const { bytes } = await seller.download(api.orders.export, {
      query: { format: 'csv', query: `number:${order.remote_order_id}`, columns: 'sale,number' },
    });
    expect(bytes.toString().replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
      'Venda;Número',
      `${order.id};${order.remote_order_id}`,
    ]);
  });

  it('the sales list hides prices from floor roles, who see only sales from their own warehouses', async () => {
    const packer = await app.hire(seller.businessId, ['packer']);
    expect((await packer.call(api.orders.list)).total).toBe(0);
    const clerk = await app.hire(seller.businessId, ['seller']);
    expect((await clerk.call(api.orders.list)).items[0]?.money).toBeDefined();
    const supplierSide = await supplier.refused(api.orders.list);
    expect(supplierSide.code).toBe('forbidden');
  });
});

describe('a manual sale', () => {
  it('reserves firmly if paid and softly if not, and ends unpaid after two days', async () => {
    const offer = await offered(10);
    const body = (paid: boolean, quantity = 1) => ({
      buyerName: 'Dona Lúcia',
      paid,
      lines: [{ dropshipItemId: offer.offerId, quantity, unitPriceCentavos: 5000 }],
    });
    const paid = await seller.call(api.orders.create, { body: body(true, 2) });
    expect(paid).toMatchObject({
      status: 'pending',
      document: 'not_required',
      labelReady: true,
      reserve: 'firm',
    });
    expect(paid.gates.every((gate) => gate.open)).toBe(true);
    const unpaid = await seller.call(api.orders.create, { body: body(false) });
    expect(unpaid.status).toBe('waiting_payment');
    expect(await stockOf(offer.stockId)).toMatchObject({ reserved: 2, soft: 1 });
    const confirmed = await seller.call(api.orders.approvePayment, { params: { id: unpaid.id } });
    expect(confirmed.status).toBe('pending');
    const forgotten = await seller.call(api.orders.create, { body: body(false) });
    app.clock.advance(60 * 24 * 2 + 1);
    await runDue(jobOf(app));
    app.clock.set('2026-11-21T15:00:00.000Z');
    expect(await seller.call(api.orders.detail, { params: { id: forgotten.id } })).toMatchObject({
      status: 'canceled',
      canceledBy: 'expiry',
    });
    expect(await stockOf(offer.stockId)).toMatchObject({ reserved: 3, soft: 0 });
  });

  it('a manual sale refuses offers of two warehouses, an invisible offer, and a sale without lines', async () => {
    const [here, there] = [await offered(), await offered()];
    const line = (dropshipItemId: number) => ({ dropshipItemId, quantity: 1, unitPriceCentavos: 5000 });
    const send = (lines: ReturnType<typeof line>[]) =>
      seller.refused(api.orders.create, { body: { buyerName: 'A', paid: true, lines } });
    expect((await send([line(here.offerId), line(there.offerId)])).code).toBe('mixed_warehouses');
    expect((await send([line(999_999)])).code).toBe('offer_not_available');
    expect((await send([])).code).toBe('invalid');
  });
});

/** Facts that put a paid, linked, reserved sale into each status. */
const factsFor: Record<OrderStatus, FactsColumns> = {
  waiting_payment: { payment: 'pending', reserve: 'soft', released_at: null },
  waiting_separation: { released_at: null, reserve: 'short' },
  waiting_approval: { approval_reason: 'cost-changed' },
  pending: {},
  picking: { picking_by: 1 },
  waiting_collect: { packed_at: new Date('2026-11-21T15:00:00Z'), reserve: 'consumed' },
  collected: { packed_at: new Date('2026-11-21T15:00:00Z'), collected_at: new Date('2026-11-21T15:00:00Z') },
  sent: {
    packed_at: new Date('2026-11-21T15:00:00Z'),
    collected_at: new Date('2026-11-21T15:00:00Z'),
    sent_at: new Date('2026-11-21T15:00:00Z'),
  },
  complete: {
    packed_at: new Date('2026-11-21T15:00:00Z'),
    collected_at: new Date('2026-11-21T15:00:00Z'),
    sent_at: new Date('2026-11-21T15:00:00Z'),
    delivered_at: new Date('2026-11-21T15:00:00Z'),
  },
  canceled: { canceled_at: new Date('2026-11-21T15:00:00Z'), canceled_by: 'seller', reserve: 'released' },
};

const verbs: Record<
  'cancel' | 'approveCost' | 'approvePayment' | 'complete',
  (id: number) => [unknown, object]
> = {
  cancel: (id) => [api.orders.cancel, { params: { id }, body: { reason: 'teste' } }],
  approveCost: (id) => [api.orders.approve, { params: { id } }],
  approvePayment: (id) => [api.orders.approvePayment, { params: { id } }],
  complete: (id) => [api.orders.complete, { params: { id } }],
};

describe('every verb in every status', () => {
  let offer: Awaited<ReturnType<typeof offered>>;
  beforeAll(async () => {
    offer = await offered(1000);
  });

  const grid = orderStatuses.flatMap((status) =>
    Object.keys(verbs).map((verb) => [status, verb as keyof typeof verbs] as const),
  );

  it.each(grid)('%s · %s', async (status, verb) => {
    const made = await seller.call(api.orders.create, {
      body: {
        buyerName: 'Grade',
        paid: true,
        lines: [{ dropshipItemId: offer.offerId, quantity: 1, unitPriceCentavos: 5000 }],
      },
    });
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      changeOrder(tx, made.id, { actor: 'system', kind: 'updated' }, () => factsFor[status]),
    );
    const [endpoint, send] = verbs[verb](made.id);
    const before = await digest(made.id);
    const act = endpoint as typeof api.orders.approve;
    const allowed =
      canAct(orderActs, verb as OrderAct, status) || (verb === 'cancel' && status === 'canceled');
    if (allowed) {
      await seller.call(act, send);
      return;
    }
    const problem = await seller.refused(act, send);
    expect(problem.status).toBe(409);
    expect(await digest(made.id)).toEqual(before);
    expect((await outsider.refused(act, send)).status).toBe(404);
  });
});

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const digest = (id: number) =>
  app.database.transact({ businessId: seller.businessId }, async (tx) => ({
    order: await tx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst(),
    events: await tx.db.selectFrom('order_events').selectAll().where('order_id', '=', id).execute(),
  }));

describe('the NF-e of a sale', () => {
  const invoice = (changes: Partial<Parameters<typeof sampleNfe>[0]> = {}) =>
    sampleNfe({
      cnpj: '11222333000181',
      number: 7,
      issuedAt: new Date('2026-11-21T15:00:00.000Z'),
      total: 4000,
      product: 'Caneca',
      quantity: 1,
      buyer: { document: '52998224725', name: 'Maria', zip: '40010000' },
      ...changes,
    });

  const shipped = async () => {
    const sold = await makePublication(app, account, [await offered()]);
    const shipment = remoteShipment();
    return applyRemote(app, account, remoteOrder(sold, { shipmentId: shipment.shipmentId }), shipment);
  };

  it('the NF-e of a sale is stored byte for byte, from either side, and read back by both', async () => {
    const order = await shipped();
    const bytes = invoice();
    const files = [{ name: 'nota.xml', bytes }];
    const sent = await supplier.call(api.orders.sendInvoice, { params: { id: order.id }, files });
    expect(sent.document).toBe('sent');
    const back = await seller.download(api.orders.invoice, { params: { id: order.id } });
    expect(back.bytes.equals(bytes)).toBe(true);
    expect(back.contentType).toContain('application/xml');
    const clerk = await app.hire(seller.businessId, ['seller']);
    for (const reader of [clerk, supplier])
      expect((await reader.download(api.checkout.downloadNfe, { params: { id: order.id } })).bytes).toEqual(
        bytes,
      );
    // The stored file, and so a backup, names no buyer; the row contains the digest of the encrypted bytes.
    const [row] = await app.rows(
      supplier.businessId,
      "select sha256, bytes, sealed from files where name = 'nota.xml'",
    );
    const stored = await app.outside.storage.read(`${supplier.businessId}/${row?.sha256}`);
    expect(row).toEqual({ sha256: sha256Of(stored), bytes: stored.length, sealed: true });
    expect(bytes.toString()).toContain('52998224725');
    expect(stored.toString('latin1')).not.toMatch(/52998224725|Maria|nfeProc/);
    expect((await outsider.refused(api.orders.sendInvoice, { params: { id: order.id }, files })).status).toBe(
      404,
    );
  });

  it.each([
    ['forbidden_entities', Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')],
    ['not_xml', Buffer.from('<a><b></a>')],
    ['not_nfe', Buffer.from('<nfeProc><other/></nfeProc>')],
  ])('is refused: %s', async (reason, bytes) => {
    const order = await shipped();
    const files = [{ name: 'nota.xml', bytes }];
    const problem = await seller.refused(api.orders.sendInvoice, { params: { id: order.id }, files });
    expect(problem).toMatchObject({ code: 'invoice_invalid', facts: { reason } });
  });

  it('the NF-e of a sale is refused if it is not authorized, from the test environment, or has a wrong key', async () => {
    const order = await shipped();
    const reasonOf = async (bytes: Buffer) => {
      const files = [{ name: 'nota.xml', bytes }];
      return (await seller.refused(api.orders.sendInvoice, { params: { id: order.id }, files })).facts
        ?.reason;
    };
    expect(await reasonOf(invoice({ cStat: '110' }))).toBe('not_authorised');
    expect(await reasonOf(invoice({ cStat: '101' }))).toBe('canceled');
    expect(await reasonOf(invoice({ tpAmb: '2' }))).toBe('test_environment');
    const text = invoice().toString();
    const key = /Id="NFe(\d{44})"/.exec(text)?.[1] ?? '';
    const wrong = `${key.slice(0, 43)}${(Number(key[43]) + 1) % 10}`;
    expect(await reasonOf(Buffer.from(text.replaceAll(key, wrong)))).toBe('key_invalid');
    expect(await reasonOf(Buffer.from(text.replace(`Id="NFe${key}"`, `Id="NFe${sampleKey()}"`)))).toBe(
      'key_mismatch',
    );
  });

  const sampleKey = () => '35170458716523000119550010000000121000123458';
});
