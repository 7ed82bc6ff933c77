import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { BulkOutcome } from '#contract/bulk.ts';
import { endpoint, entity } from '#contract/endpoint.ts';
import { listQuery, page } from '#contract/primitives.ts';
import { queryClient, useApi } from '../../queries.ts';
import { renderScreen } from '../render-screen.tsx';
import { DataTable } from './DataTable.tsx';
import { useListState } from './list-state.ts';
import { refusedByAll, type Undo } from './row-selection.ts';

const products = endpoint({
  method: 'GET',
  path: '/lab-products',
  permission: 'products.read',
  summary: '',
  query: listQuery,
  response: page(z.object({ id: z.number(), name: z.string() })),
});
entity('lab', { list: products });
const acted = vi.fn();
let outcome: BulkOutcome;
let undo: Undo | undefined;

function ProductList() {
  const list = useListState({ fields: { active: { kind: 'flag' } }, sorts: ['name'], sort: 'name' });
  return (
    <DataTable
      name="existing-ads"
      label="Produtos"
      list={list}
      result={useApi(products, { query: list.query })}
      columns={[{ key: 'name', label: 'Nome', cell: (row) => row.name }]}
      rowName={(row) => row.name}
      bulkEverything
      bulk={(chosen) => [
        {
          key: 'change',
          label: 'Alterar',
          run: () => {
            acted(
              chosen.body,
              chosen.rows.map((row) => row.name),
            );
            chosen.settle(outcome, 'Produtos alterados', undo);
          },
        },
        { key: 'pay', label: 'Pagar', refused: refusedByAll(chosen, ({ id }) => id > 1, 'já foi pago') },
      ]}
      empty={{ title: 'Nenhum produto ainda', noAction: 'the rows come from the test' }}
    />
  );
}

/** Seven products in pages of three. */
async function open(at = '/?size=3', nameOf = (id: number) => `Produto ${id}`) {
  return renderScreen(ProductList, {
    at,
    server: ({ url }) => {
      const number = Number(url.searchParams.get('page') ?? 1);
      const ids = [1, 2, 3, 4, 5, 6, 7].slice((number - 1) * 3, number * 3);
      return {
        body: {
          items: ids.map((id) => ({ id, name: nameOf(id) })),
          page: number,
          pages: 3,
          total: 7,
        },
      };
    },
  });
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  acted.mockClear();
  undo = undefined;
  localStorage.clear();
  vi.unstubAllGlobals();
});

const tick = (name: string, options = {}) =>
  fireEvent.click(screen.getByRole('checkbox', { name: `Selecionar ${name}` }), options);
const tickPage = () =>
  fireEvent.click(screen.getAllByRole('checkbox', { name: /todas as linhas/ })[0] ?? document.body);
const press = (key: string, options = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options });
const act = () => fireEvent.click(screen.getByRole('button', { name: 'Alterar' }));

test('the checkbox of a page waits for its rows', async () => {
  await open();
  const box = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /todas as linhas/ })[0];
  expect(box()?.disabled).toBe(true);
  await screen.findByText('Produto 1');
  expect(box()?.disabled).toBe(false);
});

test('selected rows stay selected on other pages, and acts apply to all of them', async () => {
  outcome = { done: [2, 4], failed: [] };
  await open();
  await screen.findByText('Produto 1');
  tick('Produto 2');
  fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
  await screen.findByText('Produto 4');
  tick('Produto 4');
  await screen.findByText('Seleção: 2 anúncios');
  act();
  await waitFor(() => expect(acted).toHaveBeenCalledWith({ ids: [2, 4] }, ['Produto 2', 'Produto 4']));
  await screen.findByText('Produtos alterados: 2');
  await waitFor(() => expect(screen.queryByText('Seleção: 2 anúncios')).toBeNull());
});

test('an act uses the current data of a selected row', async () => {
  outcome = { done: [2], failed: [] };
  let word = 'Produto';
  await open('/?size=3', (id) => `${word} ${id}`);
  await screen.findByText('Produto 1');
  tick('Produto 2');
  word = 'Caneca';
  await queryClient.invalidateQueries();
  await screen.findByText('Caneca 2');
  act();
  await waitFor(() => expect(acted).toHaveBeenCalledWith({ ids: [2] }, ['Caneca 2']));
});

