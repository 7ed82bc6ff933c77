import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { owner, problem, renderScreen } from '../../ui/render-screen.tsx';
import PickingPage from './PickingPage.tsx';

const stop = {
  position: 'A-02',
  volume: { id: 9, name: 'V9' },
  variation: { id: 4, name: 'Caneca' },
  ...{ sku: 'CAN-1', gtin: '', imageId: null, places: [2], quantity: 1 },
};
const cart = { id: 2, code: 'CAR-1', name: 'Azul', places: 12 };
const list = sampleOf(api.picking.detail.response, {
  ...{ id: 7, state: 'in_progress', warehouse: { id: 3, name: 'Galpão' }, assignee: null, cart },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', startedAt: null, finishedAt: null, dispatchLimit: null },
  ...{ createdBy: { id: 1, name: 'Mariana Prado' }, saleCount: 1, unitCount: 2, pickedCount: 1 },
  ...{ putBackCount: 0, typedQuantity: false, hasCarts: true, cartPlacesRequired: false, awaitedPlaces: [2] },
  ...{ totes: [], stops: [stop], sales: [], putBack: [], scans: [] },
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (body: object, server: object = {}) =>
  renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: { 'picking.detail': { body }, ...server },
  });

async function scan(name: string, code: string) {
  const field = await screen.findByRole('textbox', { name });
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

test('a place of the cart is asked for after a unit; a wrong one is red and says the right one', async () => {
  const refusal = { ...problem(409, 'cart_place_wrong'), facts: { code: 'CAR-1-4', wanted: '2' } };
  const after = { ...list, awaitedPlaces: [], placed: null, shares: [], emptied: [] };
  const answers = [{ status: 409, body: refusal }, { body: after }];
  await open(list, { 'picking.beep': () => answers.shift() });
  await scan('Bipar o lugar 2 do carrinho ou continuar', 'CAR-1-4');
  const said = await screen.findByText('Este é CAR-1-4. O lugar certo é 2.');
  expect(said.closest('[data-tone]')?.getAttribute('data-tone')).toBe('bad');
  await scan('Bipar o lugar 2 do carrinho ou continuar', 'CAR-1-2');
  await screen.findByText('Lugar 2 conferido.');
});

test.each([
  [{ cartPlacesRequired: true }, 'Bipar o lugar 2 do carrinho'],
  [{ stops: [] }, 'Bipar o lugar 2 do carrinho'],
  [{ awaitedPlaces: [] }, 'Bipar a posição ou o volume'],
])('the field says what comes next: %o', async (change, label) => {
  await open({ ...list, ...change });
  await screen.findByRole('textbox', { name: label });
});

test('an open list of a warehouse with carts takes one by scan or by button; a busy one says where it is', async () => {
  const waiting = { ...list, state: 'open' as const, cart: null, awaitedPlaces: [] };
  const row = { ...cart, warehouse: { id: 3, name: 'Galpão' }, version: 1 };
  const { calls } = await open(waiting, {
    'picking.takeCart': { body: { ...waiting, cart } },
    'carts.list': {
      body: {
        items: [
          { ...row, listId: null },
          { ...row, id: 3, code: 'CAR-2', name: 'Verde', listId: 5 },
        ],
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Carrinho' }));
  const busy = await screen.findByRole('button', { name: 'CAR-2 · Verde · em uso na lista 5' });
  expect(busy).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'CAR-1 · Azul' }));
  await vi.waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === 'picking.takeCart')?.body).toEqual({ code: 'CAR-1' }),
  );
  cleanup();
  queryClient.clear();
  const scanned = await open(waiting, { 'picking.takeCart': { body: { ...waiting, cart } } });
  await scan('Bipar o carrinho', 'car-1');
  await vi.waitFor(() =>
    expect(scanned.calls.find(({ endpoint }) => endpoint === 'picking.takeCart')?.body).toEqual({
      code: 'CAR-1',
    }),
  );
});
