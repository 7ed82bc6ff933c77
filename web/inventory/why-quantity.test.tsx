import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../queries.ts';
import { owner, renderScreen } from '../ui/render-screen.tsx';
import type { QuantityOf } from './quantity-of.ts';
import { WhyQuantity } from './WhyQuantity.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const page = (items: readonly unknown[]) => ({ body: { items, page: 1, pages: 1, total: items.length } });
const shelf = (id: number, sellable: number | null) => ({
  ...{ id, sku: 'CAN-1', sellable, onHand: sellable, reserved: 0, soft: 0, hold: 0, buffer: 0 },
  ...{ inbound: 0, packed: 0, product: { id: 7, name: 'Caneca' }, variation: { id: 8, name: 'Azul' } },
  warehouse: { id, name: `Galpão ${id}` },
});
const part = {
  ...{ offer: { id: 5, name: 'Caneca' }, sku: 'CAN-1', supplier: null, perUnit: 1, sellable: 9, terms: null },
  ...{ cap: null, active: true, held: false, makes: 9, isScarcest: false, sales: [], salesUnits: 0 },
};
const reasons = {
  name: 'Caneca',
  quantity: 9,
  asVariations: false,
  parts: [part],
  published: null,
  places: [],
};
const kit = {
  id: 3,
  name: 'Kit Café',
  components: [{ id: 1, offer: { id: 5, name: 'Caneca' }, quantity: 4 }],
};

const show = (of: QuantityOf, value: number | null, server: object, role: 'owner' | 'packer' = 'owner') =>
  renderScreen(() => <WhyQuantity of={of} value={value} name="Caneca" />, {
    server: { ...server },
    session: { ...owner, roles: [role] },
  });
const open = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /Por que este número/ }));
  return within(await screen.findByRole('dialog'));
};

test('a product in several warehouses shows the sum of its stock levels, each with its own terms', async () => {
  const { calls } = await show({ product: 7 }, 9, { 'stock.list': page([shelf(1, 4), shelf(2, 5)]) });
  const drawer = await open();
  await drawer.findByText('CAN-1 · Galpão 1');
  drawer.getByText('9');
  expect(calls.filter(({ endpoint }) => endpoint === 'stock.detail')).toEqual([]);
  fireEvent.click(drawer.getByText('CAN-1 · Galpão 2'));
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'stock.detail')?.url.pathname)
    .toBe('/api/stock/2');
});

test('people who count blind do not see the sum either', async () => {
  await show({ variation: 8 }, 4, { 'stock.list': page([shelf(1, 4), shelf(2, null)]) });
  const drawer = await open();
  await drawer.findByText('CAN-1 · Galpão 2');
  expect(drawer.getAllByText('—')).toHaveLength(2);
});

test('an offer lists its kits and says that it is not published', async () => {
  const server = { 'dropshipping.explain': { body: reasons }, 'virtualProducts.list': page([kit]) };
  const { calls } = await show({ offers: [5] }, 9, server);
  const drawer = await open();
  const kits = within(await drawer.findByRole('region', { name: 'Faz parte destes kits' }));
  expect(kits.getByRole('listitem').textContent).toBe('4 × Kit Café');
  within(drawer.getByRole('region', { name: 'Onde está publicado' })).getByText('Não publicado');
  const asked = calls.find(({ endpoint }) => endpoint === 'virtualProducts.list');
  expect(asked?.url.searchParams.get('query')).toBe('offer:5');
});

test('a published offer shows the last confirmed quantity', async () => {
  const place = { id: 1, name: 'Azul', account: { id: 2, name: 'Conta' }, pushedQuantity: 8 };
  const places = [{ ...place, pushedAt: '2026-11-20T13:00:00.000Z', syncError: null }];
  await show({ offers: [5] }, 9, {
    'dropshipping.explain': { body: { ...reasons, places } },
    'virtualProducts.list': page([]),
  });
  const drawer = await open();
  await drawer.findByText(/^Azul · Confirmado por Conta em 20\/11\/2026/);
  await drawer.findByText('Não faz parte de nenhum kit.');
});

test('without the permission only the number is shown', async () => {
  await show({ offers: [5] }, 9, {}, 'packer');
  await screen.findByText('9');
  expect(screen.queryByRole('button')).toBeNull();
});