test('selects the page, then everything found; without one row it is the page without that row', async () => {
  outcome = { done: [1], failed: [] };
  await open('/?size=3&query=active:yes');
  await screen.findByText('Produto 1');
  tickPage();
  await screen.findByText('Seleção: 3 anúncios');
  fireEvent.click(screen.getByRole('button', { name: 'Selecionar todos os resultados' }));
  await screen.findByText('Seleção: 7 anúncios');
  act();
  await waitFor(() => expect(acted.mock.calls[0]?.[0]).toEqual({ query: 'active:yes' }));
  await waitFor(() => expect(screen.queryByText('Seleção: 7 anúncios')).toBeNull());
  tickPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Selecionar todos os resultados' }));
  tick('Produto 2');
  await screen.findByText('Seleção: 2 anúncios');
  act();
  await waitFor(() => expect(acted.mock.calls[1]?.[0]).toEqual({ ids: [1, 3] }));
});

test('another filter clears the selection', async () => {
  const { router } = await open();
  await screen.findByText('Produto 1');
  tick('Produto 2');
  await screen.findByText('Seleção: 1 anúncio');
  router.history.push('/?size=3&query=active:yes');
  await waitFor(() => expect(screen.queryByText('Seleção: 1 anúncio')).toBeNull());
});

test('Shift selects a range by mouse and by keyboard, Ctrl+A the page, Escape nothing', async () => {
  await open();
  await screen.findByText('Produto 1');
  tick('Produto 1');
  tick('Produto 3', { shiftKey: true });
  await screen.findByText('Seleção: 3 anúncios');
  press('j');
  press('Escape');
  await waitFor(() => expect(screen.queryByText('Seleção: 3 anúncios')).toBeNull());
  press('ArrowDown', { shiftKey: true });
  await screen.findByText('Seleção: 2 anúncios');
  press('a', { ctrlKey: true });
  await screen.findByText('Seleção: 3 anúncios');
});

test('rows that an act refused are reported with the reason and stay selected', async () => {
  outcome = { done: [1], failed: [{ id: 2, code: 'product_in_use' }] };
  await open();
  await screen.findByText('Produto 1');
  tick('Produto 1');
  tick('Produto 2');
  act();
  await screen.findByText('Sem alteração: 1');
  await screen.findByText(/Produto 2: O produto tem estoque, volume ou oferta e não pode ser removido\./);
  await screen.findByText('Seleção: 1 anúncio');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Selecionar Produto 2' }).checked).toBe(true);
});

test('rows with the same reason share a line, the most frequent first', async () => {
  const left = [2, 3, 4, 5, 6].map((id) => ({ id, code: 'product_in_use' as const }));
  outcome = { done: [], failed: [{ id: 1, code: 'state_conflict' }, ...left] };
  await open('/?size=7');
  await screen.findByText('Produto 1');
  tickPage();
  act();
  const inUse = 'O produto tem estoque, volume ou oferta e não pode ser removido.';
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain(`Produto 2, Produto 3, #4 e mais 2: ${inUse}\nProduto 1: `);
});

test('an act with undo offers it, and reports the result of undoing', async () => {
  outcome = { done: [1], failed: [{ id: 2, code: 'product_in_use' }] };
  undo = vi.fn(async () => ({ done: [1], failed: [] }));
  await open();
  await screen.findByText('Produto 1');
  tick('Produto 1');
  tick('Produto 2');
  act();
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('Produtos alterados: 1\nProduto 2: ');
  fireEvent.click(await screen.findByRole('button', { name: 'Desfazer' }));
  await screen.findByText('Desfeito: 1');
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull();
});

test('an act that no selected row allows says why beside the buttons, and is offered once a row allows it', async () => {
  await open();
  await screen.findByText('Produto 1');
  tick('Produto 1');
  await screen.findByText('Pagar: já foi pago');
  tick('Produto 2');
  await waitFor(() => expect(screen.queryByText('Pagar: já foi pago')).toBeNull());
});
