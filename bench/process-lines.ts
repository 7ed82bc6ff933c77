import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { alternate, numbered, type Pace } from './compare.ts';
import { median, residentMiB } from './figures.ts';
import type { Place } from './place.ts';
import { type Served, startProduct } from './product.ts';
import type { Row } from './row.ts';
import { supplierOf, tokenOf } from './seed/plan.ts';
import { runSlice } from './slice.ts';

const starts = 3;
/** After the collection that follows a start by 5 s (server/main.mjs). */
const restMs = 10_000;

/** From the start of the process to its first 200 of /readyz. */
export async function measureStart(place: Place): Promise<Row[]> {
  const there: number[] = [];
  const first: number[] = [];
  for (let n = 0; n < starts; n++) {
    const served = await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir, flags: [] });
    there.push(served.startedInMs / 1000);
    await served.stop();
    const dataDir = mkdtempSync(join(tmpdir(), 'easy-bench-first-'));
    try {
      const fresh = await startProduct({ dataDir, flags: [] });
      first.push(fresh.startedInMs / 1000);
      await fresh.stop();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  const row = (line: string, seconds: number[], goal: number): Row => ({
    line,
    value: median(seconds),
    goal,
    better: 'lower',
    unit: 's',
    note: `median of ${seconds.map((value) => value.toFixed(2)).join(', ')}`,
  });
  return [
    row('start, database there, to /readyz', there, 2),
    row('first start, with initdb and migrations', first, 6),
  ];
}

const lists = ['products', 'dropship-items', 'orders-supplier'];

/** Of one process with web and worker. */
export async function measureMemory(place: Place, pace: Pace): Promise<Row[]> {
  const served = await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir, flags: [] });
  try {
    await delay(restMs);
    const atRest = residentMiB(served.pid);
    const target = { urls: [served.url], pids: [served.pid], databasePid: place.pid() };
    const token = tokenOf(place.plan.seed, supplierOf(1));
    const next = numbered(target, (n) => ({ token, path: `/api/${lists[n % lists.length]}` }));
    const busy = await runSlice(target, { connections: 16, seconds: pace.seconds * 4, next });
    const row = (line: string, value: number, goal: number): Row => ({
      line,
      value,
      goal,
      better: 'lower',
      unit: 'MiB',
    });
    return [
      row('memory at rest', atRest, 160),
      row('memory at 16 connections, highest', busy.residentMiB, 320),
    ];
  } finally {
    await served.stop();
  }
}

/** The same requests over the same number of connections to one process and to two on one database. */
export async function measureTwoProcesses(place: Place, pace: Pace): Promise<Row[]> {
  const served: Served[] = [];
  try {
    for (let n = 0; n < 2; n++)
      served.push(await startProduct({ databaseUrl: place.loginUrl, dataDir: place.dataDir }));
    const targetOf = (used: Served[]) => ({
      urls: used.map(({ url }) => url),
      pids: used.map(({ pid }) => pid),
      databasePid: place.pid(),
    });
    const token = tokenOf(place.plan.seed, supplierOf(1));
    const sides = [targetOf(served.slice(0, 1)), targetOf(served)].map((target) => ({
      target,
      next: numbered(target, (n) => ({
        token,
        path: n % 2 ? '/api/products' : `/api/products/${1 + ((n * 37) % place.plan.rows)}`,
      })),
    }));
    const [one, two] = await alternate('two processes', sides, 16, pace);
    if (!one || !two) throw new Error('two sides');
    return [
      {
        line: 'two processes on one database',
        value: two.perSecond / one.perSecond,
        goal: 1.7,
        better: 'higher',
        unit: '×',
        note: `products list and detail, 16 connections: ${one.perSecond.toFixed(0)}/s, then ${two.perSecond.toFixed(0)}/s`,
      },
    ];
  } finally {
    for (const one of served) await one.stop();
  }
}
