import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { EndpointDefinition } from '#contract/endpoint.ts';
import { can, type Permission, permissionTable } from '#contract/permissions.ts';
import { certainlyApart, middleApart } from '#server/test/apart.ts';
import { type Person, requestOf } from '#server/test/app.ts';
import { type DatabaseWatch, watchDatabase } from '../fuzz/database-watch.ts';
import { judge } from '../fuzz/oracle.ts';
import { makeWorld, type World } from '../fuzz/world.ts';
import { endpoints } from './endpoints.ts';
import { paramsOf, samples, seen } from './requests.ts';
import { strayRows } from './stray-rows.ts';

let world: World;
let watch: DatabaseWatch;
let before: Record<string, string>;

beforeAll(async () => {
  world = await makeWorld();
  watch = await watchDatabase(world.app.databaseUrl);
  before = await watch.digest(world.bystanders.map(({ businessId }) => businessId));
});
afterAll(() => watch.close());

/** Offers and their pictures are public to every seller. */
const shownToAll = ['dropshipping.detail', 'images.file', 'images.thumbnail', 'companies.create'];

/** The owners of the two businesses that may call it. */
function callers({ permission }: EndpointDefinition): Person[] {
  return world.businesses.filter(
    (_, index) =>
      !Object.hasOwn(permissionTable, permission) ||
      can({ roles: ['owner'], businessType: index === 0 ? 'supply' : 'sales' }, permission as Permission),
  );
}

const withId = endpoints.filter(
  ({ name, endpoint }) =>
    endpoint.path.includes(':') && endpoint.permission !== 'public' && !shownToAll.includes(name),
);

describe('a foreign id is answered like an id that does not exist', () => {
  test.each(withId)('$name', async ({ endpoint }) => {
    const [body] = endpoint.body ? samples(endpoint.body, 'own', world, { count: 1 }) : [undefined];
    for (const person of callers(endpoint)) {
      const send = (source: 'foreign' | 'nobody') =>
        world.app.http.inject(
          requestOf(
            endpoint,
            { params: paramsOf(endpoint, source, world), ...(body !== undefined && { body: body as never }) },
            person.token,
          ),
        );
      const [foreign, random] = [await send('foreign'), await send('nobody')];
      expect(seen(foreign)).toBe(seen(random));
      expect(foreign.statusCode).toBeGreaterThanOrEqual(400);
    }
    expect(await watch.since()).toEqual([]);
  });

  test('a foreign id is answered in the same time as an unknown one', async () => {
    const reads = withId.filter(
      ({ endpoint }) => endpoint.method === 'GET' && !endpoint.path.includes(':account'),
    );
    for (const { name, endpoint } of reads) {
      const [person] = callers(endpoint);
      const times: Record<'foreign' | 'nobody', number[]> = { foreign: [], nobody: [] };
      for (let n = 0; n < 41; n++) {
        // An endpoint without a measurable difference is not measured further.
        if (n === 15 && middleApart(times.foreign, times.nobody) < 2) break;
        for (const source of ['foreign', 'nobody'] as const) {
          const request = requestOf(
            endpoint,
            { params: paramsOf(endpoint, source, world) },
            person?.token ?? '',
          );
          const began = performance.now();
          await world.app.http.inject(request);
          times[source].push(performance.now() - began);
        }
      }
      const apart = certainlyApart(times.foreign, times.nobody);
      expect({ name, apart: apart < 5 ? 'less than 5 ms' : apart }).toEqual({
        name,
        apart: 'less than 5 ms',
      });
    }
  }, 120_000);
});

describe('a change of what the caller saw in an older version', () => {
  /** The world has no lot, only one business in it has tags of sales, and no body from a generator is a bank account: tests of their areas do it. */
  const ofAreas = ['batches.update', 'bankAccount.update', 'ordersTags.update'];
  const versioned = endpoints.filter(
    ({ name, endpoint }) => endpoint.errors?.includes('stale_version') && !ofAreas.includes(name),
  );

  test.each(versioned)('$name is refused', async ({ name, endpoint }) => {
    const codes: unknown[] = [];
    for (const body of samples(endpoint.body ?? ({} as never), 'own', world, { count: 12 }))
      for (const person of callers(endpoint)) {
        const send = { params: paramsOf(endpoint, 'own', world), body: body as never, version: 999_999 };
        const answer = await world.app.http.inject(requestOf(endpoint, send, person.token));
        codes.push(answer.statusCode < 300 ? `${name} is done` : answer.json().code);
      }
    expect(codes).toContain('stale_version');
    expect(codes).not.toContain(`${name} is done`);
  });

  test('every update whose answer has a version refuses older ones', () => {
    const unversioned = endpoints.filter(({ name, endpoint: { method, response, errors } }) => {
      const isVersioned = response instanceof z.ZodObject && 'version' in response.shape;
      return (
        method === 'PATCH' && name.endsWith('.update') && isVersioned && !errors?.includes('stale_version')
      );
    });
    expect(versioned.length).toBeGreaterThan(20);
    expect(unversioned.map(({ name }) => name)).toEqual([]);
  });
});

const withIds = endpoints.filter(({ endpoint }) => endpoint.body && endpoint.permission !== 'public');

describe('foreign ids in bodies', () => {
  test.each(withIds)('$name', async ({ endpoint }) => {
    const strangers = world.bystanders.map(({ businessId }) => businessId);
    await watch.since();
    for (const source of ['foreign', 'nobody'] as const)
      for (const body of samples(endpoint.body ?? ({} as never), source, world, { count: 4 }))
        for (const person of callers(endpoint)) {
          const options = requestOf(
            endpoint,
            { params: paramsOf(endpoint, 'own', world), body: body as never },
            person.token,
          );
          const response = await world.app.http.inject(options);
          const sent = { options, kind: 'valid', query: {}, body, broken: false } as never;
          const answer = { response, touches: await watch.since(), milliseconds: 0 };
          const faults = judge(endpoint, sent, answer, strangers).filter(
            (fault) => !/^took|second reader/.test(fault),
          );
          expect({ body, faults }).toEqual({ body, faults: [] });
        }
  });

  test('records of other businesses are unchanged', async () => {
    const strangers = world.bystanders.map(({ businessId }) => businessId);
    const now = await watch.digest(strangers);
    const apart = Object.keys(now).filter(
      (table) => now[table] !== before[table] && !table.endsWith(' trade_links'),
    );
    expect(apart).toEqual([]);
  });

  test('no row refers to a row of another business, except on the edges of trade', async () => {
    expect(await strayRows(world.app.databaseUrl)).toEqual([]);
  });
});
