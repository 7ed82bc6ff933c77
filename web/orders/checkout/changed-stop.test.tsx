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

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  const { calls, router } = await renderScreen(() => <ChangedStop sale={{ id: 7 }} change={change} />);
  await screen.findByRole('alertdialog');
  const asked = () => calls.filter(({ endpoint }) => endpoint === 'checkout.acknowledgeChange').length;
  return { asked, router };
}

test('no scan acknowledges a change, even with the focus on the button', async () => {
  const { asked } = await open();
  screen.getByRole('button').focus();
  for (const key of [...'CX 12', 'Enter', 'Escape'])
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
  await screen.findByText('Leitura ignorada. Esta venda está parada.');
  expect(asked()).toBe(0);
});

test('a press acknowledges it', async () => {
  const { asked } = await open();
  fireEvent.click(screen.getByRole('button'));
  await vi.waitFor(() => expect(asked()).toBe(1));
});

test('the back button does not leave it', async () => {
  const { router } = await open();
  void router.navigate({ to: '/elsewhere' });
  await vi.waitFor(() => expect(router.history.location.pathname).toBe('/'));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});
