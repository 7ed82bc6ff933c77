import { expect, test } from 'vitest';
import {
  businessTypes,
  can,
  floorPermissions,
  type Permission,
  permissionTable,
  roles,
  shutToKeys,
} from '#contract/permissions.ts';
import {
  decidedFloor,
  decidedRights,
  decidedShutToKeys,
  neverByKey,
  neverOnFloor,
  publicEndpoints,
  readsOfTheirOwnRight,
  signedInAtStation,
  signedInByKey,
  signedInEndpoints,
} from './access.ts';
import { endpoints } from './endpoints.ts';

const named = (access: string) =>
  endpoints.filter(({ endpoint }) => endpoint.permission === access).map(({ name }) => name);

test('what anyone may call is a closed list, and so is what anyone signed in may', () => {
  expect(named('public').toSorted()).toEqual(publicEndpoints);
  expect(named('signed-in').toSorted()).toEqual(signedInEndpoints);
});

test('no right to read lets anything be changed, and reading asks for the right to read', () => {
  const open = [...publicEndpoints, ...signedInEndpoints, ...readsOfTheirOwnRight];
  const odd = endpoints.filter(({ name, endpoint }) => {
    if (open.includes(name)) return false;
    return endpoint.permission.endsWith('.read') !== (endpoint.method === 'GET');
  });
  expect(odd.map(({ name, endpoint }) => `${name}: ${endpoint.permission}`)).toEqual([]);
});

const letters = 'oatpdsu';

function holders(permission: Permission): string {
  const [inSales, inSupply] = businessTypes.map((businessType) =>
    roles
      .map((role, index) => (can({ roles: [role], businessType }, permission) ? letters[index] : ''))
      .join(''),
  );
  if (inSales === inSupply) return inSales ?? '';
  return [inSales && `${inSales} sales`, inSupply && `${inSupply} supply`].filter(Boolean).join(', ');
}

test('who may do what is what was decided, role by role', () => {
  const granted = Object.fromEntries(
    (Object.keys(permissionTable) as Permission[]).map((permission) => [permission, holders(permission)]),
  );
  expect(granted).toEqual(decidedRights);
});

test('a PIN opens the floor and nothing else: a closed list, without money, staff, settings or exports', () => {
  expect(floorPermissions).toEqual(decidedFloor);
  expect(floorPermissions.filter((permission) => neverOnFloor.test(permission))).toEqual([]);
  const open = endpoints.filter(({ endpoint }) => 'atStation' in endpoint).map(({ name }) => name);
  expect(open).toEqual(signedInAtStation);
  const all = Object.keys(permissionTable) as Permission[];
  const owner = { roles: ['owner'], businessType: 'supply' } as const;
  expect(all.filter((permission) => can({ ...owner, atStation: true }, permission))).toEqual(
    all.filter((permission) => decidedFloor.includes(permission)),
  );
});

test('a key never opens people, rights, settings or money, and of what is everybody’s only itself', () => {
  expect(shutToKeys).toEqual(decidedShutToKeys);
  const all = Object.keys(permissionTable) as Permission[];
  expect(all.filter((permission) => neverByKey.test(permission) && !shutToKeys.includes(permission))).toEqual(
    [],
  );
  for (const businessType of businessTypes) {
    const owner = { roles: ['owner'], businessType } as const;
    expect(all.filter((permission) => can({ ...owner, byKey: true }, permission))).toEqual(
      all.filter((permission) => can(owner, permission) && !decidedShutToKeys.includes(permission)),
    );
  }
  const open = endpoints.filter(({ endpoint }) => 'byKey' in endpoint).map(({ name }) => name);
  expect(open).toEqual(signedInByKey);
});
