import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AccountLocations } from '#contract/marketplaces/account-location.ts';
import { queryClient } from '../../queries.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { LocationsDialog } from './LocationsDialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const location = (id: string, name: string, changes: object = {}) => ({
  ...{ id, name, address: `Rua ${id}`, isDefault: false, isClosed: false, warehouses: [], ...changes },
});
const centro = location('L1', 'Centro', { isDefault: true });
const osasco = location('L2', 'Osasco');
const warehouses = [
  { id: 7, name: 'Galpão', own: true },
  { id: 8, name: 'Aurora', own: false },
  { id: 9, name: 'Aurora', own: false },
];

const show = (view: AccountLocations) =>
  renderScreen(() => <LocationsDialog account={{ id: 4, name: 'Loja' }} onClose={() => undefined} />, {
    server: { 'accountLocations.list': { body: view }, 'accountLocations.update': { body: view } },
  });
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('combobox', { name });

test('says what each location has, and sends the chosen location of each warehouse', async () => {
  const { calls } = await show({ locations: [centro, osasco], warehouses });
  await screen.findByText(/todo o estoque fica no local padrão/);
  screen.getByText('Rua L1. Fica com o estoque dos depósitos sem local');
  screen.getByText('Rua L2. Fica com 0');
  fireEvent.click(await field(/^Osasco/));
  fireEvent.click(await screen.findByRole('option', { name: 'Aurora (depósito 8)' }));
  screen.getByText('Rua L2. Fica com o estoque destes depósitos');
  fireEvent.click(await field(/^Centro/));
  const options = within(await screen.findByRole('listbox', { name: /Centro/ })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Galpão', 'Aurora (depósito 9)']);
  fireEvent.click(screen.getByRole('button', { name: 'Salvar locais' }));
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'accountLocations.update')?.body)
    .toEqual({ matches: [{ warehouseId: 8, location: 'L2' }] });
});

test('a location that is closed is named, and is not sent again', async () => {
  const closed = location('L9', 'Antigo', { isClosed: true, warehouses: [8] });
  const { calls } = await show({ locations: [centro, closed], warehouses });
  await screen.findByText(/^Antigo não existe mais/);
  fireEvent.click(screen.getByRole('button', { name: 'Salvar locais' }));
  await expect
    .poll(() => calls.find(({ endpoint }) => endpoint === 'accountLocations.update')?.body)
    .toEqual({ matches: [] });
});

test('with one location there is nothing to choose', async () => {
  await show({ locations: [centro], warehouses });
  await screen.findByText(/um só local de estoque/);
  expect(screen.queryByRole('combobox')).toBeNull();
});
