import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import CommandPalette from './CommandPalette.tsx';
import { renderScreen } from './render-screen.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const sales = {
  key: '/orders',
  label: 'Vendas',
  endpoint: api.orders.list,
  entry: () => ({ id: 1, label: 'Venda 1', to: '/orders/1' }),
};

test('nothing is said to be missing before every list has answered', async () => {
  await renderScreen(() => <CommandPalette screens={[]} records={[sales]} asked={1} />, {
    server: { 'orders.list': { body: { items: [], total: 0, page: 1, size: 5 } } },
  });
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '2000003508897198' } });
  expect(screen.getByText('Buscando…')).toBeTruthy();
  expect(screen.queryByText(/Nada encontrado/)).toBeNull();
  await screen.findByText('Nada encontrado para “2000003508897198”');
});
