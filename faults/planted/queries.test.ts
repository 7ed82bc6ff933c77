import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { checkInvariants, invariantsAtRest, narrowed } from '#server/test/check-invariants.ts';
import { type QueryPlant, queryPlants } from './query-plants.ts';
import { openOwner, setStage } from './stage.ts';

let owner: pg.Client;
let ids: Record<string, number>;
let found = 0;

beforeAll(async () => {
  const app = await testApp({ LOG_LEVEL: 'silent' });
  ids = await setStage(app);
  expect(await checkInvariants(app.databaseUrl, invariantsAtRest)).toEqual([]);
  owner = await openOwner(app.databaseUrl);
});
afterAll(async () => {
  await owner.end();
  console.log(`${found} of ${queryPlants.length} corruptions found by their own query`);
});

const names = invariantsAtRest.map(({ name }) => name);

test('each query has a corruption planted for it, and each corruption its query', () => {
  const planted = queryPlants.map(({ detector }) => names.filter((name) => name.startsWith(detector)));
  expect(planted.filter((list) => list.length !== 1)).toEqual([]);
  expect(names.filter((name) => !planted.flat().includes(name))).toEqual([]);
});

test.each(queryPlants)('$detector finds what is planted for it', async (plant) => {
  await owner.query('begin');
  try {
    if (plant.refusedBy) await expectRefused(plant, plant.refusedBy);
    await corrupt(plant);
    const broken: string[] = [];
    for (const { name, sql } of invariantsAtRest)
      if ((await owner.query(sql)).rows.length > 0) broken.push(name);
    const expected = names.filter((name) =>
      [plant.detector, ...(plant.also ?? [])].some((start) => name.startsWith(start)),
    );
    expect(broken).toEqual(expected);
    found += 1;
  } finally {
    await owner.query('rollback');
  }
});

async function corrupt(plant: QueryPlant): Promise<void> {
  const sql = plant.sql.replace(/\$(\w+)/g, (_, name: string) => String(ids[name]));
  const results = [await owner.query(sql)].flat();
  expect(results.at(-1)?.rowCount, 'rows corrupted').toBeGreaterThan(0);
}

async function expectRefused(plant: QueryPlant, by: NonNullable<QueryPlant['refusedBy']>): Promise<void> {
  await owner.query('savepoint before');
  const refused = await corrupt(plant).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(pg.DatabaseError);
  expect((refused as pg.DatabaseError).constraint).toBe(by.constraint);
  await owner.query('rollback to savepoint before');
  await owner.query(`alter table ${by.table} drop constraint ${by.constraint}`);
}

test('a sale cannot be packed and pending: the table itself refuses', async () => {
  await owner.query('begin');
  const refused = owner.query('update orders set packed_at = now() where id = $1', [ids.pending]);
  await expect(refused).rejects.toMatchObject({ constraint: 'orders_check' });
  await owner.query('rollback');
});

test('a query that supports narrowing to changed rows is narrowed', () => {
  const driven = invariantsAtRest.filter(({ of }) => of !== undefined);
  expect(driven.filter((invariant) => narrowed(invariant) === invariant.sql)).toEqual([]);
});
