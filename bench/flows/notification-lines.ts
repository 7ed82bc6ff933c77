import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { serialize } from '../client.ts';
import { Refused } from '../compare.ts';
import { median, percentile } from '../figures.ts';
import type { Measure, Row } from '../row.ts';
import { runSlice, type Slice } from '../slice.ts';
import { type Machine, notificationSecret, startMachine } from './machine.ts';
import { makeWorld } from './world.ts';

const connections = 64;
const rounds = 3;

/** Notifications accepted while no worker runs, next to a bare insert for each, alternating. */
export const measure: Measure = async ({ quick }) => {
  const machine = await startMachine();
  try {
    return await measureInbox(machine, quick ? 1 : 4);
  } finally {
    await machine.stop();
  }
};

async function measureInbox(machine: Machine, seconds: number): Promise<Row[]> {
  const world = await makeWorld(machine.app, machine.env, { accounts: 3, shelves: 10, units: 10 });
  const product = await machine.start('--web');
  const bare = await startBare(machine.databaseUrl);
  const path = `/api/notifications/mercado-livre/${notificationSecret}`;
  let n = 0;
  const told = () => ({
    _id: `b-${++n}`,
    resource: `/orders/${3_000_000_000 + n}`,
    user_id: Number(world.accounts[n % 3]?.remoteUserId),
    topic: 'orders_v2',
    application_id: 1000,
    attempts: 1,
    sent: '2026-08-02T13:20:14.006Z',
    received: '2026-08-02T13:20:13.984Z',
  });
  const sides = [
    { url: product.url, pid: product.pid, path, slices: [] as Slice[] },
    { url: bare.url, pid: bare.pid, path: '/notifications', slices: [] as Slice[] },
  ];
  let answered = 0;
  for (let round = -1; round < rounds; round++) {
    for (const { url, pid, path: to, slices } of sides) {
      const slice = await runSlice(
        { urls: [url], pids: [pid], databasePid: machine.databasePid() },
        {
          connections,
          seconds: round < 0 ? seconds / 4 : seconds,
          next: () => serialize(url, { method: 'POST', path: to, body: told() }),
        },
      );
      if (slice.errors > 0) throw new Refused(`notifications: ${slice.errors} errors. ${slice.firstError}`);
      if (url === product.url) answered += slice.requests;
      if (round >= 0) slices.push(slice);
    }
  }
  bare.stop();
  const [stored] = await machine.ask<{ kept: number; jobs: number }>(
    `select (select count(*)::int from notifications) as kept, (select count(*)::int from queued_jobs) as jobs`,
  );
  if (stored?.kept !== answered || stored.jobs !== answered)
    throw new Refused(`${answered} notifications answered, stored: ${JSON.stringify(stored)}`);
  const [ours = [], theirs = []] = sides.map(({ slices }) => slices);
  const middle = (slices: Slice[], read: (slice: Slice) => number) => median(slices.map(read));
  const rate = middle(ours, (slice) => slice.perSecond);
  const limit = middle(theirs, (slice) => slice.perSecond);
  const cpu = (slices: Slice[]) =>
    `${middle(slices, (slice) => slice.serverCpu).toFixed(2)} ms server, ${middle(slices, (slice) => slice.databaseCpu).toFixed(2)} ms database`;
  return [
    {
      line: 'notification accepted, workers stopped',
      value: rate,
      goal: 2000,
      better: 'higher',
      unit: '/s',
      note: `bare insert ${limit.toFixed(0)}/s (${((rate / limit) * 100).toFixed(0)} %); CPU each ${cpu(ours)}; bare ${cpu(theirs)}`,
    },
    {
      line: 'notification accepted, p99.9',
      value: middle(ours, (slice) => percentile(slice.latencies, 0.999)),
      goal: 500,
      better: 'lower',
      unit: 'ms',
      note: `${connections} connections; p50 ${middle(ours, (slice) => percentile(slice.latencies, 0.5)).toFixed(1)} ms`,
    },
  ];
}

async function startBare(url: string): Promise<{ url: string; pid: number; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-inbox.ts')], {
    env: { DATABASE_URL: url, PATH: process.env.PATH },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [address] = await once(child, 'message');
  return { url: String(address), pid: child.pid ?? 0, stop: () => void child.kill() };
}
