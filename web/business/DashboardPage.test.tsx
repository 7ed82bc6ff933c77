import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Dashboard, firstSteps } from '#contract/business/dashboard.ts';
import type { HomeSales, HomeSums } from '#contract/business/home-sales.ts';
import { api } from '#contract/index.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { sampleOf } from '../test/sample.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import DashboardPage from './DashboardPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const home = (done: boolean, begun = done, more: Partial<Dashboard> = {}, sales?: HomeSales) =>
  renderScreen(DashboardPage, {
    screen: paths.business.home,
    at: paths.business.home(),
    server: {
      'dashboard.detail': {
        body: {
          counts: { products: 0, volumes: 0 },
          begun,
          firstSteps: done
            ? []
            : [
                {
                  way: 'supply',
                  steps: firstSteps.supply.map((step) => ({ step, done: false, record: null })),
                },
              ],
          todo: [],
          days: [],
          ...more,
        },
      },
      'homeSales.detail': { body: sales ?? sampleOf(api.homeSales.detail.response, { accounts: [] }) },
      'homeSales.ads': { body: { best: [], worst: [], ads: 0 } },
    },
  });
const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test('a new business shows first steps and no zero figures', async () => {
  await home(false);
  await screen.findByRole('heading', { name: 'Primeiros passos' });
  expect(screen.queryByRole('region', { name: 'Seu negócio em números' })).toBeNull();
});

test('what there is to do comes before figures', async () => {
  await home(true);
  const todo = await screen.findByRole('heading', { name: 'O que fazer agora' });
  expect(isBefore(todo, screen.getByRole('region', { name: 'Seu negócio em números' }))).toBe(true);
});

test('does not report completed work before it has begun', async () => {
  await home(true, false);
  await screen.findByText(/Seu trabalho aparece aqui/);
  expect(screen.queryByText('Nada pendente. Bom trabalho!')).toBeNull();
});

const sums = (profit: number, more: Partial<HomeSums> = {}): HomeSums => ({
  ...{
    sales: 9,
    units: 11,
    canceled: 1,
    value: 221_860,
    payout: 150_000,
    payoutAtMost: false,
    atMost: false,
  },
  ...{ profit, ...more },
});
const sales = sampleOf(api.homeSales.detail.response, {
  at: '2026-11-29T17:32:00.000Z',
  today: {
    ...{ from: '2026-11-29', beforeFrom: '2026-11-28', beforeTo: '2026-11-28' },
    ...{ now: sums(51_230), before: sums(48_000, { sales: 7 }) },
  },
  month: {
    ...{ from: '2026-11-01', beforeFrom: '2026-10-01', beforeTo: '2026-10-29' },
    ...{ now: sums(901_230, { payoutAtMost: true, atMost: true }), before: sums(-1200) },
  },
  expected: { sales: 41, payout: 812_000, atMost: true },
  accounts: [
    { marketplace: 'mercado-livre', account: { id: 7, name: 'Loja' }, now: sums(900_000), before: sums(100) },
    { marketplace: 'mercado-livre', account: { id: 8, name: 'Outlet' }, now: sums(1230), before: sums(0) },
    { marketplace: 'manual', account: null, now: sums(0), before: sums(0) },
  ],
});

test("a seller's home begins with today and this month beside the days before, each figure linked to its list", async () => {
  await home(true, true, {}, sales);
  const money = await screen.findByRole('region', { name: 'Resultado das vendas' });
  expect(isBefore(money, screen.getByRole('heading', { name: 'O que fazer agora' }))).toBe(true);
  await within(money).findByText('ao lado de ontem até 14:32');
  within(money).getByText('ao lado dos mesmos dias do mês passado, de 01/10/2026 a 29/10/2026');
  const [today, month] = within(money).getAllByRole('link', { name: /^Lucro/ });
  expect(today?.textContent).toMatch(/512,30.*antes: R\$.480,00/);
  expect(today?.getAttribute('href')).toContain(encodeURIComponent('purchased:2026-11-29'));
  expect(month?.textContent).toMatch(/≤ .*9\.012,30.*antes: -R\$.12,00/);
  expect(month?.getAttribute('href')).toContain(encodeURIComponent('purchased:2026-11-01..2026-11-29'));
  within(money).getByText(/≤ no máximo/);
  within(money).getByRole('link', {
    name: /A receber dos marketplaces: no máximo R\$.8\.120,00, de 41 vendas/,
  });
});

test('a marketplace with two accounts has their sum, and each account its list of profits', async () => {
  await home(true, true, {}, sales);
  const table = await screen.findByRole('region', { name: 'De onde vêm as vendas' });
  const rows = within(table).getAllByRole('rowheader');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Mercado Livre',
    'Loja',
    'Outlet',
    'Vendas manuais',
  ]);
  within(within(table).getByRole('row', { name: /^Mercado Livre/ })).getByText(/9\.012,30/);
  expect(within(table).getByRole('link', { name: 'Outlet' }).getAttribute('href')).toContain(
    'account%3A8+purchased%3A2026-11-01..2026-11-29',
  );
});

test('urgent work is a tile of its own before the rest of the work', async () => {
  const todo = [
    { kind: 'questionsWaiting' as const, count: 3, warehouse: null },
    { kind: 'ordersLate' as const, count: 4, warehouse: null },
  ];
  await home(true, true, { todo });
  const late = await screen.findByRole('link', { name: /4 vendas atrasadas/ });
  expect(isBefore(late, screen.getByRole('link', { name: /3 perguntas a responder/ }))).toBe(true);
});
