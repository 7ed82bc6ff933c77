import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { renderScreen } from '../render-screen.tsx';
import { Bars } from './charts.tsx';

// Large and loaded on demand, so it is loaded before the tests wait.
beforeAll(() => import('./ChartDrawings.tsx'));
afterEach(cleanup);

function Drawn({ totals }: { totals: number[] }) {
  const data = totals.map((total, index) => ({ day: `0${index + 1}/11`, total }));
  return (
    <Bars
      label="Vendas por dia"
      data={data}
      by="day"
      axis="Dia"
      series={[{ name: 'total', label: 'Vendas' }]}
    />
  );
}
const Quiet = () => <Drawn totals={[0, 0]} />;
const Busy = () => <Drawn totals={[0, 3]} />;

test('a chart of only zeros says that there is no data yet', async () => {
  await renderScreen(Quiet);
  await screen.findByText('Sem dados neste período');
});

test('a table has the same figures, with labelled columns', async () => {
  await renderScreen(Busy);
  await screen.findByText('3');
  const heads = [...document.querySelectorAll('thead th')].map((head) => head.textContent);
  expect(heads).toEqual(['Dia', 'Vendas']);
});

test('a single value is drawn', async () => {
  await renderScreen(Busy);
  await screen.findByText('3');
  expect(screen.queryByText('Sem dados neste período')).toBeNull();
});
