import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { sampleOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import ProfitPage from './ProfitPage.tsx';

afterEach(cleanup);

test.each([
  ['as a bound if a part of a payout is unknown', true],
  ['as it is if only a cost is unknown', false],
])('the payout is shown %s', async (_, payoutAtMost) => {
  const sums = sampleOf(api.profits.sums.response, { payout: 812_000, payoutAtMost, atMost: true });
  await renderScreen(() => <ProfitPage />, {
    server: {
      'profits.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'profits.sums': { body: sums },
      'marketplaceAccounts.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'savedViews.list': { body: { items: [] } },
    },
  });
  await screen.findAllByText(/no máximo: falta um custo ou uma tarifa/);
  expect(screen.queryByText(/no máximo: falta tarifa ou frete/) !== null).toBe(payoutAtMost);
});
