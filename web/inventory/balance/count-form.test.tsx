import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import BalancePage from './BalancePage.tsx';
import { CountForm } from './CountForm.tsx';

const mug = { variation: { id: 1, name: 'Caneca' }, product: { id: 1, name: 'Caneca' }, sku: 'CAN-1' };

const balance = sampleOf(api.balances.detail.response, {
  ...{ id: 9, state: 'open', kind: 'routine', origin: 'volume', warehouse: { id: 3, name: 'Galpão' } },
  ...{ volume: { id: 5, name: 'V000005' }, position: 'A01', variation: null, startedBy: 'Ana' },
  ...{ startedAt: '2026-11-20T12:00:00.000Z', endedAt: null, counts: 0, cause: null, difference: null },
  goods: [{ ...mug, gtin: '', asksLots: false, lot: null, expected: null }],
  ...{ rounds: [], endedBy: null, countedByYou: false, approvedByOthers: false },
  ...{ volumeVersion: 3, isOutdated: false },
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('counts a product that is not expected in the volume, with another sound', async () => {
  const plate = { ...mug, id: 2, product: { id: 2, name: 'Prato' }, sku: 'PRA-2', gtin: '', asksLots: false };
  await renderScreen(() => <CountForm balance={balance} />, {
    session: owner,
    server: { 'productsVariations.list': { body: { items: [plate], page: 1, pages: 1, total: 1 } } },
  });
  const field = await screen.findByRole('textbox', { name: /^Bipar um produto/ });
  const scan = (code: string) => {
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  scan('CAN-1');
  await screen.findByText('CAN-1: 1');
  expect(document.querySelector('[data-tone="good"]')).toBeTruthy();
  scan('PRA-2');
  await screen.findByText('PRA-2: 1 · não registrado aqui');
  expect(document.querySelector('[data-tone="attention"]')).toBeTruthy();
});

test('says that codes are still scanned while a number has the focus', async () => {
  await renderScreen(() => <CountForm balance={balance} />, { session: owner });
  const number = await screen.findByRole('textbox', { name: 'Contado CAN-1' });
  await waitFor(() => expect(document.activeElement).toBe(number));
  await screen.findByText('Digite o número ou bipe: os dois são contados.');
  expect(screen.queryByText(/^O leitor está fora do campo/)).toBeNull();
});

test('scans the next volume after a count on the same screen', async () => {
  const ended = { ...balance, state: 'checked', endedAt: balance.startedAt, endedBy: 'Ana', difference: 0 };
  const { router } = await renderScreen(BalancePage, {
    screen: paths.inventory.balanceCount,
    at: paths.inventory.balanceCount(9),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'balances.detail': { body: ended },
      'balances.list': { body: { items: [{ id: 10 }], page: 1, pages: 1, total: 1 } },
    },
  });
  const field = await screen.findByLabelText('Bipar volume ou posição para contar');
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: 'V000006' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.inventory.balanceCount(10)));
});
