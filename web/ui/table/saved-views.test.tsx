import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SavedView } from '#contract/business/saved-view.ts';
import { api } from '#contract/index.ts';
import { queryClient, useApi } from '../../queries.ts';
import { itemOf } from '../../test/sample.ts';
import { FilterBar } from '../filter/FilterBar.tsx';
import { type Asked, owner, type renderScreen as Render, renderScreen } from '../render-screen.tsx';
import { DataTable } from './DataTable.tsx';
import { useListState } from './list-state.ts';

function ProductList() {
  const list = useListState({
    fields: { active: { kind: 'flag' }, brand: { kind: 'text' } },
    sorts: ['name'],
    sort: 'name',
  });
  const result = useApi(api.products.list, { query: list.query });
  return (
    <>
      <FilterBar list={list} />
      <DataTable
        name="products"
        label="Produtos"
        list={list}
        result={result}
        columns={[
          { key: 'name', label: 'Nome', cell: (row) => row.name, sort: 'name' },
          { key: 'brand', label: 'Marca', cell: (row) => row.brand },
        ]}
        empty={{ title: 'Nenhum produto ainda', noAction: 'the rows come from the test' }}
      />
    </>
  );
}

const view = itemOf(api.savedViews.list.response, 'items', {
  id: 7,
  list: 'products',
  name: 'Ativos',
  query: 'active:yes',
  sort: '-name',
  hidden: ['brand'],
  shared: false,
  isDefault: false,
  createdBy: { id: 1, name: 'Mariana' },
  version: 3,
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
});

async function open(views: SavedView[], options: Parameters<typeof Render>[1] = {}) {
  const shown = await renderScreen(ProductList, {
    server: {
      'products.list': {
        body: { items: [{ id: 1, name: 'Caneca', brand: 'Aurora' }], page: 1, pages: 1, total: 1 },
      },
      'savedViews.list': { body: { items: views } },
      'savedViews.create': ({ body }) => ({ body: { ...view, ...(body as object), id: 8 } }),
      'savedViews.update': ({ body }) => ({ body: { ...view, ...(body as object) } }),
    },
    ...options,
  });
  await screen.findByText('Caneca');
  const search = () => shown.router.state.location.searchStr;
  const menu = async (label: RegExp) => {
    fireEvent.click(await screen.findByRole('button', { name: label }));
    return within(await screen.findByRole('menu'));
  };
  return { ...shown, search, menu };
}

const item = (menu: ReturnType<typeof within>, name: string) => menu.findByRole('menuitem', { name });

test('a view opens with its filter, order and columns, and can be left', async () => {
  const { search, menu } = await open([view, { ...view, id: 9, list: 'orders', name: 'Alheia' }]);
  const views = await menu(/^Visões$/);
  expect(views.queryByText('Alheia')).toBeNull();
  fireEvent.click(await item(views, 'Ativos'));
  await waitFor(() => expect(decodeURIComponent(search())).toBe('?query=active:yes&sort=-name&view=7'));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Marca' })).toBeNull());
  fireEvent.click(await item(await menu(/Visões: Ativos/), 'Todas as linhas'));
  await waitFor(() => expect(search()).toBe(''));
  expect(screen.getByRole('columnheader', { name: 'Marca' })).toBeTruthy();
});

test("a list opened without a state opens its default: one's own before the business's", async () => {
  const shared = { ...view, id: 5, name: 'De todos', query: 'active:no', shared: true, isDefault: true };
  const { search } = await open([shared, { ...view, isDefault: true }]);
  await waitFor(() => expect(search()).toContain('view=7'));
  cleanup();
  queryClient.clear();
  const other = await open([shared]);
  await waitFor(() => expect(other.search()).toContain('view=5'));
  fireEvent.click(await item(await other.menu(/Visões: De todos/), 'Todas as linhas'));
  await waitFor(() => expect(other.search()).toBe('?view=none'));
});

