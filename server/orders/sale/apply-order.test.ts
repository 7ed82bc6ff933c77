import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/index.ts';
import { makeOffer, makeShelf, makeVolume } from '#server/inventory/test/factory.ts';
import { waitingJobs } from '#server/marketplaces/test/factory.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import {
  applyRemote,
  jobOf,
  makeAccount,
  makePublication,
  remoteOrder,
  remoteShipment,
} from '#server/orders/test/factory.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { applySale } from './apply-order.ts';
import { applyShipment } from './apply-shipment.ts';
import { cancelOrder } from './cancel.ts';
import { retryShort, runDue } from './due.ts';
import type { OrderRow } from './order-row.ts';

let app: TestApp;
let supplier: Person;
let seller: Person;
let account: SaleAccount;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  seller = await app.join('sales');
  account = await makeAccount(app, seller.businessId);
});

const minutes = (n: number) => new Date(Date.parse('2026-11-21T14:00:00.000Z') + n * 60_000);

async function offered(quantity = 10, price = 2000, place?: Parameters<typeof makeShelf>[3]) {
  const shelf = await makeShelf(app, supplier, quantity, place);
  const offer = await makeOffer(supplier, shelf, price);
  const { stockId, warehouseId } = shelf;
  return { offerId: offer.id, stockId, warehouseId, supplierId: supplier.businessId, price, shelf };
}

const buckets = (stockId: number) =>
  app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db
      .selectFrom('stock')
      .select(['on_hand', 'reserved', 'soft', 'sellable'])
      .where('id', '=', stockId)
      .executeTakeFirstOrThrow(),
  );

const reload = (id: number): Promise<OrderRow> =>
  app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );

const events = (id: number) =>
  app.database.transact({ businessId: seller.businessId }, async (tx) =>
    (
      await tx.db.selectFrom('order_events').select('kind').where('order_id', '=', id).orderBy('id').execute()
    ).map((row) => row.kind),
  );

const link = (fields: { accept_mode?: 'auto' | 'manual'; credit_limit_centavos?: number | null }) =>
  app.database.transact({ businessId: seller.businessId }, (tx) =>
    tx.db
      .insertInto('trade_links')
      .values({
        seller_id: seller.businessId,
        supplier_id: supplier.businessId,
        created_at: tx.now(),
        ...fields,
      })
      .onConflict((conflict) => conflict.columns(['seller_id', 'supplier_id']).doUpdateSet(fields))
      .execute(),
  );

