import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createPortal } from 'react-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, entity } from '#contract/endpoint.ts';
import { listQuery, page } from '#contract/primitives.ts';
import { queryClient, useApi } from '../../queries.ts';
import { FilterBar } from '../filter/FilterBar.tsx';
import { renderScreen } from '../render-screen.tsx';
import { DataTable } from './DataTable.tsx';
import { useListState } from './list-state.ts';

const goods = endpoint({
  method: 'GET',
  path: '/lab-goods',
  permission: 'products.read',
  summary: '',
  query: listQuery,
  response: page(z.object({ id: z.number(), name: z.string() })),
});
entity('goods', { list: goods });
const rows = [1, 2, 3].map((id) => ({ id, name: `Produto ${id}` }));
const server = ({ url }: { url: URL }) => {
  const asked = Number(url.searchParams.get('page') ?? 1);
  return { body: { items: asked <= 9 ? rows : [], page: asked, pages: 9, total: 400 } };
};

function GoodsList() {
  const list = useListState({ sorts: ['name'], sort: 'name' });
  const result = useApi(goods, { query: list.query });
  return (
    <>
      <FilterBar list={list} />
      <DataTable
        name="existing-ads"
        label="Produtos"
        list={list}
        result={result}
        columns={[
          { key: 'name', label: 'Nome', cell: (row) => row.name, sort: 'name' },
          {
            key: 'act',
            label: 'Ações',
            cell: (row) => createPortal(<div>Opção {row.id}</div>, document.body),
          },
        ]}
        link={(row) => `/products/product/${row.id}`}
        empty={{ title: 'Nenhum produto ainda', noAction: 'the rows come from the test' }}
      />
    </>
  );
}

const screenOfGoods = Object.assign(() => '/goods', { pattern: '/goods' });

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const focused = () => document.activeElement ?? document.body;
const focusedRow = () => focused().getAttribute('data-row');

test('arrow keys move from the search field into the rows, and back from the first one', async () => {
  await renderScreen(GoodsList, { server });
  await screen.findByText('Produto 1');
  const search = screen.getByRole('searchbox');
  search.focus();
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  expect(focusedRow()).toBe('1');
  fireEvent.keyDown(focused(), { key: 'ArrowDown' });
  expect(focusedRow()).toBe('2');
  fireEvent.keyDown(focused(), { key: 'ArrowUp' });
  fireEvent.keyDown(focused(), { key: 'ArrowUp' });
  expect(focused()).toBe(search);
});

test('after returning from a record the focus is on its row', async () => {
  const { router } = await renderScreen(GoodsList, { server, screen: screenOfGoods, at: '/goods' });
  await screen.findByText('Produto 1');
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(focused(), { key: 'j' });
  fireEvent.keyDown(focused(), { key: 'Enter' });
  await waitFor(() => expect(screen.queryByText('Produto 1')).toBeNull());
  act(() => router.history.back());
  await screen.findByText('Produto 1');
  await waitFor(() => expect(focusedRow()).toBe('2'));
});

test('opening a list again leaves the focus where it is', async () => {
  const { router } = await renderScreen(GoodsList, { server, screen: screenOfGoods, at: '/goods' });
  await screen.findByText('Produto 1');
  fireEvent.click(screen.getByText('Produto 3'));
  await waitFor(() => expect(screen.queryByText('Produto 1')).toBeNull());
  act(() => router.history.push('/goods'));
  await screen.findByText('Produto 1');
  expect(focusedRow()).toBeNull();
});

test('a page after the last one redirects to the last', async () => {
  const { router } = await renderScreen(GoodsList, { server, at: '/?page=999' });
  await screen.findByText('Produto 1');
  expect(router.history.location.search).toBe('?page=9');
});

test('former rows are marked while others load', async () => {
  const { router } = await renderScreen(GoodsList, { server });
  await screen.findByText('Produto 1');
  let answer = () => undefined as void;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (input: RequestInfo, init: RequestInit) => {
    await late;
    return fetch(input, init);
  });
  act(() => router.history.push('/?page=2'));
  await waitFor(() => expect(screen.getByRole('table').closest('[data-former="true"]')).not.toBeNull());
  answer();
  await waitFor(() => expect(screen.getByRole('table').closest('[data-former="true"]')).toBeNull());
});

test('a click in the row follows its link; a click in what a row opened does not', async () => {
  await renderScreen(GoodsList, { server });
  const row = (await screen.findByText('Produto 1')).closest('tr');
  const follow = vi.fn();
  row?.querySelector('[data-row-link]')?.addEventListener('click', follow);
  fireEvent.click(screen.getByText('Opção 1'));
  expect(follow).not.toHaveBeenCalled();
  if (row) fireEvent.click(row);
  expect(follow).toHaveBeenCalledOnce();
});
