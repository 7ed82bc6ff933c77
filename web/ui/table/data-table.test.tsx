import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, entity } from '#contract/endpoint.ts';
import { listQuery, page } from '#contract/primitives.ts';
import { queryClient, useApi } from '../../queries.ts';
import { Money } from '../page/values.tsx';
import { type Answer, owner, problem, renderScreen } from '../render-screen.tsx';
import { DataTable } from './DataTable.tsx';
import { useListState } from './list-state.ts';

const products = endpoint({
  method: 'GET',
  path: '/lab-products',
  permission: 'products.read',
  summary: '',
  query: listQuery,
  response: page(z.object({ id: z.number(), name: z.string(), priceCentavos: z.number() })),
});
entity('lab', { list: products });
const rows = [1, 2, 3].map((id) => ({ id, name: `Produto ${id}`, priceCentavos: id * 1000 }));
const full: Answer = {
  body: { items: rows, page: 1, pages: 9, total: 400, totalCapped: true, next: 'key-2' },
};
const removed = vi.fn();

function ProductList() {
  const list = useListState({ fields: { active: { kind: 'flag' } }, sorts: ['name'], sort: 'name' });
  const result = useApi(products, { query: list.query });
  return (
    <DataTable
      name="existing-ads"
      label="Produtos"
      list={list}
      result={result}
      columns={[
        { key: 'name', label: 'Nome', cell: (row) => row.name, sort: 'name' },
        {
          key: 'price',
          label: 'Preço',
          cell: (row) => <Money value={row.priceCentavos} />,
          permission: 'prices.read',
        },
      ]}
      link={(row) => `/products/product/${row.id}`}
      rowName={(row) => row.name}
      bulk={(chosen) => [{ key: 'remove', label: 'Remover', run: () => removed(chosen.body) }]}
      bulkEverything
      failed="Os produtos não puderam ser carregados!"
      empty={{ title: 'Nenhum produto ainda', noAction: 'the rows come from the test' }}
    />
  );
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  removed.mockClear();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const focusedRow = () => document.activeElement?.getAttribute('data-row');

test('rows are navigated, opened and selected by keyboard; bulk acts apply to the selection', async () => {
  const { router } = await renderScreen(ProductList, { server: () => full });
  await screen.findByText('Produto 1');
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(focusedRow()).toBe('1');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k' });
  expect(focusedRow()).toBe('2');
  fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ' });
  await screen.findByText('Seleção: 1 anúncio');
  fireEvent.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() => expect(removed).toHaveBeenCalledWith({ ids: [2] }));
  fireEvent.keyDown(document.querySelector('[data-row="2"]') ?? document.body, { key: 'Enter' });
  expect(router.history.location.pathname).toBe('/products/product/2');
});

test('order and page are requested from the server and kept in the address; the next page uses its key', async () => {
  const asked: string[] = [];
  const { router } = await renderScreen(ProductList, {
    server: ({ url }) => {
      asked.push(url.search);
      return full;
    },
  });
  await screen.findByText('1–3 de mais de 400');
  fireEvent.click(screen.getByRole('button', { name: 'Nome' }));
  await waitFor(() => expect(asked.at(-1)).toContain('sort=-name'));
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Nome' }).getAttribute('aria-sort')).toBe('descending'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
  await waitFor(() => expect(asked.at(-1)).toContain('after=key-2'));
  expect(router.history.location.search).toBe('?sort=-name&page=2&after=key-2');
});

test('a column without its permission is hidden', async () => {
  await renderScreen(ProductList, { server: () => full, session: { ...owner, roles: ['packer'] } });
  await screen.findByText('Produto 1');
  expect(screen.queryByText('Preço')).toBeNull();
  cleanup();
  await renderScreen(ProductList, { server: () => full });
  await screen.findByText('Preço');
});

test('a column without room is left out until the reader chooses it', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  await renderScreen(ProductList, { server: () => full });
  await screen.findByText('Produto 1');
  expect(screen.queryByRole('columnheader', { name: 'Preço' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Colunas' }));
  fireEvent.click(await screen.findByText('não cabe nesta largura'));
  await screen.findByRole('columnheader', { name: 'Preço' });
});

test('compact rows are remembered for every list', async () => {
  await renderScreen(ProductList, { server: () => full });
  await screen.findByText('Produto 1');
  fireEvent.click(screen.getByRole('button', { name: 'Linhas compactas' }));
  cleanup();
  await renderScreen(ProductList, { server: () => full });
  await screen.findByText('Produto 1');
  expect(screen.getByRole('button', { name: 'Linhas compactas', pressed: true })).toBeTruthy();
  expect(document.querySelector('[data-density="compact"]')).toBeTruthy();
});

test('an empty list says what to do, a search without results offers to clear the filters', async () => {
  const none = { body: { items: [], page: 1, pages: 0, total: 0 } };
  await renderScreen(ProductList, { server: () => none });
  await screen.findByText('Nenhum produto ainda');
  cleanup();
  const { router } = await renderScreen(ProductList, { server: () => none, at: '/?query=abc' });
  await screen.findByText('Nenhum resultado com estes filtros');
  fireEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }));
  await waitFor(() => expect(router.history.location.search).toBe(''));
});

test('a failed list says so and can be retried', async () => {
  let broken = true;
  await renderScreen(ProductList, {
    server: () => (broken ? { status: 403, body: problem(403, 'forbidden') } : full),
  });
  await screen.findByText('Os produtos não puderam ser carregados!');
  expect(screen.getByText('Sua função não permite esta ação.')).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  await screen.findByText('Produto 1');
});
