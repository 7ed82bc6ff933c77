import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#server/jobs/worker.ts';
import { taskTable } from '#server/tasks.ts';
import { testApp } from '#server/test/app.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { type Loss, startWire } from './database-wire.ts';

/** Each has a database, a worker and a wire of its own: a loss is seen alone, and many are seen at once. */
const places = sized(3, 10);
/** Between two losses in one place: the next look for jobs without a heartbeat, or the end of a statement, fits in. */
const pauseMs = { cut: 3000, silence: 12_000 };
const losses = { cut: sized(4, 30), silence: sized(2, 30) };
/** Heartbeat, a look that is itself lost, and the next one. */
const limitMs = 30_000;

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

type Place = { owner: pg.Pool; strike(loss: Loss): Promise<string>; stop(): Promise<void> };

async function openPlace(): Promise<Place> {
  const app = await testApp();
  const wire = await startWire(app.databaseUrl, (application) => application.startsWith('easy worker'));
  const owner = new pg.Pool({ connectionString: app.databaseUrl, max: 3 });
  owner.on('error', () => undefined);
  const log = { error: () => undefined, warn: () => undefined };
  const worker = await startWorker({ ...app, table: taskTable, url: wire.url, log });
  return {
    owner,
    strike: async (loss) => kindOf(await wire.loseNext(loss)),
    async stop() {
      await worker.stop();
      await wire.close();
      await owner.end();
    },
  };
}

const add = (owner: pg.Pool) =>
  owner.query(
    `select enqueue_jobs(jsonb_agg(jsonb_build_object('task', 'notification.process', 'payload',
      jsonb_build_object('notificationId', 1000000 + n)))) from generate_series(1, 3) n`,
  );

/** Milliseconds since somebody last said to be at work on a job, of the one where it is longest. */
async function longestSilence(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ ms: number }>(
    `select coalesce(max(extract(epoch from now() - heartbeat_on)) * 1000, 0)::float as ms from queued_jobs where state = 'active'`,
  );
  return rows[0]?.ms ?? 0;
}

const left = async (owner: pg.Pool) =>
  Number((await owner.query<{ n: string }>('select count(*) as n from queued_jobs')).rows[0]?.n);

/** Jobs that take longer than the time between two heartbeats. */
async function holdUp(owner: pg.Pool): Promise<void> {
  const client = await owner.connect();
  await client.query('begin; lock table notifications');
  await delay(6000);
  await client.query('commit');
  client.release();
}

/** Loses answers while jobs come and go, until all of them are done; what was struck, and the longest silence. */
async function suffer({ owner, strike }: Place, loss: Loss): Promise<{ struck: string[]; longest: number }> {
  const struck: string[] = [];
  let longest = 0;
  let over = false;
  const watch = async () => {
    longest = Math.max(longest, await longestSilence(owner));
    await delay(100);
  };
  const watching = (async () => {
    while (!over || (await left(owner)) > 0) await watch();
  })();
  const working = (async () => {
    for (let n = 0; !over; n++) {
      await add(owner);
      if (n % 50 === 20) await holdUp(owner);
      await delay(100);
    }
  })();
  for (let n = 0; n < losses[loss]; n++) {
    struck.push(await strike(loss));
    await delay(pauseMs[loss]);
  }
  over = true;
  await Promise.all([working, watching]);
  return { struck, longest };
}

test.each<Loss>(['cut', 'silence'])(
  'the answer to a statement of the queue is lost (%s): no job stays in nobody’s hand',
  async (loss) => {
    const opened = await Promise.all(Array.from({ length: places }, openPlace));
    onTestFinished(() => Promise.all(opened.map(({ stop }) => stop())).then(() => undefined));
    const suffered = await Promise.all(opened.map((place) => suffer(place, loss)));
    const longest = Math.max(...suffered.map((one) => one.longest));
    const struck = suffered.flatMap((one) => one.struck);
    expect(longest).toBeLessThan(limitMs);
    const count = (kind: string) => struck.filter((one) => one === kind).length;
    const note = [...new Set(struck)].map((kind) => `${count(kind)} × ${kind}`).join(', ');
    report({ fault: `answer to the queue lost (${loss})`, times: struck.length, backMs: longest, note });
  },
  900_000,
);
