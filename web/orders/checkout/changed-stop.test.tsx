import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../ui/render-screen.tsx';
import { ChangedStop } from './ChangedStop.tsx';

const line = {
  kind: 'quantity',
  title: 'Caneca',
  variation: 'Azul',
  sku: 'CAN',
  before: 3,
  after: 1,
} as const;
const change = { at: '2026-11-21T14:00:00.000Z', lines: [line], putBack: [] };

const ask = vi.fn<typeof fetch>(() => new Promise(() => {}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  ask.mockClear();
});

const asked = () => ask.mock.calls.filter(([url]) => String(url).includes('/changed')).length;

async function open() {
  vi.stubGlobal('fetch', ask);
  await renderScreen(() => <ChangedStop sale={{ id: 7 }} change={change} />);
  return screen.findByRole('alertdialog');
}

test('no scanner acknowledges a change, with the focus on the button too', async () => {
  await open();
  screen.getByRole('button').focus();
  for (const key of [...'CX 12', 'Enter', 'Escape'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  await screen.findByText('Leitura ignorada. Esta venda parou.');
  expect(asked()).toBe(0);
});

test('a press acknowledges it', async () => {
  await open();
  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(asked()).toBe(1));
});
