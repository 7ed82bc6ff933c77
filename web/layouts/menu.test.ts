import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { BusinessType, Role } from '#contract/permissions.ts';
import type { Session } from '../session.ts';
import { sampleOf } from '../test/sample.ts';
import { menuOf, openGroups } from './menu.ts';

const sessionOf = (type: BusinessType, roles: Role[], unusedAreas: Session['unusedAreas'] = []) =>
  sampleOf(api.auth.session.response, { business: { id: 1, name: 'B', type }, roles, unusedAreas });
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

const openFor = (session: ReturnType<typeof sessionOf>) => openGroups(menuOf(session).groups, session);

test('a newcomer sees where products are made and sold, other groups are folded', () => {
  const newcomer = sessionOf('sales', ['owner'], ['marketplaces', 'warehouse']);
  expect(openFor(newcomer)).toEqual(['marketplaces', 'business']);
  const supplier = sessionOf('supply', ['owner'], ['warehouse']);
  expect(openFor(supplier)).toEqual(['supply', 'business']);
});

test('a long menu opens the two groups that are used most and have records', () => {
  expect(openFor(sessionOf('sales', ['owner']))).toEqual(['marketplaces', 'shipping']);
  const resells = sessionOf('sales', ['owner'], ['warehouse']);
  expect(openFor(resells)).toEqual(['marketplaces', 'dropshipping']);
  expect(openFor(sessionOf('supply', ['owner']))).toEqual(['shipping', 'supply']);
});

test('a menu that fits the window is open', () => {
  const packer = sessionOf('supply', ['packer']);
  expect(openFor(packer)).toEqual(menuOf(packer).groups.map(({ label }) => label));
});
