import { expect, test } from 'vitest';
import type { BusinessType, Role } from '#contract/permissions.ts';
import type { Session } from '../session.ts';
import { isUnused, menuOf } from './menu.ts';

const sessionOf = (type: BusinessType, roles: Role[]): Session => ({
  user: { id: 1, name: 'A', email: 'a@b.c' },
  business: { id: 1, name: 'B', type },
  businesses: [],
  roles,
  supplierMay: [],
  locale: 'pt',
  twoStep: false,
  twoStepDue: null,
  handsFree: true,
  station: null,
  unusedAreas: [],
});
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
  const session: Session = { ...sessionOf('sales', ['owner']), unusedAreas: ['warehouse'] };
  const unused = menuOf(session).groups.filter((group) => isUnused(group, session));
  expect(unused.map(({ label }) => label)).toEqual(['shipping', 'supply']);
});
