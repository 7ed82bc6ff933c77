import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import type { SaleAccount } from '#server/orders/sync/sale-source.ts';
import {
  makeAccount,
  makePublication,
  remoteOrder,
  remoteShipment,
  type Sold,
} from '#server/orders/test/factory.ts';
import type { MarketplaceOrder, MarketplaceParcel } from '#server/outside/marketplaces/sale.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { applyOrder } from './apply-order.ts';
import { applyShipment } from './apply-shipment.ts';

let app: TestApp;
let supplier: Person;
let account: SaleAccount;
let sold: Sold;
let kit: Sold;
let stockIds: number[];

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  const seller = await app.join('sales');
  account = await makeAccount(app, seller.businessId);
  const shelf = await makeShelf(app, supplier, 1000);
  const lid = await makeShelf(app, supplier, 1000, Promise.resolve(shelf));
  const part = async (row: typeof shelf, price: number) => ({
    offerId: (await makeOffer(supplier, row, price)).id,
    stockId: row.stockId,
    warehouseId: row.warehouseId,
    supplierId: supplier.businessId,
    price,
  });
  const [cup, top] = [await part(shelf, 2000), await part(lid, 500)];
  sold = await makePublication(app, account, [cup]);
  kit = await makePublication(app, account, [{ ...cup, quantity: 2 }, top]);
  stockIds = [shelf.stockId, lid.stockId];
});

/** The life of one sale in the marketplace's reports: each step is later, some within the same second. */
type Step = { kind: 'order'; word: MarketplaceOrder } | { kind: 'shipment'; word: MarketplaceParcel };

const at = (seconds: number) => new Date(Date.parse('2026-11-21T14:00:00.000Z') + seconds * 1000);

function life(sale: Sold, ends: 'paid' | 'canceled-unpaid' | 'canceled-paid', coarse: boolean): Step[] {
  const time = (n: number) => at(coarse ? 0 : n);
  const shipment = remoteShipment();
  const unpaid = remoteOrder(sale, {
    phase: 'unpaid',
    paidAt: null,
    quantity: 2,
    updatedAt: time(0),
    purchasedAt: time(0),
  });
  const paid = {
    ...unpaid,
    phase: 'paid' as const,
    updatedAt: time(1),
    paidAt: time(1),
    shipmentId: shipment.shipmentId,
  };
  const steps: Step[] = [{ kind: 'order', word: unpaid }];
  if (ends === 'canceled-unpaid')
    return [...steps, { kind: 'order', word: { ...unpaid, phase: 'canceled', updatedAt: time(2) } }];
  steps.push(
    { kind: 'order', word: paid },
    {
      kind: 'shipment',
      word: remoteShipment({ ...shipment, substatus: 'invoice_pending', updatedAt: time(1) }),
    },
    {
      kind: 'shipment',
      word: remoteShipment({ ...shipment, substatus: 'ready_to_print', updatedAt: time(2) }),
    },
    { kind: 'shipment', word: remoteShipment({ ...shipment, substatus: 'printed', updatedAt: time(3) }) },
  );
  if (ends === 'canceled-paid')
    steps.push({
      kind: 'order',
      word: {
        ...paid,
        phase: 'canceled',
        updatedAt: time(4),
        refunded: true,
        cancel: { by: 'buyer', reason: '' },
      },
    });
  return steps;
}

/**
 * The content of a fetch at that moment: the order with its parcel. A report about a parcel of an unknown sale brings
 * the sale.
 */
async function tell(step: Step, steps: Step[]): Promise<void> {
  const past = steps.slice(0, steps.indexOf(step) + 1);
  const parcel = past.findLast((other) => other.kind === 'shipment')?.word ?? null;
  const order = past.findLast((other) => other.kind === 'order')?.word;
  await app.database.transact({ businessId: account.businessId }, async (tx) => {
    if (step.kind === 'shipment' && (await applyShipment(tx, account, step.word))) return;
    if (order) await applyOrder(tx, account, order, parcel);
  });
}