test('an address with a state is kept', async () => {
  const { search } = await open([{ ...view, isDefault: true }], { at: '/?query=caneca' });
  expect(search()).toBe('?query=caneca');
});

test('changes are shown, and saved in the view or under a new name', async () => {
  const { menu, calls } = await open([view], { at: '/?query=active:no&view=7' });
  expect(await screen.findByText('Ativos (alterada)')).toBeTruthy();
  fireEvent.click(await item(await menu(/Visões: Ativos/), 'Salvar alterações em Ativos'));
  await waitFor(() => {
    const update = calls.find((call) => call.endpoint === 'savedViews.update');
    expect(update?.body).toEqual({ query: 'active:no', sort: '', hidden: ['brand'] });
    expect(update?.headers.get('if-match')).toBe('"3"');
  });
  fireEvent.click(await item(await menu(/Visões: Ativos/), 'Salvar como nova visão…'));
  const name = await screen.findByLabelText(/Nome/);
  await waitFor(() => expect(document.activeElement).toBe(name));
  fireEvent.change(name, { target: { value: 'Parados' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() =>
    expect(calls.find((call) => call.endpoint === 'savedViews.create')?.body).toEqual({
      list: 'products',
      name: 'Parados',
      query: 'active:no',
      sort: '',
      hidden: ['brand'],
      shared: false,
      isDefault: false,
    }),
  );
});

test('a view of the business can be changed only with the permission', async () => {
  const session = { ...owner, roles: ['seller' as const] };
  const { menu } = await open([{ ...view, shared: true }], { at: '/?view=7', session });
  const views = await menu(/Visões: Ativos/);
  expect(await item(views, 'Salvar como nova visão…')).toBeTruthy();
  expect(views.queryByText('Renomear Ativos…')).toBeNull();
});

test.each([
  ['/?query=active:yes&sort=-name&view=7', 'Ativos'],
  ['/?query=active:no&sort=-name&view=7', 'Ativos (alterada)'],
  ['/?query=active:yes&view=7', 'Ativos (alterada)'],
])('at %s the view is called %s', async (at, name) => {
  await open([view], { at });
  expect((await screen.findByRole('button', { name: /Visões: Ativos/ })).textContent).toBe(name);
});

/** A list whose reader may not filter by `brand`, although its screen has that field. */
const listWithoutBrand = ({ url }: Asked) => {
  const query = url.searchParams.get('query') ?? '';
  const asked = [query, url.searchParams.get('sort') ?? ''].join(' ');
  const page = { items: [{ id: 1, name: 'Caneca', brand: 'Aurora' }], page: 1, pages: 1, total: 1 };
  if (!asked.includes('brand')) return { body: page };
  const code = query.includes('brand') ? 'filter_unknown_field' : 'sort_unknown_field';
  const field = code === 'filter_unknown_field' ? 'query' : 'sort';
  return {
    status: 422,
    body: {
      ...{ type: 'about:blank', title: 'invalid', status: 422, code: 'invalid', detail: 'inválido' },
      errors: { [field]: [{ code, message: 'campo desconhecido' }] },
      facts: { field: 'brand', allowed: [], fields: ['brand'] },
    },
  };
};

test('a view with a removed field, or a field or order that the reader may not use, opens without them', async () => {
  const stale = { ...view, query: 'active:yes cor_antiga:azul brand:x', sort: '-brand', isDefault: true };
  const asked: string[] = [];
  await open([stale], {
    server: {
      'savedViews.list': { body: { items: [stale] } },
      'products.list': (call) => {
        asked.push(call.url.searchParams.get('query') ?? '');
        return listWithoutBrand(call);
      },
    },
  });
  const notice = await screen.findByRole('status');
  await waitFor(() => expect(notice.textContent).toContain('cor_antiga:azul brand:x sort=-brand'));
  expect(asked.at(-1)).toBe('active:yes');
  expect(screen.queryByRole('alert')).toBeNull();
});
