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

test('a change with a begin and an end is scheduled in São Paulo time, instead of applied', async () => {
  const { calls } = await renderScreen(() => <PricesDialog chosen={chosen} onClose={() => undefined} />, {
    server: {
      'advertisements.previewPrices': { body: { total: 2, items: [] } },
      'priceSchedules.create': { body: {} },
    },
  });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Margem' }), { target: { value: '22' } });
  const write = (label: string, text: string) => {
    const field = screen.getByRole('textbox', { name: label });
    fireEvent.change(field, { target: { value: text } });
    fireEvent.blur(field);
  };
  write('Começa em', '27/11/2026');
  write('Termina em', '30/11/2026');
  const [begins, ends] = screen.getAllByRole('textbox', { name: 'Hora' });
  if (begins) fireEvent.change(begins, { target: { value: '8:30' } });
  if (ends) fireEvent.change(ends, { target: { value: '25:00' } });
  await screen.findByText('Use hh:mm');
  if (ends) fireEvent.change(ends, { target: { value: '23:59' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pré-visualizar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Programar 2 variações' }));
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'priceSchedules.create')?.body)
    .toMatchObject({
      ids: [1, 2],
      beginsAt: '2026-11-27T11:30:00.000Z',
      endsAt: '2026-12-01T02:59:00.000Z',
    });
  expect(calls.some(({ endpoint }) => endpoint === 'advertisements.changePrices')).toBe(false);
});