describe('a paid sale', () => {
  it('a paid sale is stored, linked, firmly reserved and released at once, however often it is reported', async () => {
    const offer = await offered();
    const sold = await makePublication(app, account, [offer]);
    const remote = remoteOrder(sold, { quantity: 3 });
    const order = await applyRemote(app, account, remote);
    expect(order).toMatchObject({ status: 'pending', reserve: 'firm', linked: true, payment: 'approved' });
    for (let n = 0; n < 3; n++) await applyRemote(app, account, remote);
    expect(await buckets(offer.stockId)).toEqual({ on_hand: 10, reserved: 3, soft: 0, sellable: 7 });
    expect(await events(order.id)).toEqual(['created', 'reserved-firm', 'released']);
  });

  it('a paid sale of a kit takes all of its parts or none', async () => {
    const cup = await offered(10);
    const lid = await offered(1, 500, Promise.resolve(cup.shelf));
    const sold = await makePublication(app, account, [cup, { ...lid, quantity: 2 }]);
    const order = await applyRemote(app, account, remoteOrder(sold));
    expect(order).toMatchObject({
      status: 'waiting_approval',
      reserve: 'short',
      approval_reason: 'stock-short',
    });
    expect(await buckets(cup.stockId)).toMatchObject({ reserved: 0, sellable: 10 });
    expect(await buckets(lid.stockId)).toMatchObject({ reserved: 0, sellable: 1 });
  });

  it('a paid sale of an unknown ad is stored, and finds its offers when the ad is linked', async () => {
    const offer = await offered();
    const outsider = { itemId: 'MLB9', variationId: '1', sku: 'NOBODY', cost: 2000 };
    const remote = remoteOrder(outsider);
    const order = await applyRemote(app, account, remote);
    expect(order).toMatchObject({ status: 'waiting_separation', linked: false, reserve: 'none' });
    const sold = await makePublication(app, account, [offer]);
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db
        .updateTable('publication_variations')
        .set({ remote_item_id: 'MLB9', remote_variation_id: '1' })
        .where('sku', '=', sold.sku)
        .execute(),
    );
    expect(await applyRemote(app, account, remote)).toMatchObject({ status: 'pending', linked: true });
  });

  it('a paid sale is matched by SKU only if item and variation match nothing', async () => {
    const offer = await offered();
    const sold = await makePublication(app, account, [offer]);
    const order = await applyRemote(
      app,
      account,
      remoteOrder({ ...sold, itemId: 'MLB77', variationId: '7' }),
    );
    expect(order.linked).toBe(true);
  });

  it('matches a SKU in any case and with spaces around it', async () => {
    const sold = await makePublication(app, account, [await offered()]);
    const named = { ...sold, itemId: 'MLB78', variationId: '8', sku: ` ${sold.sku.toLowerCase()} ` };
    expect((await applyRemote(app, account, remoteOrder(named))).linked).toBe(true);
  });

  it('suspected of fraud is flagged and never released', async () => {
    const sold = await makePublication(app, account, [await offered()]);
    const order = await applyRemote(app, account, remoteOrder(sold, { fraudRisk: true }));
    expect(order).toMatchObject({ status: 'waiting_separation', fraud_risk: true, released_at: null });
  });

  it('a paid sale waits for its label day if the marketplace buffers it', async () => {
    const sold = await makePublication(app, account, [await offered()]);
    const shipment = remoteShipment({
      status: 'pending',
      substatus: 'buffered',
      bufferedUntil: new Date('2026-11-21T18:00:00.000Z'),
    });
    const remote = remoteOrder(sold, { shipmentId: shipment.shipmentId });
    const order = await applyRemote(app, account, remote, shipment);
    expect(order.status).toBe('waiting_separation');
    app.clock.set('2026-11-21T18:01:00.000Z');
    expect(await applyRemote(app, account, remote, shipment)).toMatchObject({ status: 'pending' });
    app.clock.set('2026-11-21T15:00:00.000Z');
  });
});

describe('an unpaid sale', () => {
  it('reserves softly, firmly when paid, and releases when canceled', async () => {
    const offer = await offered(5);
    const sold = await makePublication(app, account, [offer]);
    const unpaid = remoteOrder(sold, { phase: 'unpaid', paidAt: null, quantity: 2 });
    const order = await applyRemote(app, account, unpaid);
    expect(order).toMatchObject({ status: 'waiting_payment', reserve: 'soft' });
    expect(await buckets(offer.stockId)).toEqual({ on_hand: 5, reserved: 0, soft: 2, sellable: 3 });
    const paid = { ...unpaid, phase: 'paid' as const, updatedAt: minutes(1), paidAt: minutes(1) };
    expect(await applyRemote(app, account, paid)).toMatchObject({ status: 'pending', reserve: 'firm' });
    expect(await buckets(offer.stockId)).toEqual({ on_hand: 5, reserved: 2, soft: 0, sellable: 3 });
    // The older report arrives late: nothing changes.
    expect(await applyRemote(app, account, unpaid)).toMatchObject({ status: 'pending', reserve: 'firm' });
    const canceled = { ...paid, phase: 'canceled' as const, updatedAt: minutes(2), refunded: true };
    for (let n = 0; n < 3; n++)
      expect(await applyRemote(app, account, canceled)).toMatchObject({
        status: 'canceled',
        payment: 'refunded',
      });
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      cancelOrder(tx, seller.businessId, order.id, { by: 'seller', userId: seller.userId, reason: 'x' }),
    );
    expect(await buckets(offer.stockId)).toEqual({ on_hand: 5, reserved: 0, soft: 0, sellable: 5 });
    expect((await events(order.id)).filter((kind) => kind === 'canceled')).toHaveLength(1);
  });
});

