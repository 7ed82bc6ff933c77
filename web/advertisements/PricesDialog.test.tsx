import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { Repriced } from '#contract/advertisements/repricing.ts';
import { queryClient } from '../queries.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import type { Chosen } from '../ui/table/row-selection.ts';
import PricesDialog from './PricesDialog.tsx';
import { account } from './test/publish-stage.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const preview = { selected: 2, total: 2, advertisements: 2, leftOut: [], items: [] };
const chosen: Chosen<ListedAdvertisement> = {
  rows: [],
  all: false,
  count: 2,
  countText: '2',
  rowsText: '2 anúncios',
  body: { ids: [1, 2] },
  clear: () => undefined,
  settle: () => undefined,
};

test('a late preview is not applied to a rule typed meanwhile', async () => {
  await renderScreen(() => <PricesDialog chosen={chosen} onClose={() => undefined} />, {
    server: { 'advertisements.previewPrices': { body: preview } },
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
      'advertisements.previewPrices': { body: preview },
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

const terms = (price: number, marginBasisPoints: number) => ({
  price,
  fee: 600,
  freight: 0,
  taxBasisPoints: 0,
  marginBasisPoints,
});
const row = (id: number, more: Partial<Repriced> = {}) => ({
  publication: { id, name: `Caneca ${id}` },
  account: { ...account, id: 4 },
  ...{ variation: { id, name: '' }, cost: 2000, before: terms(5990, 2000), after: terms(4990, 1000) },
  ...{ refused: null, floor: null, ...more },
});

test('says how many were selected and change, which are left out and why, and what deserves a look', async () => {
  await renderScreen(
    () => (
      <PricesDialog
        chosen={{ ...chosen, count: 48, countText: '48', rowsText: '48 anúncios' }}
        onClose={() => undefined}
      />
    ),
    {
      server: {
        'advertisements.previewPrices': {
          body: {
            ...{ selected: 48, total: 21, advertisements: 20 },
            leftOut: [{ code: 'not_published', count: 28, names: ['Bule', 'Copo', 'Prato'] }],
            items: [
              row(4),
              row(2, { floor: 'reprice' }),
              row(1, { after: terms(2100, -731) }),
              row(3, { after: null, refused: 'account_disconnected' }),
            ],
          },
        },
      },
    },
  );
  await screen.findByText('Seleção: 48 anúncios');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Margem' }), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pré-visualizar' }));
  await screen.findByText('Anúncios que mudam: 20 de 48 (21 variações).');
  await screen.findByText(/Ficam de fora 28: Bule, Copo, Prato e mais 25. Este anúncio não está publicado/);
  for (const said of [
    '1 preço mostrado dá prejuízo.',
    '1 preço mostrado fica abaixo do piso de margem.',
    '1 variação mostrada fica como está.',
    'Abaixo do piso: o preço volta a subir até o piso',
  ])
    expect(screen.getByText(said)).toBeTruthy();
  expect(screen.getByText(/A conta do marketplace está desconectada/)).toBeTruthy();
  const names = screen.getAllByText(/^Caneca \d$/).map((cell) => cell.textContent);
  expect(names).toEqual(['Caneca 1', 'Caneca 3', 'Caneca 2', 'Caneca 4']);
});

test('nothing can be applied if every selected ad is left out', async () => {
  await renderScreen(() => <PricesDialog chosen={chosen} onClose={() => undefined} />, {
    server: {
      'advertisements.previewPrices': {
        body: {
          ...preview,
          total: 0,
          advertisements: 0,
          leftOut: [{ code: 'not_published', count: 2, names: ['Bule', 'Copo'] }],
        },
      },
    },
  });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Margem' }), { target: { value: '10' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pré-visualizar' }));
  await screen.findByText(/Ficam de fora 2: Bule, Copo/);
  expect(screen.getByRole('button', { name: /Aplicar/ })).toHaveProperty('disabled', true);
});
