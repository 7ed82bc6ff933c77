import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { itemOf } from '../test/sample.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import RunsDrawer from './RunsDrawer.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const run = (succeeded: number, more: { state?: 'running' | 'done'; finished?: number } = {}) =>
  itemOf(api.bulkRuns.list.response, 'items', {
    ...{ id: 1, kind: 'labels', state: 'done', undoes: null, total: 18, finished: 18 },
    ...{ succeeded, failures: 18 - succeeded, ...more },
  });
const shown = async (row: ReturnType<typeof run>) => {
  await renderScreen(() => <RunsDrawer runs={[row]} onClose={() => undefined} />);
  const section = await screen.findByRole('region', { name: 'Etiquetas em um arquivo' });
  return within(section).getByText(/ de 18/).textContent;
};

test.each([
  ['did all of its rows is done', run(18), 'Concluída · 18 de 18'],
  ['left rows out is done in part', run(5), 'Concluída em parte · 5 de 18 · 13 ficaram de fora'],
  ['left every row out did nothing', run(0), 'Nada foi feito · 0 de 18 · 18 ficaram de fora'],
])('work that %s', async (_, row, text) => {
  expect(await shown(row)).toBe(text);
});

test('work that goes on counts the rows that it has tried', async () => {
  expect(await shown(run(0, { state: 'running', finished: 7 }))).toMatch(/^Em andamento · 7 de 18/);
});
