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

const home = (done: boolean, begun = done) =>
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
