import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#contract/dates.ts';
import { makeAdvertisement, publish } from '#server/advertisements/test/factory.ts';
import { makeOffer, makeShelf } from '#server/inventory/test/factory.ts';
import { connectSeller, drain } from '#server/marketplaces/test/factory.ts';
import { testApp } from '#server/test/app.ts';
import { checkInvariants, invariantsAtRest } from '#server/test/check-invariants.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { randomFrom } from '#server/test/kill.ts';
import { startSandboxProcess } from '#server/test/sandbox.ts';
import { openInspector } from '../crash-points/inspect.ts';
import { createHost } from '../crash-points/instance.ts';
import { watchPoints } from '../crash-points/life.ts';
import { type Delivery, makePlayer } from './play.ts';
import { type Push, type Teller, tellersOf } from './tellers.ts';

const sales = sized(4, 60);
const units = 1000;
const seed = Number(process.env.FAULTS_SEED ?? 20_261_125);
const random = randomFrom(seed);
const below = (limit: number) => Math.floor(random() * limit);
/** Where processes die while a round is worked off. */
const deaths = (round: number) => Array.from({ length: sized(2, 12) }, () => 1 + below(80 + 40 * round));

const sandbox = await startSandboxProcess();
const app = await testApp({
  ...sandbox.variables,
  APP_URL: 'http://localhost:3000',
  LOG_LEVEL: 'silent',
});
const tellers = tellersOf(sandbox);
/** Searches of the marketplaces end at our own moment. */
const now = () => app.clock.set(systemClock.now().toISOString());

let release = () => {};
beforeAll(() => {
  release = watchPoints();
});
afterAll(() => release());

const deliveryOf = (push: Push, status: number): Delivery => ({
  request: { method: 'POST', ...push },
  status,
});

type Sold = { teller: Teller; id: string; canceled: boolean };

function shuffle<T>(list: readonly T[]): T[] {
  return list
    .map((entry) => ({ entry, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ entry }) => entry);
}

test('three marketplaces tell of their sales in any number and order, with deaths in between and forgeries among them', {
  timeout: 900_000,
}, async () => {
  now();
  const [supplier, seller, other] = [
    await app.join('supply'),
    await app.join('sales'),
    await app.join('sales'),
  ];
  const shelf = await makeShelf(app, supplier, units);
  const offer = await makeOffer(supplier, shelf, 2000);
  const advertisement = await makeAdvertisement(seller, [offer]);
  for (const { marketplace, remoteUserId, bystander, changes } of tellers) {
    const account = await connectSeller(seller, remoteUserId, marketplace);
    await connectSeller(other, bystander, marketplace);
    await publish(seller, advertisement, account.id, offer, changes);
  }
  await drain(app);
  await checkInvariants(app.databaseUrl);
  const inspector = await openInspector(app.databaseUrl);
  // A job that fails is tried again when a round says so.
  await inspector.query(
    "update pgboss.queue set retry_delay = 86400, retry_backoff = false where name = 'jobs'",
  );
  const host = await createHost(app.env, app.clock, app.databaseUrl);
  const player = makePlayer({ app, host, inspector });

  let told = 0;
  /** Each sale up to three times or not at all, forged, and as if it were another's. */
  async function tellOf(sold: readonly Sold[], round: number) {
    const deliveries = sold.flatMap(({ teller, id }) => {
      const honest = teller.tell(id, teller.remoteUserId);
      return [
        ...Array.from({ length: below(4) }, () => deliveryOf(honest, 200)),
        ...teller.forge(honest).map((push) => deliveryOf(push, 404)),
        deliveryOf(teller.tell(id, teller.bystander), 200),
      ];
    });
    told += deliveries.length;
    await player.send(shuffle(deliveries));
    now();
    await player.work(deaths(round));
  }

  const sold: Sold[] = [];
  for (let n = 0; n < sales; n++)
    for (const teller of tellers) sold.push({ teller, id: await teller.buy(), canceled: false });
  await tellOf(sold, 0);
  for (const one of sold.filter((_, n) => n % 2 === 0)) {
    await one.teller.cancel(one.id);
    one.canceled = true;
  }
  await tellOf(sold, 1);
  // What was never told is found by the sweep.
  for (let n = 0; n < 2; n++) {
    now();
    await inspector.query(`select enqueue_jobs('[{"task": "orders.sweep", "payload": {}}]')`);
    await player.hurry();
    await player.work();
  }
  await tellOf(sold, 2);
  await player.hurry();
  await player.work();

  const found = await inspector.query<{ business: string; id: string; canceled: boolean }>(
    'select business_id as business, remote_order_id as id, canceled_at is not null as canceled from orders',
  );
  const expected = sold.map(({ id, canceled }) => ({ business: seller.businessId, id, canceled }));
  const byId = (one: { id: string }, next: { id: string }) => one.id.localeCompare(next.id);
  expect(found.map((row) => ({ ...row, business: Number(row.business) })).toSorted(byId)).toEqual(
    expected.toSorted(byId),
  );
  const kept = units - sold.filter(({ canceled }) => !canceled).length;
  for (const { marketplace, shown } of tellers)
    expect([marketplace, await shown()]).toEqual([marketplace, kept]);
  expect(await checkInvariants(app.databaseUrl, invariantsAtRest)).toEqual([]);
  expect(player.died()).toBeGreaterThan(0);
  const note = `${told} notifications, ${player.died()} deaths`;
  report({ fault: 'sale told by three marketplaces', times: sold.length, note });
  await host.close();
  await inspector.close();
});
