import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { owner, renderScreen, supplying } from '../ui/render-screen.tsx';
import DropshipItemCreatePage from './DropshipItemCreatePage.tsx';

const variation = {
  ...{
    id: 21,
    name: 'Azul',
    sku: 'CAN-AZ',
    gtin: '',
    attributes: {},
    image: null,
    weight: 0.3,
    available: 8,
  },
  ...{ product: { id: 7, name: 'Caneca' }, costCentavos: 1590 },
};
const listOf = (item: object) => ({ body: { items: [item], page: 1, pages: 1, total: 1 } });

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (session = supplying) =>
  renderScreen(DropshipItemCreatePage, {
    session,
    screen: paths.dropshipping.createItem,
    at: `${paths.dropshipping.createItem()}?variation=21`,
    server: {
      'warehouses.list': listOf({ id: 3, name: 'Galpão Centro' }),
      'productsVariations.list': listOf(variation),
    },
  });
const chosen = (name: RegExp) => screen.findByRole<HTMLInputElement>('combobox', { name });

test('preselects the product and the only warehouse, and leaves without a question if nothing was changed', async () => {
  const { router } = await open();
  const [product, warehouse] = [await chosen(/^Produto/), await chosen(/^Depósito/)];
  await waitFor(() => expect([product.value, warehouse.value]).toEqual(['Caneca · Azul', 'Galpão Centro']));
  await router.navigate({ to: '/dropship-item/list' });
  expect(router.state.location.pathname).toBe('/dropship-item/list');
  expect(screen.queryByText('Sair sem salvar?')).toBeNull();
});

test('asks before leaving with typed data', async () => {
  const { router } = await open();
  const price = await screen.findByRole('textbox', { name: /^Preço/ });
  await waitFor(async () => expect((await chosen(/^Produto/)).getAttribute('value')).toBe('Caneca · Azul'));
  fireEvent.change(price, { target: { value: '29,90' } });
  await screen.findByText(/14,00/);
  void router.navigate({ to: '/dropship-item/list' });
  await screen.findByText('Sair sem salvar?');
});

const none = { body: { items: [], page: 1, pages: 1, total: 0 } };

test('reports a record that was not chosen as required, not as a wrong number', async () => {
  await renderScreen(DropshipItemCreatePage, {
    screen: paths.dropshipping.createItem,
    at: paths.dropshipping.createItem(),
    server: { 'warehouses.list': none, 'productsVariations.list': none },
  });
  await chosen(/^Depósito/);
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.getAllByText('Obrigatório')).toHaveLength(3));
  expect(screen.queryByText('Digite um número')).toBeNull();
});

test('offers own goods at the cost of their product, shown instead of a price field', async () => {
  const { calls } = await open(owner);
  await screen.findByText(/15,90/);
  expect(screen.queryByRole('textbox', { name: /^Preço/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === 'dropshipItems.create')?.body).toMatchObject({
      variationId: 21,
      warehouseId: 3,
    }),
  );
  expect(calls.find(({ endpoint }) => endpoint === 'dropshipItems.create')?.body).not.toHaveProperty('price');
});
