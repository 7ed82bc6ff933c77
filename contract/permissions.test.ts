import { expect, test } from 'vitest';
import { can, mayGrant, permissionNames, roles } from './permissions.ts';

test('only owners grant a role at or above their own', () => {
  for (const role of roles) expect(mayGrant({ roles: ['owner'] }, role)).toBe(true);
  for (const role of roles) {
    const expected = role !== 'owner' && role !== 'administrator';
    expect([role, mayGrant({ roles: ['administrator'] }, role)]).toEqual([role, expected]);
  }
  for (const own of ['stockist', 'packer', 'distributor', 'seller', 'supplier'] as const)
    for (const role of roles) expect(mayGrant({ roles: [own] }, role)).toBe(false);
  expect(mayGrant({ roles: [] }, 'packer')).toBe(false);
});

test('several roles are the union of their rights', () => {
  const both = { roles: ['packer', 'seller'], businessType: 'sales' } as const;
  expect(can(both, 'checkout.pack')).toBe(true);
  expect(can(both, 'advertisements.create')).toBe(true);
  expect(can({ roles: ['packer'], businessType: 'sales' }, 'prices.read')).toBe(false);
});

test('a person without a business has no permissions', () => {
  for (const permission of permissionNames)
    expect(can({ roles: [], businessType: 'sales' }, permission)).toBe(false);
});
