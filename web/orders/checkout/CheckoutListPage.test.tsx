import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { itemOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import CheckoutListPage from './CheckoutListPage.tsx';

const waiting = itemOf(api.checkout.list.response, 'items', {
  ...{ status: 'waiting_collect', unitCount: 1, items: '1 × Caneca', seller: { id: 2, name: 'Loja' } },
  ...{ warehouse: { id: 3, name: 'Galpão' }, buyerName: 'Carla' },
});
const rows = [7, 8].map((id) => ({ ...waiting, id }));

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a late sale says so once', async () => {
  const late = { ...waiting, id: 9, late: true, dispatchLimit: '2026-01-01T12:00:00.000Z' };
  await renderScreen(CheckoutListPage, {
    screen: paths.orders.checkoutList,
    at: paths.orders.checkoutList(),
    server: {
      'checkout.list': { body: { items: [late], page: 1, pages: 1, total: 1 } },
      'checkout.counts': { body: { statuses: [], late: 1, warehouses: [] } },
    },
  });
  await screen.findByText('Venda 9');
  expect(screen.getAllByText(/atrasada/i)).toHaveLength(1);
  expect(screen.queryByRole('img', { name: /atrasad/i })).toBeNull();
});

test('parcels are handed over by scan: the list offers no other way', async () => {
  await renderScreen(CheckoutListPage, {
    screen: paths.orders.checkoutList,
    at: paths.orders.checkoutList(),
    session: { ...owner, roles: ['distributor'] },
    server: {
      'checkout.list': { body: { items: rows, page: 1, pages: 1, total: 2 } },
      'checkout.counts': { body: { statuses: [], late: 0, warehouses: [] } },
    },
  });
  await screen.findByText('Venda 7');
  const [all] = await screen.findAllByRole('checkbox', { name: 'Selecionar todas as linhas desta página' });
  if (all) fireEvent.click(all);
  await screen.findByRole('button', { name: 'Etiquetas' });
  expect(screen.queryByRole('button', { name: 'Marcar coletada sem bipar' })).toBeNull();
});

test('many parcels leave without a scan for one reason; refused ones are named and stay selected', async () => {
  const { calls } = await renderScreen(CheckoutListPage, {
    screen: paths.orders.checkoutList,
    at: paths.orders.checkoutList(),
    session: { ...owner, roles: ['administrator'] },
    server: {
      'checkout.list': { body: { items: rows, page: 1, pages: 1, total: 2 } },
      'checkout.counts': { body: { statuses: [], late: 0, warehouses: [] } },
      'checkout.collectMany': { body: { done: [7], failed: [{ id: 8, code: 'order_canceled' }] } },
    },
  });
  await screen.findByText('Venda 7');
  const [all] = await screen.findAllByRole('checkbox', { name: 'Selecionar todas as linhas desta página' });
  if (all) fireEvent.click(all);
  fireEvent.click(await screen.findByRole('button', { name: 'Marcar coletada sem bipar' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/^2 vendas serão marcadas como coletadas/);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'leitor sem bateria' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Marcar coletada sem bipar' }));
  await screen.findByText(/Entregues à transportadora: 1/);
  await screen.findByText(/Venda 8: /);
  expect(calls.find(({ endpoint }) => endpoint === 'checkout.collectMany')?.body).toEqual({
    ids: [7, 8],
    reason: 'leitor sem bateria',
  });
});
