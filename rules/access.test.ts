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
 * Who may do what is a decision: the snapshots spell out what the table and the endpoints grant, so that a person reads
 * in the diff what a change opens or shuts. `vitest --update` writes them.
 */
const snapshot = (name: string) => `./snapshots/${name}.txt`;
const asText = (lines: readonly string[]) => `${lines.join('\n')}\n`;

test('what anyone may call is a closed list, and so is what anyone signed in may', async () => {
  const lines = endpoints
    .filter(({ endpoint }) => !permissionNames.some((permission) => permission === endpoint.permission))
    .map(({ name, endpoint: { permission, atStation, byKey } }) =>
      [permission, name, atStation && '· at a station', byKey && '· by key'].filter(Boolean).join(' '),
    );
  await expect(asText(lines.toSorted())).toMatchFileSnapshot(snapshot('open-endpoints'));
});

/** Reads that are more than a look: a label and an NF-e are somebody's to print, a whole trail the owner's to take out. */
const readsOfTheirOwnRight = [
  'audit.export',
  'checkout.downloadNfe',
  'checkout.downloadParcelLabel',
  'checkout.downloadTag',
];

test('no right to read lets anything be changed, and reading asks for the right to read', () => {
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

test('who may do what is what was decided, role by role, at a station and by key', async () => {
  const lines = permissionNames.map((permission) => {
    const { station, key } = permissionTable[permission];
    const marks = `${station ? ' · station' : ''}${key ? ' · key' : ''}`;
    return `${permission}: ${holders(permission)}${marks}`;
  });
  await expect(asText(lines)).toMatchFileSnapshot(snapshot('permissions'));
});

/** Acts of money, staff, settings and rights, which no PIN may ever open. */
const neverOnFloor =
  /^(business|staff|companies|audit|plans|prices|purchasing|dropship|bank-account|dropinvoices|bank-statements|disputes|accounts|advertisements|publications|orders|suppliers|supply-requests|stations)\b|\.(approve|adjust|settings|override|decide|delete)$/;

/** People, rights, money and settings, which no key may ever open. */
const neverByKey =
  /^(staff|audit|api-keys|webhooks|stations|bank-account|bank-statements)\b|\.(secure|settings|terms|approve|pay|override)$|^plans\.change$/;

test('a PIN opens no money, staff or settings, and a key no people, rights, settings or payments', () => {
  const opened = (mark: 'station' | 'key', never: RegExp) =>
    permissionNames.filter((permission) => permissionTable[permission][mark] && never.test(permission));
  expect(opened('station', neverOnFloor)).toEqual([]);
  expect(opened('key', neverByKey)).toEqual([]);
});

test('a station and a key narrow the rights of a role to those that are marked for them', () => {
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
