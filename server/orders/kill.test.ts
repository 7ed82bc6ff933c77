import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { killDatabase, randomFrom, startLine } from '#server/test/kill.ts';
import { makeWork } from './kill-work.ts';

/** In the tests' names, so that the moments of a run that fails can be had again. */
const seed = randomInt(2 ** 32);
const serverKills = 50;
const databaseKills = 10;
const random = randomFrom(seed);

const line = await startLine();
const work = await makeWork(line);

test(`the server killed ${serverKills} times: nothing acknowledged is lost, nothing is applied twice (seed ${seed})`, async () => {
  const before = line.lost();
  await work.during(async () => {
    for (let n = 0; n < serverKills; n++) {
      await delay(50 + random() * 350);
      await line.server.kill();
      await line.server.start();
    }
  });
  expect(line.lost() - before).toBeGreaterThan(serverKills);
  await work.mustHold();
}, 900_000);

test(`PostgreSQL killed ${databaseKills} times: the server comes back by itself, all of it still holds (seed ${seed})`, async () => {
  const before = line.lost();
  await work.during(async () => {
    for (let n = 0; n < databaseKills; n++) {
      await delay(200 + random() * 800);
      await killDatabase(line.database);
    }
  });
  expect(line.lost() - before).toBeGreaterThan(databaseKills);
  await work.mustHold();
}, 900_000);
