import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure } from '../row.ts';
import { type Machine, notificationSecret, startMachine, waitFor } from './machine.ts';
import { firstOrder } from './market.ts';
import { makeWorld, type World } from './world.ts';

/** Publications of one stock level: four accounts with five each, of which one sells. */
const accounts = 4;
const publications = 5;

/** From the notification of a sale to the new quantity at every other publication, one sale at a time. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const world = await makeWorld(machine.app, machine.env, {
      accounts,
      shelves: 1,
      units: 1000,
      publications,
    });
    await machine.market.sell(world.items);
    const web = await machine.start('--web');
    await machine.start('--worker');
    const sales = quick ? 20 : 100;
    const first: number[] = [];
    const last: number[] = [];
    for (let n = 0; n < sales + 5; n++) {
      const took = await sellOne(machine, world, web.url, n);
      // The first ones warm up.
      if (n < 5) continue;
      first.push(...took);
      last.push(Math.max(...took));
    }
    await settle(machine);
    await machine.mustHold();
    for (const times of [first, last]) times.sort((a, b) => a - b);
    const more = `${sales} sales, ${world.items.length} publications; the slowest of each sale: p50 ${percentile(last, 0.5).toFixed(0)} ms`;
    return [
      {
        line: 'sale → quantity at every other publication, p50',
        value: percentile(first, 0.5),
        goal: 150,
        better: 'lower',
        unit: 'ms',
        note: more,
      },
      {
        line: 'sale → quantity at every other publication, p99',
        value: percentile(first, 0.99),
        goal: 1000,
        better: 'lower',
        unit: 'ms',
        note: 'from the notification sent to the quantity received there',
      },
    ];
  } finally {
    await machine.stop();
  }
};

/** Milliseconds until each publication got its quantity, including the one that sold. */
async function sellOne(machine: Machine, world: World, url: string, n: number): Promise<number[]> {
  const left = 1000 - n - 1;
  const seller = world.items[n % world.items.length]?.sellerId;
  const sent = Date.now();
  const answer = await fetch(`${url}/api/notifications/mercado-livre/${notificationSecret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      resource: `/orders/${firstOrder + n}`,
      user_id: Number(seller),
      topic: 'orders_v2',
      application_id: 1000,
    }),
  });
  if (!answer.ok) throw new Refused(`notification answered ${answer.status}`);
  await answer.arrayBuffer();
  const told = async () =>
    (await machine.market.log()).pushed.filter(({ quantity, at }) => quantity === left && at >= sent);
  await waitFor('the other publications', async () => (await told()).length >= world.items.length, 20, 10);
  // Polling continuously would take processor time from the measured processes.
  await delay(100);
  return (await told()).map(({ at }) => at - sent);
}

/** Every publication shows the stock, and none got an older quantity after a newer one. */
async function settle(machine: Machine): Promise<void> {
  const { pushed } = await machine.market.log();
  const shown = new Map<string, number>();
  for (const { itemId, quantity } of pushed) {
    const before = shown.get(itemId) ?? Number.POSITIVE_INFINITY;
    if (quantity > before) throw new Refused(`${itemId} was told ${quantity} after ${before}`);
    shown.set(itemId, quantity);
  }
}
