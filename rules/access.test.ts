import { expect, test } from 'vitest';
import {
  businessTypes,
  can,
  type Permission,
  permissionNames,
  permissionTable,
  roles,
} from '#contract/permissions.ts';
import { endpoints } from './endpoints.ts';

/**
 * Permissions are decisions: the snapshots list what the table and the endpoints grant, so that the diff shows what a
 * change opens or closes. `vitest --update` writes them.
 */
const snapshot = (name: string) => `./snapshots/${name}.txt`;
const asText = (lines: readonly string[]) => `${lines.join('\n')}\n`;

test('the endpoints that anyone may call are a closed list, and so are those for every signed-in person', async () => {
  const lines = endpoints
    .filter(({ endpoint }) => !permissionNames.some((permission) => permission === endpoint.permission))
    .map(({ name, endpoint: { permission, atStation, byKey } }) =>
      [permission, name, atStation && '· at a station', byKey && '· by key'].filter(Boolean).join(' '),
    );
  await expect(asText(lines.toSorted())).toMatchFileSnapshot(snapshot('open-endpoints'));
});

/**
 * Reads that do more than display: printing a label or an NF-e, and exporting a whole trail, which is reserved to the
 * owner.
 */
const readsOfTheirOwnRight = [
  'audit.export',
  'checkout.downloadNfe',
  'checkout.downloadParcelLabel',
  'checkout.downloadTag',
];

test('no permission to read allows a change, and every read requires a permission to read', () => {
  const odd = endpoints.filter(({ name, endpoint: { permission, method } }) => {
    if (permission === 'public' || permission === 'signed-in' || permission === 'second-factor') return false;
    if (readsOfTheirOwnRight.includes(name)) return false;
    return permission.endsWith('.read') !== (method === 'GET');
  });
  expect(odd.map(({ name, endpoint }) => `${name}: ${endpoint.permission}`)).toEqual([]);
});

function holders(permission: Permission): string {
  const [inSales = '', inSupply = ''] = businessTypes.map((businessType) =>
    roles.filter((role) => can({ roles: [role], businessType }, permission)).join(' '),
  );
  if (inSales === inSupply) return inSales;
  return [inSales && `sales: ${inSales}`, inSupply && `supply: ${inSupply}`].filter(Boolean).join(' · ');
}

test('permissions are those that were decided, by role, at a station and by key', async () => {
  const lines = permissionNames.map((permission) => {
    const { station, key } = permissionTable[permission];
    const marks = `${station ? ' · station' : ''}${key ? ' · key' : ''}`;
    return `${permission}: ${holders(permission)}${marks}`;
  });
  await expect(asText(lines)).toMatchFileSnapshot(snapshot('permissions'));
});

/** Operations on money, staff, settings and permissions, which are never open to a PIN. */
const neverOnFloor =
  /^(business|staff|companies|audit|plans|prices|purchasing|dropship|bank-account|dropinvoices|bank-statements|disputes|accounts|advertisements|publications|orders|suppliers|supply-requests|stations)\b|\.(approve|adjust|settings|override|decide|delete)$/;

/** People, permissions, money and settings, which are never open to a key. */
const neverByKey =
  /^(staff|audit|api-keys|webhooks|stations|bank-account|bank-statements)\b|\.(secure|settings|terms|approve|pay|override)$|^plans\.change$/;

test('a PIN opens no money, staff or settings, and a key no people, permissions, settings or payments', () => {
  const opened = (mark: 'station' | 'key', never: RegExp) =>
    permissionNames.filter((permission) => permissionTable[permission][mark] && never.test(permission));
  expect(opened('station', neverOnFloor)).toEqual([]);
  expect(opened('key', neverByKey)).toEqual([]);
});

test('a station and a key reduce the permissions of a role to those marked for them', () => {
  for (const businessType of businessTypes) {
    const owner = { roles: ['owner'], businessType } as const;
    const held = permissionNames.filter((permission) => can(owner, permission));
    expect(permissionNames.filter((permission) => can({ ...owner, atStation: true }, permission))).toEqual(
      held.filter((permission) => permissionTable[permission].station),
    );
    expect(permissionNames.filter((permission) => can({ ...owner, byKey: true }, permission))).toEqual(
      held.filter((permission) => permissionTable[permission].key),
    );
  }
});
