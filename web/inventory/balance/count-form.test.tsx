import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Balance } from '#contract/inventory/balance.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import { CountForm } from './CountForm.tsx';

const mug = { variation: { id: 1, name: 'Caneca' }, product: { id: 1, name: 'Caneca' }, sku: 'CAN-1' };

const balance: Balance = {
  ...{ id: 9, state: 'open', kind: 'routine', origin: 'volume', warehouse: { id: 3, name: 'Galpão' } },
  ...{ volume: { id: 5, name: 'V000005' }, position: 'A01', variation: null, startedBy: 'Ana' },
  ...{ startedAt: '2026-11-20T12:00:00.000Z', endedAt: null, counts: 0, cause: null, difference: null },
  goods: [{ ...mug, gtin: '', asksLots: false, lot: null, expected: null }],
  ...{ rounds: [], endedBy: null, countedByYou: false },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what was not to be found in a volume is counted, and does not sound like what was', async () => {
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
