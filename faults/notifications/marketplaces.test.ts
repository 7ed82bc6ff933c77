import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkInvariants, invariantsAtRest } from '#server/test/check-invariants.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { randomFrom } from '#server/test/kill.ts';
import { watchPoints } from '../crash-points/life.ts';
import { deliveryOf, setPlaces, shuffle, units } from './places.ts';
import type { Teller } from './tellers.ts';

const sales = sized(4, 60);
const seed = Number(process.env.FAULTS_SEED ?? 20_261_125);
const random = randomFrom(seed);
const below = (limit: number) => Math.floor(random() * limit);
/** Where processes die while a round is worked off. */
const deaths = (round: number) => Array.from({ length: sized(2, 12) }, () => 1 + below(80 + 40 * round));

const { app, tellers, now, seller, inspector, player, sweep } = await setPlaces();

let release = () => {};
beforeAll(() => {
  release = watchPoints();
});
afterAll(() => release());

type Sold = { teller: Teller; id: string; canceled: boolean };

test('three marketplaces reach the same state after any number and order of notifications of sales, with kills and forgeries', {
  timeout: 900_000,
}, async () => {
  let told = 0;
  /** Each sale is notified up to three times or not at all, forged, and for another account. */
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
    await player.send(shuffle(deliveries, random), 1 + below(20));
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
  // The sweep finds sales without a notification.
  for (let n = 0; n < 2; n++) await sweep('orders.sweep');
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
});
