import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { killDatabase, randomFrom, startLine } from '#server/test/kill.ts';
import { makeWork } from './kill-work.ts';

/** In the names of the tests, so that the moments of a failed run can be repeated. */
const seed = randomInt(2 ** 32);
const serverKills = sized(50, 500);
const databaseKills = sized(10, 300);
const random = randomFrom(seed);

const line = await startLine();
const work = await makeWork(line);

/** Kills and waits until it works again, this many times; returns the longest wait. */
async function killing(times: number, pause: () => number, kill: () => Promise<void>): Promise<number> {
  let longest = 0;
  for (let n = 0; n < times; n++) {
    await delay(pause());
    const since = performance.now();
    await kill();
    longest = Math.max(longest, performance.now() - since);
  }
  return Math.round(longest);
}

test(`the server killed ${serverKills} times: nothing acknowledged is lost, nothing is applied twice (seed ${seed})`, async () => {
  const before = line.lost();
  let backMs = 0;
  await work.during(async () => {
    // Mostly soon, and sometimes late enough that much is in progress.
    const pause = () => 50 + random() * (random() < 0.2 ? 2000 : 350);
    backMs = await killing(serverKills, pause, async () => {
      await line.server.kill();
      await line.server.start();
    });
  });
  expect(line.lost() - before).toBeGreaterThan(serverKills);
  await work.mustHold();
  report({ fault: 'kill -9 of the server', times: serverKills, backMs, note: work.summary() });
}, 3_600_000);

test(`PostgreSQL killed ${databaseKills} times: the server recovers, and every invariant holds (seed ${seed})`, async () => {
  const before = line.lost();
  let backMs = 0;
  await work.during(async () => {
    const pause = () => 200 + random() * 800;
    backMs = await killing(databaseKills, pause, async () => {
      await killDatabase(line.database);
      await work.stage.supplier.call(api.categories.create, { body: { description: randomUUID() } });
    });
  });
  expect(line.lost() - before).toBeGreaterThan(databaseKills);
  await work.mustHold();
  report({ fault: 'kill -9 of PostgreSQL', times: databaseKills, backMs, note: work.summary() });
}, 3_600_000);
