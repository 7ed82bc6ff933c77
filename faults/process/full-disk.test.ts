import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makePicture } from '#server/products/test/factory.ts';
import { report, sized } from '#server/test/fault-report.ts';
import { openHouse } from './house.ts';

const house = await openHouse();
const { line, work, disk, files } = house;
const { supplier } = work.stage;

const picture = async (n: number) => [
  { name: `foto ${n}.png`, bytes: await makePicture(200, 200, { r: n % 256, g: 90, b: 30 }) },
];
const upload = async (n: number, key: string) =>
  house.once(supplier, api.images.create, { files: await picture(n), key });

test.skipIf(!files)(
  'the disk of the uploads is full: 503, and no row without its file',
  async () => {
    const times = sized(5, 100);
    for (let n = 0; n < times; n++) {
      files?.fill();
      expect(await upload(n, `full-${n}`)).toBe(503);
      files?.free();
      // The same call, sent again.
      expect(await upload(n, `full-${n}`)).toBe(201);
    }
    const kept = await line.app.database.transact(supplier, (tx) =>
      tx.db.selectFrom('files').select('sha256').where('business_id', '=', supplier.businessId).execute(),
    );
    expect(kept.length).toBeGreaterThanOrEqual(times * 2);
    for (const { sha256 } of kept)
      expect(await line.app.outside.storage.has(`${supplier.businessId}/${sha256}`)).toBe(true);
    report({ fault: 'upload disk full', times });
  },
  300_000,
);

const readiness = async () => {
  const answer = await fetch(`${line.server.url}/readyz`);
  const body = (await answer.json()) as { facts?: object; files?: string };
  return { status: answer.status, ...(body.facts ?? { files: body.files }) };
};

test.skipIf(!disk || !files)(
  "is not ready while the database's disk is full, and reports a full disk of the files",
  async () => {
    const ready = { status: 200, files: 'ready' };
    await expect.poll(readiness).toEqual(ready);
    files?.fill();
    await expect.poll(readiness, { timeout: 20_000 }).toEqual({ status: 200, files: 'failing' });
    files?.free();
    await expect.poll(readiness, { timeout: 20_000 }).toEqual(ready);
    // The last positive answer is cached for a second.
    await delay(1100);
    disk?.fill();
    // Asked once: a database that found no room for long enough would not answer either way.
    expect(await readiness()).toMatchObject({ status: 503, database: 'failing', files: 'ready' });
    disk?.free();
    await expect.poll(readiness, { timeout: 30_000 }).toEqual(ready);
  },
  120_000,
);

test.skipIf(!disk)(
  'with a full database disk no request is acknowledged that is not stored, and the product recovers by itself',
  async () => {
    const times = sized(1, 10);
    let backMs = 0;
    await work.during(async () => {
      for (let n = 0; n < times; n++) {
        const before = line.lost();
        disk?.fill();
        for (let waited = 0; line.lost() === before && waited < 200; waited++) await delay(100);
        await delay(1000);
        disk?.free();
        backMs = Math.max(backMs, await house.untilItWorks());
      }
    });
    expect(line.lost()).toBeGreaterThan(0);
    await work.mustHold();
    expect(line.troubles).toEqual([]);
    expect(backMs).toBeLessThan(30_000);
    report({ fault: 'database disk full', times, backMs });
  },
  900_000,
);
