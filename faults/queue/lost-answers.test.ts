import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#server/jobs/worker.ts';
import { testApp } from '#server/test/app.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { type Loss, startWire } from './database-wire.ts';

const times = sized(24, 300);
/** Longer than a heartbeat of ten seconds and the look for those without one, every two. */
const limitMs = 20_000;

const app = await testApp();
const wire = await startWire(app.databaseUrl, (application) => application.startsWith('easy worker'));
const owner = new pg.Pool({ connectionString: app.databaseUrl, max: 3 });
owner.on('error', () => undefined);

/** What a statement of the queue is for. */
const kinds: readonly (readonly [kind: string, sign: RegExp])[] = [
  ['fetch', /state = 'active',\s+started_on/],
  ['complete', /state = 'completed'/],
  ['heartbeat', /SET heartbeat_on/],
  ['fail', /retried_jobs/],
  ['listen', /^listen/],
  ['schedule', /schedule/],
  ['supervise', /queue/i],
];
const kindOf = (asked: string) => kinds.find(([, sign]) => sign.test(asked))?.[0] ?? 'other';

const add = (count: number) =>
  owner.query(
    `select enqueue_jobs(jsonb_agg(jsonb_build_object('task', 'notification.process', 'payload',
      jsonb_build_object('notificationId', 1000000 + n)))) from generate_series(1, $1) n`,
    [count],
  );

/** Seconds since somebody last said to be at work on a job, of the one where it was longest. */
async function longestSilence(): Promise<number> {
  const { rows } = await owner.query<{ ms: number }>(
    `select coalesce(max(extract(epoch from now() - heartbeat_on)) * 1000, 0)::float as ms from queued_jobs where state = 'active'`,
  );
  return rows[0]?.ms ?? 0;
}

const left = async () =>
  Number((await owner.query<{ n: string }>('select count(*) as n from queued_jobs')).rows[0]?.n);

/** Jobs that take longer than the time between two heartbeats. */
async function holdUp(ms: number): Promise<void> {
  const client = await owner.connect();
  await client.query('begin; lock table notifications');
  await delay(ms);
  await client.query('commit');
  client.release();
}

test.each<Loss>(['cut', 'silence'])(
  `the answer to a statement of the queue is lost (%s), ${times} times: no job stays in nobody's hand`,
  async (loss) => {
    const errors: unknown[] = [];
    const log = { error: (details: object) => void errors.push(details), warn: () => undefined };
    const worker = await startWorker({ ...app, url: wire.url, log });
    onTestFinished(() => worker.stop());
    const struck: Record<string, number> = {};
    let longest = 0;
    let over = false;
    const watching = (async () => {
      while (!over) {
        longest = Math.max(longest, await longestSilence());
        await delay(100);
      }
    })();
    const working = (async () => {
      for (let n = 0; !over; n++) {
        await add(3);
        if (n % 50 === 20) await holdUp(6000);
        await delay(60);
      }
    })();
    for (let n = 0; n < times; n++) {
      const kind = kindOf(await wire.loseNext(loss));
      struck[kind] = (struck[kind] ?? 0) + 1;
      await delay(loss === 'cut' ? 40 : 120);
    }
    over = true;
    await working;
    await watching;
    const since = performance.now();
    while ((await left()) > 0) {
      longest = Math.max(longest, await longestSilence());
      if (performance.now() - since > 90_000) break;
      await delay(100);
    }
    expect(await left()).toBe(0);
    expect(errors.length).toBeGreaterThan(0);
    expect(longest).toBeLessThan(limitMs);
    const note = Object.entries(struck).map(([kind, count]) => `${count} × ${kind}`);
    report({ fault: `answer to the queue lost (${loss})`, times, backMs: longest, note: note.join(', ') });
  },
  600_000,
);
