import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Role } from '#contract/permissions.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import { renderScreen, supplying } from '../../ui/render-screen.tsx';
import ProductivityPage from './ProductivityPage.tsx';

// Large and loaded on demand, so it is loaded before the tests wait.
beforeAll(() => import('../../ui/charts/ChartDrawings.tsx'));
afterEach(cleanup);

const people = Array.from({ length: 20 }, (_, n) =>
  itemOf(api.productivity.list.response, 'items', {
    id: n + 1,
    name: `Pessoa ${n + 1}`,
    seconds: 3900,
    lines: 10,
  }),
);
const pageOf = (items: object[]) => ({ body: { items, page: 1, pages: 1, total: items.length } });
const show = (roles: Role[], list: object) =>
  renderScreen(() => <ProductivityPage />, {
    session: { ...supplying, roles },
    server: {
      'productivity.list': list,
      'productivity.sums': {
        body: sampleOf(api.productivity.sums.response, {
          ...{ lines: 200, units: 0, parcels: 0, seconds: 78_000, errors: 0 },
          drawn: people.map(({ id, name }) => ({ id, name, lines: 10, units: 0, parcels: 0 })),
        }),
      },
      'savedViews.list': { body: { items: [] } },
    },
  });

test('twenty people are listed and drawn with their hours for who directs them', async () => {
  await show(['owner'], pageOf(people));
  await screen.findAllByText('Pessoa 20');
  expect(screen.getAllByText('1h05')).toHaveLength(20);
  expect(screen.getByText('21h40')).toBeTruthy();
  await waitFor(() => expect(document.querySelector('figure caption')?.textContent).toContain('Pessoa'));
});

test('a person without the right for others has no list of people', async () => {
  await show(['packer'], pageOf([]));
  await screen.findByText('Nenhum trabalho registrado no período');
  expect(screen.queryByText('Pessoa')).toBeNull();
});

test('a failure is named, and no sums are shown as zero', async () => {
  await show(['owner'], { status: 500, body: { code: 'internal', status: 500, detail: 'Erro' } });
  await screen.findByText('Não foi possível somar o trabalho!');
});
