import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Dashboard, firstSteps } from '#contract/business/dashboard.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import DashboardPage from './DashboardPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const home = (done: boolean, begun = done, more: Partial<Dashboard> = {}) =>
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

const money = {
  today: { sales: 9, value: 221_860, profit: 51_230, atMost: false },
  expected: { sales: 41, payout: 812_000, atMost: true },
};
const days = [
  { day: '2026-11-28', sales: 7, salesCentavos: 180_400 },
  { day: '2026-11-29', sales: 9, salesCentavos: 221_860 },
];

test("a seller's home begins with the money of today, each amount linked to its sales", async () => {
  await home(true, true, { money, days });
  const today = await screen.findByRole('region', { name: 'Hoje' });
  expect(isBefore(today, screen.getByRole('heading', { name: 'O que fazer agora' }))).toBe(true);
  expect(
    within(today)
      .getByRole('link', { name: /Lucro de hoje.*512,30.*23,09%/ })
      .getAttribute('href'),
  ).toContain(encodeURIComponent('purchased:2026-11-29'));
  within(today).getByRole('link', { name: /Vendas hoje.*9.*Ontem: 7/ });
  within(today).getByRole('link', { name: /A receber dos marketplaces.*8\.120,00.*No máximo, de 41 vendas/ });
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
