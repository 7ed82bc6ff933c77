import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { firstSteps } from '#contract/business/dashboard.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import DashboardPage from './DashboardPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const home = (done: boolean) =>
  renderScreen(DashboardPage, {
    screen: paths.business.home,
    at: paths.business.home(),
    server: {
      'dashboard.detail': {
        body: {
          counts: { products: 0, volumes: 0 },
          firstSteps: done ? [] : firstSteps.supply.map((step) => ({ step, done: false })),
          todo: [],
          days: [],
        },
      },
    },
  });
const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

test('a new business reads what to do before figures of nothing', async () => {
  await home(false);
  const steps = await screen.findByRole('heading', { name: 'Primeiros passos' });
  expect(isBefore(steps, screen.getByRole('region', { name: 'Seu negócio em números' }))).toBe(true);
});

test('one that works reads its figures first', async () => {
  await home(true);
  const todo = await screen.findByRole('heading', { name: 'O que fazer agora' });
  expect(isBefore(screen.getByRole('region', { name: 'Seu negócio em números' }), todo)).toBe(true);
});
