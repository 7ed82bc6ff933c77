import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { BusinessType, Role } from '#contract/permissions.ts';
import { sampleOf } from '../test/sample.ts';
import { isUnused, menuOf } from './menu.ts';

const sessionOf = (type: BusinessType, roles: Role[]) =>
  sampleOf(api.auth.session.response, { business: { id: 1, name: 'B', type }, roles });
const menuFor = (type: BusinessType, ...roles: Role[]) => menuOf(sessionOf(type, roles)).groups;
const labels = (type: BusinessType, ...roles: Role[]) =>
  menuFor(type, ...roles).flatMap((group) => group.items.map((item) => item.label));

test('each side of an invoice sees its own list', () => {
  expect(labels('sales', 'owner')).toContain('sellerInvoices');
  expect(labels('sales', 'owner')).not.toContain('supplierInvoices');
  expect(labels('supply', 'owner')).toContain('supplierInvoices');
  expect(labels('supply', 'owner')).not.toContain('accounts');
});

test('a dispatcher starts at the bench', () => {
  expect(labels('supply', 'distributor')).toContain('checkout');
});

test('a packer sees the bench and not the staff', () => {
  expect(labels('supply', 'packer')).toContain('checkout');
  expect(labels('supply', 'packer')).not.toContain('staff');
});

test('a group without items is hidden', () => {
  expect(menuFor('supply', 'packer').map((group) => group.label)).not.toContain('marketplaces');
});

test('the groups come in the order of use of the business', () => {
  expect(menuFor('sales', 'owner').map(({ label }) => label)).toEqual([
    'marketplaces',
    'shipping',
    'dropshipping',
    'supply',
    'business',
    'account',
  ]);
  expect(menuFor('supply', 'owner')[0]?.label).toBe('shipping');
});

test('a group is unused while the business has no record in its area', () => {
  const session = { ...sessionOf('sales', ['owner']), unusedAreas: ['warehouse' as const] };
  const unused = menuOf(session).groups.filter((group) => isUnused(group, session));
  expect(unused.map(({ label }) => label)).toEqual(['shipping', 'supply']);
});
