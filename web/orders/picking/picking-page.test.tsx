import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { PickingList } from '#contract/orders/picking.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import PickingPage from './PickingPage.tsx';

const list: PickingList = {
  id: 7,
  state: 'open',
  warehouse: { id: 3, name: 'Galpão' },
  assignee: null,
  createdBy: { id: 1, name: 'Mariana Prado' },
  createdAt: '2026-11-20T12:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  saleCount: 1,
  unitCount: 1,
  pickedCount: 0,
  dispatchLimit: null,
  putBackCount: 0,
  totes: [],
  stops: [],
  sales: [],
  putBack: [],
  scans: [],
};

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a list is given to somebody, by one press on the name', async () => {
  const { calls } = await renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'picking.detail': { body: list },
      'picking.people': { body: { people: [{ id: 5, name: 'Ana' }] } },
      'picking.assign': { body: { ...list, assignee: { id: 5, name: 'Ana' } } },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Quem separa' }));
  const anyone = await screen.findByRole('button', { name: 'Quem chegar primeiro' });
  expect(anyone.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(await screen.findByRole('button', { name: 'Ana' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ endpoint }) => endpoint === 'picking.assign')?.body).toEqual({ assigneeId: 5 });
});
