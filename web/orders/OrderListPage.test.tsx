import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { todoKinds } from '#contract/business/dashboard.ts';
import { homeListOf } from '#contract/business/home-lists.ts';
import { api } from '#contract/index.ts';
import { pathOfFigure } from '../business/dashboard-todo.tsx';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { itemOf } from '../test/sample.ts';
import { owner, renderScreen } from '../ui/render-screen.tsx';
import OrderListPage from './OrderListPage.tsx';

const sale = itemOf(api.orders.list.response, 'items', {
  ...{ id: 165, status: 'pending', linked: true, reserve: 'firm', document: 'missing' },
  ...{ buyerName: 'Ana', units: 1, items: '1 × Caneca' },
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const noTags = { 'ordersTags.list': { body: { items: [], page: 1, pages: 1, total: 0 } } };

test('a sale leads with the name that its page has; the numbers elsewhere follow', async () => {
  const items = [
    { ...sale, remoteOrderId: '2000003508897200' },
    { ...sale, id: 166, remoteOrderId: '900', storeNumber: '306' },
    { ...sale, id: 167 },
  ];
  await renderScreen(OrderListPage, {
    screen: paths.orders.list,
    at: paths.orders.list(),
    server: {
      ...noTags,
      'orders.list': { body: { items, page: 1, pages: 1, total: items.length } },
      'orders.counts': { body: { statuses: [], late: 0, unlinked: 0, refused: 0 } },
      'marketplaceAccounts.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
    },
  });
  const names = (await screen.findAllByRole('link', { name: /^Venda/ })).map((link) => link.textContent);
  expect(names).toEqual(['Venda 165 · 2000003508897200', 'Venda 166 · 900 · #306', 'Venda 167']);
});

const figures = todoKinds
  .filter((kind) => kind !== 'bankMissing' && kind !== 'putBacks')
  .filter((kind) => homeListOf(kind, 'sales').list === 'orders');

test.each(figures)(
  'the list that %s of the home opens shows its filter in a tab or chips',
  async (figure) => {
    await renderScreen(OrderListPage, {
      screen: paths.orders.list,
      at: pathOfFigure(figure, 'sales'),
      server: {
        ...noTags,
        'orders.list': { body: { items: [sale], page: 1, pages: 1, total: 1 } },
        'orders.counts': { body: { statuses: [], late: 0, unlinked: 0, refused: 0 } },
        'marketplaceAccounts.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      },
    });
    const toolbar = await screen.findByRole('toolbar', { name: 'Situação' });
    const lit = [...toolbar.querySelectorAll('[aria-pressed="true"], [aria-current="page"]')];
    const chips = screen.queryAllByRole('button', { name: /^Remover filtro/ });
    const { query = '' } = homeListOf(figure, 'sales');
    const fields = query.split(' ').filter((term) => !term.startsWith('status:'));
    expect(lit.map((tab) => tab.textContent)).not.toContain('Todas');
    expect(lit.length + chips.length).toBeGreaterThan(0);
    expect(chips.length).toBeGreaterThanOrEqual(fields.length);
  },
);

test('late sales show their supplier, and one message for each supplier of the selected ones is copied', async () => {
  const late = { ...sale, late: true, dispatchLimit: '2026-11-20T13:00:00.000Z' };
  const [one, other] = [
    { id: 4, name: 'Distribuidora' },
    { id: 5, name: 'Trilha' },
  ];
  const items = [
    { ...late, supplier: one },
    { ...late, id: 166, supplier: one, status: 'picking' as const },
    { ...late, id: 167, supplier: other },
  ];
  await renderScreen(OrderListPage, {
    screen: paths.orders.list,
    at: paths.orders.list({ query: 'status:late' }),
    server: {
      ...noTags,
      'orders.list': { body: { items, page: 1, pages: 1, total: items.length } },
      'orders.counts': { body: { statuses: [], late: 3, unlinked: 0, refused: 0 } },
      'marketplaceAccounts.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
    },
  });
  await screen.findByText('Trilha');
  const writeText = vi.fn(async (_: string) => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  fireEvent.click(screen.getAllByRole('checkbox', { name: /todas as linhas/ })[0] ?? document.body);
  fireEvent.click(await screen.findByRole('button', { name: 'Copiar mensagem ao fornecedor' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
  const [text = ''] = writeText.mock.calls[0] ?? [];
  expect(text.split('\n\n')).toEqual([
    expect.stringMatching(/^Olá, Distribuidora!.*\n- Venda 165, prazo 20\/11\/2026.*\n- Venda 166/),
    expect.stringMatching(/^Olá, Trilha!.*\n- Venda 167/),
  ]);
});

test.each([
  ['a business without an account and without a sale', ['marketplaces'], [], 0],
  ['a business without an account that has a manual sale', ['marketplaces'], [sale], 1],
  ['a business with an account', [], [], 1],
] as const)('tabs and filters: %s', async (_who, unusedAreas, items, shown) => {
  await renderScreen(OrderListPage, {
    screen: paths.orders.list,
    at: paths.orders.list(),
    session: { ...owner, unusedAreas: [...unusedAreas] },
    server: {
      ...noTags,
      'orders.list': { body: { items, page: 1, pages: 1, total: items.length } },
      'orders.counts': { body: { statuses: [], late: 0, unlinked: 0, refused: 0 } },
      'marketplaceAccounts.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
    },
  });
  await screen.findByText(items.length > 0 ? 'Venda 165' : 'Nenhuma venda ainda');
  expect(screen.queryAllByRole('toolbar', { name: 'Situação' })).toHaveLength(shown);
  expect(document.querySelectorAll('search')).toHaveLength(shown);
});
