import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import {
  type Gate,
  gateNames,
  isBeforeDispatch,
  isLate,
  type OrderStatus,
  orderStatuses,
  supplierStatuses,
} from '#contract/orders/order-states.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { lateAt, lateAtBench, openLimit } from '#server/marketplaces/late.ts';
import { mayBegin, whyNotBegin } from '#server/orders/picking/may-begin.ts';
import { makeBenchSeller } from '#server/orders/test/factory.ts';
import { isWaitingForLabel } from '#server/orders/waits-for-label.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { loadFacts, waitsForLabel } from './facts.ts';
import type { OrderRow } from './order-row.ts';
import { benchStatusOf, gatesOf, isReady, statusOf } from './status.ts';

let app: TestApp;
let supplier: Person;
let sell: (quantity: number) => Promise<number>;
/** A released sale. */
let sale: OrderRow;
let accountId: number;

beforeAll(async () => {
  app = await testApp();
  supplier = await app.join('supply');
  const shelf = await makeShelf(app, supplier, 100);
  sell = await makeBenchSeller(app, { supplier, seller: await app.join('sales'), shelf });
  const id = await sell(1);
  sale = await app.database.transact({ businessId: supplier.businessId }, (tx) => loadFacts(tx, id));
  const { rows } = await app.owner.query<{ id: string }>('select id from marketplace_accounts');
  accountId = Number(rows[0]?.id);
});

describe('release', () => {
  const closed: Record<Gate['name'], Partial<OrderRow>> = {
    payment: { payment: 'pending' },
    linked: { linked: false },
    stock: { reserve: 'short' },
    approval: { approval_reason: 'credit-limit' },
    document: { document: 'missing' },
    label: { label_ready: false },
  };

  test.each(gateNames)('is held by the gate %s unless the bench may start without it', (name) => {
    const order = { ...sale, ...closed[name] };
    expect(gatesOf(order).filter((gate) => !gate.open)).toEqual([{ name, open: false }]);
    expect(isReady(order, app.clock.now())).toBe(name === 'document' || name === 'label');
  });
});

/** Every combination of one value for each column. */
function combinations(
  values: { [Column in keyof OrderRow]?: readonly OrderRow[Column][] },
): Partial<OrderRow>[] {
  return Object.entries(values).reduce<Partial<OrderRow>[]>(
    (made, [column, choices]) =>
      made.flatMap((row) => choices.map((choice) => ({ ...row, [column]: choice }))),
    [{}],
  );
}

const moment = new Date('2026-11-20T12:00:00.000Z');
const later = new Date('2026-11-25T12:00:00.000Z');

/** Evaluates conditions of SQL over the sale with each combination of facts. */
async function answersOf<Row>(rows: readonly Partial<OrderRow>[], conditions: RawBuilder<Row>) {
  return app.database.transact({ businessId: supplier.businessId }, async (tx) => {
    const answers = [];
    for (const facts of rows) {
      // The parcel of a marketplace's own warehouse may have any combination.
      const made = { ...sale, ...facts, logistic_type: 'fulfillment' };
      const order = { ...made, status: facts.status ?? statusOf(made) };
      await tx.db
        .updateTable('orders')
        .set({ ...facts, status: order.status, logistic_type: order.logistic_type })
        .where('id', '=', sale.id)
        .execute();
      const found = await sql<Row>`select ${conditions} from orders o where o.id = ${sale.id}`.execute(tx.db);
      answers.push({ order, answer: found.rows[0] });
    }
    return answers;
  });
}

describe('the database and the rules agree for every combination of facts', () => {
  test('about the status that the fulfiller sees, and whether picking may begin', async () => {
    const rows = combinations({
      payment: ['pending', 'approved'],
      approval_reason: [null, 'credit-limit'],
      refused_at: [null, moment],
      released_at: [null, moment],
      picking_by: [null, supplier.userId],
      packed_at: [null, moment],
      collected_at: [null, moment],
      sent_at: [null, moment],
      canceled_at: [null, moment],
      shipment_step: [null, 'sent'],
    });
    const answers = await answersOf(
      rows,
      sql<{ bench: string; begins: boolean }>`o.bench_status as bench, ${mayBegin} as begins`,
    );
    expect(answers.length).toBe(1024);
    for (const { order, answer } of answers)
      expect({ order, ...answer }).toEqual({
        order,
        bench: benchStatusOf(order),
        begins: whyNotBegin(order) === null,
      });
  });

  test('about being late, and about waiting for the label of the channel', async () => {
    const now = app.clock.now();
    const late = await answersOf(
      combinations({
        status: orderStatuses,
        dispatch_limit: [null, moment, later],
        promised_at: [null, moment, later],
        refused_at: [null, moment],
        // A packed sale is past its refusal.
        packed_at: [null],
      }),
      sql<{ late: boolean; atBench: boolean; limit: Date | null; bench: OrderStatus }>`${lateAt(now)} as late,
        ${lateAtBench(now)} as "atBench", ${openLimit} as "limit", o.bench_status as bench`,
    );
    for (const { order, answer } of late) {
      const { status, dispatch_limit: dispatchLimit, promised_at: promisedAt } = order;
      const bench = answer?.bench ?? status;
      expect({ order, ...answer }).toEqual({
        order,
        bench,
        late: isLate({ status, dispatchLimit, promisedAt }, now),
        atBench: isLate({ status: bench, dispatchLimit, promisedAt }, now),
        limit: isBeforeDispatch(bench) ? dispatchLimit : null,
      });
    }
    const waiting = await answersOf(
      combinations({
        status: ['picking', 'waiting_collect'],
        account_id: [null, accountId],
        shipment_id: [null, '43'],
        shipped_by_seller: [false, true],
        parcel_label_at: [null, moment],
        label_printed_at: [null, moment],
      }),
      sql<{ waits: boolean }>`${isWaitingForLabel} as waits`,
    );
    for (const { order, answer } of waiting)
      expect({ order, ...answer }).toEqual({ order, waits: waitsForLabel(order) });
  });
});

test('a fulfiller is shown exactly the sales that have a status of their filter', async () => {
  for (const status of orderStatuses) {
    const id = await sell(1);
    await app.database.transact({ businessId: supplier.businessId }, (tx) =>
      tx.db
        .updateTable('orders')
        .set({ status, logistic_type: 'fulfillment' })
        .where('id', '=', id)
        .execute(),
    );
    const { items } = await supplier.call(api.checkout.list, {});
    const shown = items.find((row) => row.id === id);
    const isOffered = supplierStatuses.some((offered) => offered === status);
    expect([status, shown?.status]).toEqual([status, isOffered ? status : undefined]);
    const { statuses } = await supplier.call(api.checkout.counts, {});
    expect(
      statuses.some((row) => row.status === status),
      status,
    ).toBe(isOffered);
    if (!isOffered) continue;
    const filtered = await supplier.call(api.checkout.list, { query: { query: `status:${status}` } });
    expect(filtered.items.map((row) => row.id)).toContain(id);
  }
});