describe('approval', () => {
  it('approval is requested from a supplier who accepts manually', async () => {
    await link({ accept_mode: 'manual' });
    const sold = await makePublication(app, account, [await offered()]);
    const order = await applyRemote(app, account, remoteOrder(sold));
    expect(order).toMatchObject({ status: 'waiting_approval', approval_reason: 'manual-accept' });
    const accepted = await supplier.call(api.checkout.accept, { params: { id: order.id } });
    expect(accepted.status).toBe('pending');
    await link({ accept_mode: 'auto' });
  });

  it('an accepted sale of a buffered parcel is not in the list of the supplier until its date', async () => {
    await link({ accept_mode: 'manual' });
    const sold = await makePublication(app, account, [await offered()]);
    const shipment = remoteShipment({
      status: 'pending',
      substatus: 'buffered',
      bufferedUntil: new Date('2026-11-21T18:00:00.000Z'),
    });
    const { id } = await applyRemote(
      app,
      account,
      remoteOrder(sold, { shipmentId: shipment.shipmentId }),
      shipment,
    );
    const listed = async () => {
      const { items } = await supplier.call(api.checkout.list, {});
      return items.find((row) => row.id === id)?.status;
    };
    expect(await listed()).toBe('waiting_approval');
    const accepted = await supplier.call(api.checkout.accept, { params: { id } });
    expect(accepted.status).toBe('waiting_separation');
    expect(await listed()).toBeUndefined();
    app.clock.set('2026-11-21T18:01:00.000Z');
    await runDue(jobOf(app));
    expect(await listed()).toBe('pending');
    app.clock.set('2026-11-21T15:00:00.000Z');
    await link({ accept_mode: 'auto' });
  });

  it('approval is requested if the supplier now charges more than expected, and freezes the approved cost', async () => {
    const offer = await offered(10, 2000);
    const sold = await makePublication(app, account, [offer]);
    await supplier.call(api.dropshipItems.update, { params: { id: offer.offerId }, body: { price: 2500 } });
    const order = await applyRemote(app, account, remoteOrder(sold));
    expect(order).toMatchObject({ status: 'waiting_approval', approval_reason: 'cost-changed' });
    const problem = await supplier.refused(api.checkout.accept, { params: { id: order.id } });
    expect(problem.code).toBe('not_found');
    const approved = await seller.call(api.orders.approve, { params: { id: order.id } });
    expect(approved.status).toBe('pending');
  });

  it('approval is requested above the credit limit, with firm reservations counted at cost', async () => {
    const other = await app.join('sales');
    const elsewhere = await makeAccount(app, other.businessId);
    await app.database.transact({ businessId: other.businessId }, (tx) =>
      tx.db
        .insertInto('trade_links')
        .values({
          seller_id: other.businessId,
          supplier_id: supplier.businessId,
          credit_limit_centavos: 5000,
          created_at: tx.now(),
        })
        .execute(),
    );
    const sold = await makePublication(app, elsewhere, [await offered(10, 2000)]);
    expect(await applyRemote(app, elsewhere, remoteOrder(sold, { quantity: 2 }))).toMatchObject({
      status: 'pending',
    });
    expect(await applyRemote(app, elsewhere, remoteOrder(sold))).toMatchObject({
      status: 'waiting_approval',
      approval_reason: 'credit-limit',
    });
  });

  it('approval is requested for all sales of a pack that leaves from two warehouses', async () => {
    const here = await makePublication(app, account, [await offered()]);
    const there = await makePublication(app, account, [await offered()]);
    const first = await applyRemote(app, account, remoteOrder(here, { packId: 'P1', shipmentId: 'S1' }));
    expect(first.status).toBe('pending');
    const pack = { packId: 'P2', shipmentId: 'S2' };
    const orders = [remoteOrder(here, pack), remoteOrder(there, pack)];
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      applySale(tx, account, { orders, shipment: null }),
    );
    const rows = await app.database.transact({ businessId: seller.businessId }, (tx) =>
      tx.db.selectFrom('orders').selectAll().where('pack_id', '=', 'P2').execute(),
    );
    expect(rows.map((row) => row.approval_reason)).toEqual(['mixed-warehouse', 'mixed-warehouse']);
  });

  it('short sales get arriving stock, the oldest first', async () => {
    const offer = await offered(1);
    const sold = await makePublication(app, account, [offer]);
    await applyRemote(app, account, remoteOrder(sold));
    const second = await applyRemote(app, account, remoteOrder(sold));
    const third = await applyRemote(app, account, remoteOrder(sold));
    expect([second.approval_reason, third.approval_reason]).toEqual(['stock-short', 'stock-short']);
    await makeVolume(supplier, offer.shelf, [{ variationId: offer.shelf.variationId, quantity: 1 }]);
    await retryShort(jobOf(app), { stockId: offer.stockId });
    expect(await reload(second.id)).toMatchObject({ status: 'pending', reserve: 'firm' });
    expect(await reload(third.id)).toMatchObject({ status: 'waiting_approval', reserve: 'short' });
  });

  it('a refused sale goes back to the seller and releases its stock', async () => {
    const offer = await offered(2);
    const sold = await makePublication(app, account, [offer]);
    const remote = remoteOrder(sold);
    const order = await applyRemote(app, account, remote);
    await supplier.call(api.checkout.refuse, { params: { id: order.id }, body: { reason: 'Avariado' } });
    expect(await buckets(offer.stockId)).toMatchObject({ reserved: 0, sellable: 2 });
    // A sale that was short may take it.
    expect(await waitingJobs(app, 'orders.retry-short')).toBeGreaterThan(0);
    expect(await applyRemote(app, account, remote)).toMatchObject({
      status: 'waiting_separation',
      refused_reason: 'Avariado',
      reserve: 'released',
    });
  });
});

