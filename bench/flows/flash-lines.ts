import { openConnection, serialize } from '../client.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure, Row } from '../row.ts';
import { type Machine, notificationSecret, startMachine, waitFor } from './machine.ts';
import { firstOrder } from './market.ts';
import { countBy, makeWorld, type World } from './world.ts';

const connections = 64;
const settleSeconds = 60;

/**
 * Three accounts sell one stock level of 500 units for ten seconds: 10,000 notifications at a fixed rate, each of a
 * sale of one unit. Exactly 500 may be accepted, all must be settled, and no publication may be left on sale.
 */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  const size = quick ? { told: 1000, units: 50, seconds: 1 } : { told: 10_000, units: 500, seconds: 10 };
  try {
    const world = await makeWorld(machine.app, machine.env, { accounts: 3, shelves: 1, units: size.units });
    // As the database does by itself within a minute.
    await machine.ask('analyze');
    await machine.market.sell(world.items);
    const web = await machine.start('--web');
    await warmUp(web.url);
    for (let n = 0; n < 2; n++) await machine.start('--worker');
    const began = performance.now();
    const sent = await announce(web.url, world, size.told, size.seconds);
    const told = performance.now();
    const settled = async () => (await countSettled(machine, world)) >= size.told;
    await waitFor(`${size.told} sales`, settled, settleSeconds * 3, 200);
    const seconds = (performance.now() - began) / 1000;
    const shown = await waitForZero(machine, world);
    await machine.mustHold();
    const { firm = 0, short = 0 } = await countBy(machine, world, 'reserve');
    if (firm !== size.units || short !== size.told - size.units)
      throw new Refused(`flash sale of ${size.units}: ${firm} accepted, ${short} short`);
    return rows(size, { ...sent, seconds, toldIn: (told - began) / 1000, shown });
  } finally {
    await machine.stop();
  }
};

function rows(
  size: { told: number; units: number },
  seen: {
    latencies: number[];
    answered: number;
    slip: number;
    seconds: number;
    toldIn: number;
    shown: number;
  },
): Row[] {
  return [
    {
      line: 'flash sale, accepted',
      value: size.units,
      goal: size.units,
      better: 'higher',
      unit: 'sales',
      note: `exactly, of ${size.told}; every account shows 0 ${seen.shown.toFixed(1)} s after the last sale`,
    },
    {
      line: 'flash sale, all settled after',
      value: seen.seconds,
      goal: settleSeconds,
      better: 'lower',
      unit: 's',
      note: `two workers; told within ${seen.toldIn.toFixed(1)} s`,
    },
    {
      line: 'flash sale, notification p99.9',
      value: percentile(seen.latencies, 0.999),
      goal: 500,
      better: 'lower',
      unit: 'ms',
      note: `from the intended moment; ${seen.answered.toFixed(0)} ms from when it was sent, up to ${seen.slip.toFixed(0)} ms late`,
    },
  ];
}

/** Warms up the server; notifications of an unknown account are stored and not processed. */
async function warmUp(url: string): Promise<void> {
  const connection = await openConnection(url);
  const request = serialize(url, {
    method: 'POST',
    path: `/api/notifications/mercado-livre/${notificationSecret}`,
    body: { resource: '/orders/1', user_id: 1, topic: 'orders_v2', application_id: 1000 },
  });
  for (let n = 0; n < 500; n++) await connection.send(request);
  connection.close();
}

/** Sends at a fixed rate; a late answer delays what its connection sends next, and that counts. */
async function announce(url: string, world: World, count: number, seconds: number) {
  const latencies: number[] = [];
  const answers: number[] = [];
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(url)));
  const started = performance.now();
  let slip = 0;
  let n = 0;
  await Promise.all(
    open.map(async (connection) => {
      for (let mine = n++; mine < count; mine = n++) {
        const due = started + (mine / count) * seconds * 1000;
        const wait = due - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        slip = Math.max(slip, performance.now() - due);
        const sent = performance.now();
        const { status } = await connection.send(notice(url, world, mine));
        if (status !== 200) throw new Refused(`notification answered ${status}`);
        latencies.push(performance.now() - due);
        answers.push(performance.now() - sent);
      }
    }),
  );
  for (const connection of open) connection.close();
  for (const list of [latencies, answers]) list.sort((a, b) => a - b);
  return { latencies, slip, answered: percentile(answers, 0.999) };
}

function notice(url: string, world: World, n: number): Buffer {
  return serialize(url, {
    method: 'POST',
    path: `/api/notifications/mercado-livre/${notificationSecret}`,
    body: {
      resource: `/orders/${firstOrder + n}`,
      user_id: Number(world.items[n % world.items.length]?.sellerId),
      topic: 'orders_v2',
      application_id: 1000,
    },
  });
}

async function countSettled(machine: Machine, world: World): Promise<number> {
  const { firm = 0, short = 0 } = await countBy(machine, world, 'reserve');
  return firm + short;
}

/** Seconds until every publication got its last 0. */
async function waitForZero(machine: Machine, world: World): Promise<number> {
  const began = performance.now();
  const gone = async () => {
    const { pushed } = await machine.market.log();
    const shown = new Map(pushed.map(({ itemId, quantity }) => [itemId, quantity]));
    return world.items.every(({ itemId }) => shown.get(itemId) === 0);
  };
  await waitFor('nothing on sale anywhere', gone, 30);
  return (performance.now() - began) / 1000;
}
