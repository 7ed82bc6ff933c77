import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import { queryClient } from '../queries.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';
import PricesDialog from './PricesDialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const chosen: Chosen<ListedAdvertisement> = {
  rows: [],
  all: false,
  count: 2,
  countText: '2',
  body: { ids: [1, 2] },
  clear: () => undefined,
  settle: () => undefined,
};

test('a late preview is not applied to a rule typed meanwhile', async () => {
  await renderScreen(() => <PricesDialog chosen={chosen} onClose={() => undefined} />, {
    server: { 'advertisements.previewPrices': { body: { total: 2, items: [] } } },
  });
  const answer = globalThis.fetch;
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    await held;
    return answer(...call);
  });
  const margin = await screen.findByRole('textbox', { name: 'Margem' });
  fireEvent.change(margin, { target: { value: '22' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pré-visualizar' }));
  fireEvent.change(margin, { target: { value: '2' } });
  await act(async () => arrive());
  await expect
    .poll(() => screen.getByRole('button', { name: 'Pré-visualizar' }))
    .not.toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: /Aplicar/ })).toBeNull();
  fireEvent.change(margin, { target: { value: '22' } });
  await screen.findByRole('button', { name: 'Aplicar em 2 variações' });
});