describe('simultaneous cancels from all sides', () => {
  it('restore stock exactly once, and one of them is recorded', async () => {
    const offer = await offered(9);
    const sold = await makePublication(app, account, [offer]);
    const remote = remoteOrder(sold, { quantity: 4 });
    const order = await applyRemote(app, account, remote);
    const params = { id: order.id };
    const canceled = { ...remote, phase: 'canceled' as const, updatedAt: minutes(3), refunded: true };
    await Promise.allSettled([
      ...Array.from({ length: 8 }, () => seller.call(api.orders.cancel, { params, body: { reason: 'x' } })),
      ...Array.from({ length: 8 }, () => applyRemote(app, account, canceled)),
      supplier.call(api.checkout.refuse, { params, body: { reason: 'y' } }),
    ]);
    expect(await buckets(offer.stockId)).toEqual({ on_hand: 9, reserved: 0, soft: 0, sellable: 9 });
    expect(await reload(order.id)).toMatchObject({ status: 'canceled', reserve: 'released' });
    expect((await events(order.id)).filter((kind) => kind === 'canceled')).toHaveLength(1);
  });
});

describe('a parcel', () => {
  it('a parcel asks for the NF-e, then has its label; a parcel that left unpacked shows this only in its own status', async () => {
    const sold = await makePublication(app, account, [await offered()]);
    const shipment = remoteShipment();
    const order = await applyRemote(
      app,
      account,
      remoteOrder(sold, { shipmentId: shipment.shipmentId }),
      shipment,
    );
    expect(order).toMatchObject({ status: 'pending', document: 'missing', label_ready: false });
    expect(order.dispatch_limit).toEqual(shipment.dispatchLimit);
    const move = (changes: Parameters<typeof remoteShipment>[0]) =>
      app.database.transact({ businessId: seller.businessId }, (tx) =>
        applyShipment(tx, account, remoteShipment({ ...shipment, ...changes })),
      );
    await move({ substatus: 'ready_to_print', updatedAt: minutes(5) });
    expect(await reload(order.id)).toMatchObject({ document: 'accepted', label_ready: true });
    await move({ substatus: 'invoice_pending', updatedAt: minutes(1) });
    expect(await reload(order.id)).toMatchObject({ shipment_substatus: 'ready_to_print' });
    await move({ status: 'shipped', substatus: '', updatedAt: minutes(9) });
    expect(await reload(order.id)).toMatchObject({ status: 'pending', shipment_status: 'shipped' });
  });

  it('a parcel of the marketplace’s own warehouse takes none of our stock and follows its reports', async () => {
    const offer = await offered();
    const sold = await makePublication(app, account, [offer]);
    const shipment = remoteShipment({ logisticType: 'fulfillment', substatus: 'printed' });
    const order = await applyRemote(
      app,
      account,
      remoteOrder(sold, { shipmentId: shipment.shipmentId }),
      shipment,
    );
    expect(await buckets(offer.stockId)).toMatchObject({ reserved: 0 });
    await app.database.transact({ businessId: seller.businessId }, (tx) =>
      applyShipment(
        tx,
        account,
        remoteShipment({ ...shipment, status: 'delivered', substatus: '', updatedAt: minutes(3) }),
      ),
    );
    expect(await reload(order.id)).toMatchObject({ status: 'complete' });
  });
});
