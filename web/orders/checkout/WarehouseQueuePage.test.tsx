import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { itemOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import WarehouseQueuePage from './WarehouseQueuePage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const sale = itemOf(api.checkout.list.response, 'items', {
  ...{ id: 7, status: 'pending', late: true, dispatchLimit: '2026-01-01T12:00:00.000Z', unitCount: 1 },
  ...{ items: '1 × Caneca', seller: { id: 2, name: 'Loja' }, warehouse: { id: 3, name: 'Galpão' } },
});

const open = (...items: object[]) =>
  renderScreen(WarehouseQueuePage, {
    screen: paths.orders.checkoutOfWarehouse,
    at: paths.orders.checkoutOfWarehouse(3),
    server: {
      'checkout.list': { body: { items, page: 1, pages: 1, total: items.length } },
      'warehouses.detail': { body: { id: 3, name: 'Galpão' } },
      'checkout.counts': { body: { statuses: [], late: 1, warehouses: [] } },
    },
  });

test('a late sale says so once', async () => {
  await open(sale);
  await screen.findByText('Venda 7');
  expect(screen.getAllByText(/atrasada/i)).toHaveLength(1);
});

test('a picker is notified of a sale in picking, not of a packed one', async () => {
  const taken = { ...sale, pickingBy: { id: 4, name: 'Tatiane Rocha' }, beepedCount: 1 };
  await open({ ...taken, status: 'waiting_collect' }, { ...taken, id: 8, status: 'picking' });
  await screen.findByText('Venda 8');
  expect(screen.getAllByText(/Tatiane Rocha está separando/)).toHaveLength(1);
});