/** The result of a sale: its facts and its stock history, without the times at which we received the reports. */
async function outcome(steps: Step[]) {
  const first = steps[0];
  const remoteId = first?.kind === 'order' ? first.word.remoteId : '';
  const sale = await app.database.transact({ businessId: account.businessId }, async (tx) => {
    const row = await tx.db
      .selectFrom('orders')
      .select(['id', 'status', 'payment', 'reserve', 'linked', 'document', 'label_ready', 'approval_reason'])
      .select(['shipment_status', 'shipment_substatus', 'tracking_code', 'canceled_by', 'total_centavos'])
      .select(['remote_updated_at', 'shipment_updated_at', 'return_expected', 'put_back', 'dispatch_limit'])
      .where('account_id', '=', account.id)
      .where('remote_order_id', '=', remoteId)
      .executeTakeFirst();
    const lines = await tx.db
      .selectFrom('order_parts')
      .select('quantity')
      .where('order_id', '=', row?.id ?? 0)
      .execute();
    const canceled = await tx.db
      .selectFrom('order_events')
      .select('id')
      .where('order_id', '=', row?.id ?? 0)
      .where('kind', 'in', ['canceled', 'paid', 'created', 'released'])
      .execute();
    return { row, lines, once: canceled.length <= 4 };
  });
  const held = await app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db
      .selectFrom('reservations')
      .select(['stock_id', 'kind', 'quantity'])
      .where('order_id', '=', sale.row?.id ?? 0)
      .where('state', '=', 'open')
      .orderBy('stock_id')
      .execute(),
  );
  const { id: _, ...facts } = sale.row ?? { id: 0 };
  return { facts, lines: sale.lines, once: sale.once, held };
}

const shelves = () =>
  app.database.transact({ businessId: supplier.businessId }, (tx) =>
    tx.db
      .selectFrom('stock')
      .select(['id', 'on_hand', 'reserved', 'soft'])
      .where('id', 'in', stockIds)
      .orderBy('id')
      .execute(),
  );

const ends = fc.constantFrom('paid' as const, 'canceled-unpaid' as const, 'canceled-paid' as const);

test('notifications in any number and order give the same sale as one of each in order', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      ends,
      fc.boolean(),
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      async (end, coarse, isKit, random) => {
        const sale = isKit ? kit : sold;
        const ordered = life(sale, end, coarse);
        const before = await shelves();
        for (const step of ordered) await tell(step, ordered);
        const expected = await outcome(ordered);
        const middle = await shelves();

        const other = life(sale, end, coarse);
        // Each report arrives one to five times, in any order; the last to arrive may be the first that was made.
        const reported = other.flatMap((step) =>
          Array.from({ length: 1 + ((random.next().value ?? 0) % 5) }, () => step),
        );
        const shuffled = reported
          .map((step) => ({ step, key: random.next().value ?? 0 }))
          .toSorted((one, two) => one.key - two.key)
          .map(({ step }) => step);
        for (const step of shuffled) await tell(step, other);
        // The sweep: the last report about every sale arrives at least once more.
        const got = await outcome(other);
        const tracking = { tracking_code: '', shipment_updated_at: null };
        expect({ ...got, facts: { ...got.facts, ...tracking } }).toEqual({
          ...expected,
          facts: { ...expected.facts, ...tracking },
        });
        const after = await shelves();
        const moved = (from: typeof before, to: typeof before) =>
          to.map((row, index) => [
            row.reserved - (from[index]?.reserved ?? 0),
            row.soft - (from[index]?.soft ?? 0),
            row.on_hand - (from[index]?.on_hand ?? 0),
          ]);
        expect(moved(middle, after)).toEqual(moved(before, middle));
      },
    ),
    { numRuns: 60 },
  );
});

test('a report received by many jobs at the same time is applied once', { timeout: 60_000 }, async () => {
  const steps = life(kit, 'canceled-paid', false);
  const before = await shelves();
  const paidOnly = steps.slice(0, 5);
  await Promise.all([...paidOnly, ...paidOnly, ...paidOnly].map((step) => tell(step, steps)));
  const got = await outcome(steps);
  expect(got.facts).toMatchObject({ status: 'pending', reserve: 'firm' });
  expect(got.held).toHaveLength(2);
  await Promise.all(
    Array.from({ length: 20 }, () => Promise.all(steps.slice(5).map((step) => tell(step, steps)))),
  );
  expect((await outcome(steps)).facts).toMatchObject({ status: 'canceled', reserve: 'released' });
  expect(await shelves()).toEqual(before);
});
