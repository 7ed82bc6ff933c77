import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, entity } from '#contract/endpoint.ts';
import { exportOf } from '#contract/export.ts';
import { listQuery, page } from '#contract/primitives.ts';
import { queryClient, useApi } from '../../queries.ts';
import { renderScreen } from '../render-screen.tsx';
import { DataTable } from './DataTable.tsx';
import { useListState } from './list-state.ts';

const row = z.object({ id: z.number(), name: z.string() });
const goods = {
  list: endpoint({
    method: 'GET',
    path: '/lab-files',
    permission: 'products.read',
    summary: '',
    query: listQuery,
    response: page(row),
  }),
  export: exportOf('/lab-files/export', 'products.read', ['id', 'name', 'city', 'state', 'brand']),
};
entity('labFiles', goods);

function GoodsList() {
  const list = useListState({ fields: { active: { kind: 'flag' } }, sorts: ['name'], sort: 'name' });
  return (
    <DataTable
      name="existing-ads"
      label="Lugares"
      list={list}
      result={useApi(goods.list, { query: list.query })}
      exportFrom={goods.export}
      columns={[
        { key: 'name', label: 'Nome', cell: ({ name }) => name },
        { key: 'place', file: ['city', 'state'], label: 'Lugar', cell: () => 'Santos / SP' },
        { key: 'acts', file: [], label: 'Ações', cell: () => null },
        { key: 'brand', label: 'Marca', cell: () => 'Aurora' },
        { key: 'id', label: 'Código', cell: ({ id }) => id, hidden: true },
      ]}
      empty={{ title: 'Nada', noAction: 'the rows come from the test' }}
    />
  );
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const one = { body: { items: [{ id: 1, name: 'Um' }], page: 1, pages: 1, total: 1 } };

async function openList(): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  // A download is a click on a link, which jsdom cannot follow.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await renderScreen(GoodsList, {
    at: '/?query=um&sort=-name',
    server: ({ url }) => {
      if (url.pathname.endsWith('/export')) asked.push(url.searchParams);
      return one;
    },
  });
  await screen.findByText('Um');
  return asked;
}

async function take(item: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Exportar' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

test('a file has the filter, order and columns that are shown', async () => {
  const asked = await openList();
  await take('CSV, colunas visíveis');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    query: 'um',
    sort: '-name',
    format: 'csv',
    columns: 'name,city,state,brand',
  });
});

test('leaves out a column that the reader hides, and includes one that they show', async () => {
  localStorage.setItem('easy.columns.existing-ads', JSON.stringify({ place: true, id: false }));
  const asked = await openList();
  await take('Planilha (XLSX), colunas visíveis');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.get('columns')).toBe('name,brand,id');
  expect(asked[0]?.get('format')).toBe('xlsx');
});

test('all columns export everything', async () => {
  const asked = await openList();
  await take('CSV, todas as colunas');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.has('columns')).toBe(false);
});
