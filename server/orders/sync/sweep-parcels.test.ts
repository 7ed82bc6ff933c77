import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '#contract/dates.ts';
import { api } from '#contract/index.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { disconnectAccount } from '#server/marketplaces/account-tokens.queries.ts';
import {
  askQueue,
  connectSeller,
  drainLater,
  marketApp,
  misbehave,
  settler,
  waitingJobs,
} from '#server/marketplaces/test/factory.ts';
import { lockOrder, writeFacts } from '#server/orders/sale/facts.ts';
import { jobOf, makeAccount } from '#server/orders/test/factory.ts';
import { sweepParcels, sweepParcelsStep } from './sweep-parcels.ts';

const market = await marketApp();
const { app, sandbox } = market;
// The sandbox uses real time; searches must not lie in its past or future.
app.clock.set(systemClock.now().toISOString());
const supplier = await app.join('supply');
const seller = await app.join('sales');
const account = await connectSeller(seller);
const settle = settler(market);

/** More than one step and fewer than two. */
const count = 70;
const bought = z.object({ orders: z.array(z.object({ id: z.number(), shipmentId: z.number() })) });
const { orders } = await sellMany();

beforeEach(() => sandbox.control('DELETE', '/faults'));

async function sellMany() {
  const offer = await makeOffer(supplier, await makeShelf(app, supplier, 2 * count), 2000);
  const made = await publish(seller, await makeAdvertisement(seller, [offer]), account.id, offer);
  await app.drain();
  const { remoteItem } = await seller.call(api.publications.detail, { params: { id: made.id } });
  const answer = await sandbox.control('POST', '/purchases/burst', { itemId: remoteItem, count });
  await settle();
  return bought.parse(answer);
}

const shipmentOf = (n: number) => orders.at(n)?.shipmentId ?? 0;

const readyToPrint = (shipmentId: number) =>
  sandbox.control('POST', `/shipments/${shipmentId}/advance`, {
    status: 'ready_to_ship',
    substatus: 'ready_to_print',
  });

type Written = { shipment_id: string; label_ready: boolean; version_of_row: string };

/** Every sale of the account with a value that shows whether its row was written again. */
async function sales(): Promise<Map<number, Written>> {
  const rows = await askQueue<Written>(
    app,
    'select shipment_id, label_ready, xmin::text as version_of_row from orders where account_id = $1',
    [account.id],
  );
  return new Map(rows.map((row) => [Number(row.shipment_id), row]));
}

async function changed(before: Map<number, Written>): Promise<number[]> {
  const after = await sales();
  return [...after].flatMap(([id, { version_of_row }]) =>
    before.get(id)?.version_of_row === version_of_row ? [] : [id],
  );
}

/** Parcels of the waiting jobs. */
async function askedFor(): Promise<number[]> {
  const rows = await askQueue<{ id: number }>(
    app,
    `select (payload->>'shipmentId')::bigint::float as id from queued_jobs
     where key like 'fetch-shipment:%' order by 1`,
  );
  return rows.map(({ id }) => id);
}

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);

test('of many parcels only those that moved without a notification are fetched, step by step', async () => {
  await misbehave(sandbox, { kind: 'notify-lost' });
  const moved = [shipmentOf(0), shipmentOf(-1)];
  for (const id of moved) await readyToPrint(id);
  const step = () =>
    sweepParcelsStep(jobOf(app), {
      businessId: seller.businessId,
      accountId: account.id,
      round: 'pre_dispatch',
      steps: 1,
    });
  await step();
  expect(await askedFor()).toEqual(moved.slice(0, 1));
  await step();
  expect(await askedFor()).toEqual(sorted(moved));
  await app.drain();
  const after = await sales();
  expect(moved.map((id) => after.get(id)?.label_ready)).toEqual([true, true]);
  // The round begins again, and nothing is new.
  for (let n = 0; n < 2; n++) await step();
  expect(await askedFor()).toEqual([]);
});

test('a sweep writes nothing for a sale without changes', async () => {
  const before = await sales();
  expect(before.size).toBe(count);
  await sweepParcels(jobOf(app));
  await app.drain();
  expect(await changed(before)).toEqual([]);
});

test('an invalid answer about a parcel is read again, and the other parcels do not wait for it', async () => {
  const before = await sales();
  await misbehave(sandbox, { kind: 'notify-lost' });
  const [odd, even] = [shipmentOf(1), shipmentOf(2)];
  await misbehave(sandbox, { kind: 'wrong-type', path: `/shipments/${odd}`, times: 2 });
  for (const id of [odd, even]) await readyToPrint(id);
  await sweepParcels(jobOf(app));
  await app.drain();
  expect(await changed(before)).toEqual([even]);
  await drainLater(app);
  expect(sorted(await changed(before))).toEqual(sorted([odd, even]));
});

test('a parcel in transit is followed to its end, however many wait before dispatch', async () => {
  const [sent] = orders.slice(3);
  const at = app.clock.now();
  await app.database.transact({ businessId: seller.businessId }, async (tx) => {
    const { id } = await tx.db
      .selectFrom('orders')
      .select('id')
      .where('remote_order_id', '=', String(sent?.id))
      .executeTakeFirstOrThrow();
    const road = { packed_at: at, collected_at: at, sent_at: at };
    await writeFacts(tx, await lockOrder(tx, id), road, { actor: 'system', kind: 'updated' });
  });
  await misbehave(sandbox, { kind: 'notify-lost' });
  await sandbox.control('POST', `/shipments/${sent?.shipmentId}/advance`, { status: 'delivered' });
  await sweepParcels(jobOf(app));
  await app.drain();
  const [row] = await askQueue<{ delivered_at: Date | null }>(
    app,
    'select delivered_at from orders where remote_order_id = $1',
    [String(sent?.id)],
  );
  expect(row?.delivered_at).not.toBeNull();
});

test('an account that is not connected is skipped', async () => {
  await sweepParcels(jobOf(app));
  await app.database.transact({ businessId: seller.businessId }, (tx) =>
    disconnectAccount(tx, account.id, 'revoked'),
  );
  await app.drain();
  expect(await waitingJobs(app, 'orders.sweep-parcels-step')).toBe(0);
});

test('many accounts are swept one after the other, each before the next sweep', async () => {
  for (let n = 0; n < 60; n++) await makeAccount(app, seller.businessId);
  await sweepParcels(jobOf(app));
  const rows = await askQueue<{ seconds: number }>(
    app,
    `select extract(epoch from run_at - now())::float as seconds from queued_jobs
     where key like 'sweep-parcels:%:pre_dispatch' order by run_at`,
  );
  const seconds = rows.map((row) => row.seconds);
  expect(seconds.length).toBe(60);
  expect(seconds.filter((one) => one <= 0).length).toBe(1);
  expect(seconds.at(29)).toBeGreaterThan(100);
  expect(seconds.at(-1)).toBeGreaterThan(200);
  expect(seconds.at(-1)).toBeLessThan(240);
});
