import type { Connection } from '../client.ts';
import { openConnection, serialize } from '../client.ts';
import { Refused } from '../compare.ts';
import { median, percentile } from '../figures.ts';
import type { Measure } from '../row.ts';
import { startMachine } from './machine.ts';
import { makeSales } from './scan-lines.ts';
import { makeWorld, type World } from './world.ts';

type List = { id: number; stops: { sku: string; volume: { name: string } }[] };
type Ask = (world: World, path: string, body: unknown) => Promise<{ ms: number; answer: unknown }>;

/** A picking list of 100 sales made, routed, walked; a count planned over a warehouse of 10,000 volumes. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const size = quick ? 10 : 100;
    const rounds = quick ? 1 : 5;
    const world = await makeWorld(machine.app, machine.env, {
      accounts: 2,
      shelves: 100,
      units: 1000,
      positions: 100,
    });
    const sales = await makeSales(machine, world, size * 2 * (rounds + 1));
    // Every other list has manual sales, which measure the floor without the marketplace.
    const isByHand = (nth: number) => Math.floor(nth / size) % 2 === 1;
    const byHand = sales.filter((_, nth) => isByHand(nth)).map((sale) => sale.id);
    await machine.ask('update orders set account_id = null, remote_order_id = null where id = any($1)', [
      byHand,
    ]);
    const shelf = await makeWorld(machine.app, machine.env, {
      accounts: 0,
      shelves: quick ? 500 : 10_000,
      units: 5,
      positions: 500,
    });
    await machine.ask('analyze');
    const web = await machine.start('--web');
    const connection = await openConnection(web.url);
    const ask = asker(connection, web.url);
    const lists = { asked: [] as number[], byHand: [] as number[] };
    const scans: number[] = [];
    for (let n = 0; n < 2 * (rounds + 1); n++) {
      const ids = sales.slice(n * size, (n + 1) * size).map((sale) => sale.id);
      const made = await ask(world, '/picking', { ids, places: size });
      const { id } = made.answer as List;
      const started = await ask(world, `/picking/${id}/start`, {});
      // The first ones warm up.
      if (n > 1) lists[n % 2 === 1 ? 'byHand' : 'asked'].push(made.ms + started.ms);
      if (n === 2 * rounds + 1) scans.push(...(await walk(ask, world, started.answer as List)));
    }
    const counts: number[] = [];
    for (let n = 0; n < (quick ? 1 : 3); n++)
      counts.push(
        (await ask(shelf, '/volumes/in-balance', { warehouseId: shelf.warehouseId, volumes: 200 })).ms,
      );
    connection.close();
    await machine.mustHold();
    return [
      {
        line: 'picking list of 100 sales made, pinned and routed',
        value: median(lists.byHand),
        goal: 300,
        better: 'lower',
        unit: 'ms',
        note: `${size} sales over ${world.shelves.length} products; ${median(lists.asked).toFixed(0)} ms where each is read again at its marketplace, five calls of it, eight sales at a time`,
      },
      {
        line: 'scan in a list of 100 sales, answered by the server, p95',
        value: percentile(
          scans.toSorted((a, b) => a - b),
          0.95,
        ),
        goal: 50,
        better: 'lower',
        unit: 'ms',
        note: `${scans.length} scans, each answered with the list as it is then`,
      },
      {
        line: 'count planned over a warehouse of 10,000 volumes',
        value: median(counts),
        goal: 1000,
        better: 'lower',
        unit: 'ms',
        note: 'the 200 most urgent flagged',
      },
    ];
  } finally {
    await machine.stop();
  }
};

let key = 0;
const asker =
  (connection: Connection, url: string): Ask =>
  async ({ packer }, path, body) => {
    const sent = {
      method: 'POST' as const,
      path: `/api${path}`,
      token: packer.token,
      key: `bench-floor-${++key}`,
      body,
    };
    const request = serialize(url, sent);
    const began = performance.now();
    const answer = await connection.send(request);
    const ms = performance.now() - began;
    if (answer.status >= 300)
      throw new Refused(`${path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`);
    return { ms, answer: JSON.parse(answer.body.toString()) };
  };

/** One unit of each stop. */
async function walk(ask: Ask, world: World, { id, stops }: List): Promise<number[]> {
  const times: number[] = [];
  for (const { sku, volume } of stops) {
    const body = { code: sku, from: volume.name, clientId: `bench-walk-${++key}` };
    times.push((await ask(world, `/picking/${id}/beep`, body)).ms);
  }
  return times;
}
