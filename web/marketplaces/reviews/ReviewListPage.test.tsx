import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { problem, renderScreen } from '../../ui/render-screen.tsx';
import ReviewListPage from './ReviewListPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('failed figures are shown as failed beside a loaded list, and load no more pages', async () => {
  await renderScreen(ReviewListPage, {
    screen: paths.reviews.list,
    at: paths.reviews.list(),
    server: {
      'reviews.summary': { status: 403, body: problem(403, 'forbidden') },
      'reviews.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'marketplaceAccounts.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
    },
  });
  await screen.findByText('Não foi possível contar as avaliações!');
  await screen.findByText('Nenhuma avaliação');
  expect(document.querySelector('.mantine-Skeleton-root')).toBeNull();
});
