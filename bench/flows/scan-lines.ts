import { createApp } from '#server/app.ts';
import { tasks } from '#server/tasks.ts';
import { type Connection, openConnection, serialize } from '../client.ts';
import { Refused } from '../compare.ts';
import { percentile } from '../figures.ts';
import type { Measure } from '../row.ts';
import { announceSales } from './import-sales.ts';
import { type Machine, startMachine } from './machine.ts';
import { jobOf } from './sale-statements.ts';
import { recordStatements } from './statements.ts';
import { makeWorld, type World } from './world.ts';

type Sale = { id: number; sku: string };
const acts = ['picking', 'beep', 'print', 'packed'] as const;
type Act = (typeof acts)[number];

/**
 * The bench as the server sees it: each sale is taken, scanned, labelled and packed; duration and statements of a scan.
 */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    const world = await makeWorld(machine.app, machine.env, { accounts: 2, shelves: 20, units: 1000 });
    const sales = await makeSales(machine, world, quick ? 20 : 150);
    const statements = await countActs(machine, world, sales.splice(0, 5));
    const web = await machine.start('--web');
    const connection = await openConnection(web.url);
    const times: Record<Act, number[]> = { picking: [], beep: [], print: [], packed: [] };
    for (const [n, sale] of sales.entries()) {
      for (const act of acts) {
        const took = await send(connection, web.url, world, sale, act);
        // The first ones warm up.
        if (n >= 5) times[act].push(took);
      }
    }
    connection.close();
    await machine.mustHold();
    for (const list of Object.values(times)) list.sort((a, b) => a - b);
    return [
      {
        line: 'scan at the bench, answered by the server, p95',
        value: percentile(times.beep, 0.95),
        goal: 50,
        better: 'lower',
        unit: 'ms',
        note: `p50 ${percentile(times.beep, 0.5).toFixed(1)} ms; packed p50 ${percentile(times.packed, 0.5).toFixed(1)} ms with the sale read again at its marketplace`,
      },
      {
        line: 'statements of a scan',
        value: statements.beep,
        goal: 12,
        better: 'lower',
        unit: 'statements',
        note: `session, key, audit and transaction included; taken ${statements.picking}, packed ${statements.packed}`,
      },
    ];
  } finally {
    await machine.stop();
  }
};

/** Imported by the queue's own tasks, called directly. */
export async function makeSales(machine: Machine, world: World, count: number): Promise<Sale[]> {
  await announceSales(machine, world, count);
  const waiting = await machine.ask<{ payload: unknown }>('select payload from queued_jobs');
  for (const { payload } of waiting) await tasks['notification.process'](jobOf(machine), payload);
  const rows = await machine.ask<{ id: string; sku: string }>(
    'select order_id as id, sku from order_parts order by order_id',
  );
  return rows.map((row) => ({ id: Number(row.id), sku: row.sku }));
}

let key = 0;
const sent = (world: World, sale: Sale, act: Act) => ({
  method: 'POST' as const,
  path: `/api/orders-supplier/${sale.id}/${act}`,
  token: world.packer.token,
  key: `bench-key-${++key}`,
  ...(act === 'beep' && { body: { code: sale.sku, clientId: `bench-scan-${sale.id}` } }),
  ...(act === 'print' && { body: { reason: '' } }),
});

async function send(
  connection: Connection,
  url: string,
  world: World,
  sale: Sale,
  act: Act,
): Promise<number> {
  const request = serialize(url, sent(world, sale, act));
  const began = performance.now();
  const { status, body } = await connection.send(request);
  if (status !== 200) throw new Refused(`${act}: ${status} ${body.toString().slice(0, 200)}`);
  return performance.now() - began;
}

/** The last of a few sales: by then statements have their plans. */
async function countActs(machine: Machine, world: World, sales: Sale[]): Promise<Record<Act, number>> {
  const app = await createApp({ env: { ...machine.env, web: true }, databaseUrl: machine.loginUrl });
  const counted = { picking: 0, beep: 0, print: 0, packed: 0 };
  for (const sale of sales) {
    for (const act of acts) {
      const { method, path, token, key: idempotencyKey, ...rest } = sent(world, sale, act);
      const statements = await recordStatements(() =>
        app.http.inject({
          method,
          url: path,
          headers: { authorization: `Bearer ${token}`, 'idempotency-key': idempotencyKey },
          ...('body' in rest && { payload: rest.body }),
        }),
      );
      counted[act] = statements.length;
    }
  }
  await app.close();
  return counted;
}
