import { beforeAll, describe, expect, test } from 'vitest';
import { can, type Permission, permissionTable } from '#contract/permissions.ts';
import { requestOf } from '#server/test/app.ts';
import { makeWorld, type World } from '../fuzz/world.ts';
import { endpoints } from './endpoints.ts';
import { paramsOf, samples } from './requests.ts';

let world: World;
let held = 0;

beforeAll(async () => {
  world = await makeWorld();
});

/** Every endpoint that changes something in a business, removals last. */
const writes = endpoints
  .filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.permission !== 'public')
  .toSorted(
    (one, other) => Number(one.endpoint.method === 'DELETE') - Number(other.endpoint.method === 'DELETE'),
  );

const audited = async (businessId: number, name: string) => {
  const [row] = await world.app.rows(
    businessId,
    `select count(*) as lines from audit_entries where endpoint = '${name}'`,
  );
  return Number(row?.lines);
};

describe('one audit line for each successful operation, none for a failed one', () => {
  test.each(writes)('$name', async ({ name, endpoint }) => {
    const { permission } = endpoint;
    for (const [index, owner] of world.businesses.entries()) {
      const businessType = index === 0 ? 'supply' : 'sales';
      const table = Object.hasOwn(permissionTable, permission);
      if (table && !can({ roles: ['owner'], businessType }, permission as Permission)) continue;
      const person = await world.app.hire(owner.businessId, ['owner']);
      const bodies = endpoint.body
        ? samples(endpoint.body, 'own', world, { count: 4, seed: 7 })
        : [undefined];
      for (const body of bodies) {
        const before = await audited(owner.businessId, name);
        const { statusCode } = await world.app.http.inject(
          requestOf(
            endpoint,
            { params: paramsOf(endpoint, 'own', world), ...(body !== undefined && { body: body as never }) },
            person.token,
          ),
        );
        const added = (await audited(owner.businessId, name)) - before;
        expect({ statusCode, added }).toEqual({ statusCode, added: statusCode < 300 ? 1 : 0 });
        if (statusCode < 300) held += 1;
      }
    }
  });

  test('enough operations succeeded for the test to be meaningful', () => {
    expect(held).toBeGreaterThan(40);
  });
});
