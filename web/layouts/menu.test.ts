import { expect, test } from 'vitest';
import type { BusinessType, Role } from '#contract/permissions.ts';
import { menuOf } from './menu.ts';

const menuFor = (type: BusinessType, ...roles: Role[]) =>
  menuOf({
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
  });
const labels = (type: BusinessType, ...roles: Role[]) =>
  menuFor(type, ...roles).flatMap((group) => group.items.map((item) => item.label));

test('each side of an invoice sees its own', () => {
  expect(labels('sales', 'owner')).toContain('sellerInvoices');
  expect(labels('sales', 'owner')).not.toContain('supplierInvoices');
  expect(labels('supply', 'owner')).toContain('supplierInvoices');
  expect(labels('supply', 'owner')).not.toContain('accounts');
});

test('who hands parcels over starts at the bench too', () => {
  expect(labels('supply', 'distributor')).toContain('checkout');
});

test('a packer sees the bench and no staff', () => {
  expect(labels('supply', 'packer')).toContain('checkout');
  expect(labels('supply', 'packer')).not.toContain('staff');
});

test('a group without an item is not there', () => {
  expect(menuFor('supply', 'packer').map((group) => group.label)).not.toContain('marketplaces');
});
