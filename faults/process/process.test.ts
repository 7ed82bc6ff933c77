import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { report, sized } from '#server/test/fault-report.ts';
import { openHouse } from './house.ts';

// A campaign of ten minutes on a fast machine filled 512 MB.
const house = await openHouse(sized(512, 4096));
const { line, work } = house;

afterEach(() => expect(line.troubles).toEqual([]));

async function suffer(fault: string, times: number, once: (n: number) => Promise<void>, limitMs: number) {
  let backMs = 0;
  await work.during(async () => {
    for (let n = 0; n < times; n++) await once(n);
    backMs = await house.untilItWorks();
  });
  await work.mustHold();
  expect(backMs).toBeLessThan(limitMs);
  report({ fault, times, backMs });
}

test('connections are cut, a hundred a minute', async () => {
  const times = sized(15, 500);
  await suffer(
    'pg_terminate_backend',
    times,
    async () => {
      await delay(600);
      await line.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'easy%' order by random() limit 1`);
    },
    5000,
  );
}, 900_000);

test('statements are cancelled, as by their timeout', async () => {
  const times = sized(40, 400);
  await suffer(
    'statement timeout (57014)',
    times,
    async () => {
      await delay(25);
      await line.asOwner(`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'easy' and state = 'active'`);
    },
    5000,
  );
}, 900_000);

test('PostgreSQL is restarted in order', async () => {
  await suffer(
    'PostgreSQL restarted in order',
    sized(1, 20),
    async () => {
      await delay(500);
      const before = line.database.pid();
      process.kill(before ?? 0, 'SIGINT');
      while (line.database.pid() === before) await delay(10);
    },
    5000,
  );
}, 900_000);

test('a paused worker resumes', async () => {
  const worker = await line.beside(['--worker']);
  await suffer(
    `worker paused ${sized(3, 60)} s`,
    sized(1, 3),
    async () => {
      await delay(500);
      worker.signal('SIGSTOP');
      await delay(sized(3000, 60_000));
      worker.signal('SIGCONT');
    },
    5000,
  );
  await worker.kill();
}, 900_000);

test('a paused worker that was taken for dead resumes, and what it did twice has one effect', async () => {
  const url = new URL(line.database.loginUrl);
  url.searchParams.set('application_name', 'stopped');
  const worker = await line.beside(['--worker'], { DATABASE_URL: url.href });
  await suffer(
    'paused worker, its connections cut',
    sized(4, 40),
    async () => {
      await delay(300);
      worker.signal('SIGSTOP');
      await line.asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stopped'`,
      );
      await delay(2500);
      worker.signal('SIGCONT');
    },
    5000,
  );
  await worker.kill();
}, 900_000);
