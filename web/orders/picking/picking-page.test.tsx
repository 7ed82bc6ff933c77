import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { PickingList } from '#contract/orders/picking.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import PickingPage from './PickingPage.tsx';

const list = sampleOf(api.picking.detail.response, {
  id: 7,
  state: 'open',
  warehouse: { id: 3, name: 'Galpão' },
  assignee: null,
  createdBy: { id: 1, name: 'Mariana Prado' },
  createdAt: '2026-11-20T12:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  saleCount: 1,
  unitCount: 1,
  pickedCount: 0,
  dispatchLimit: null,
  putBackCount: 0,
  typedQuantity: false,
  totes: [],
  stops: [],
  sales: [],
  putBack: [],
  scans: [],
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('assigns a list by one press on the name', async () => {
  const { calls } = await renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'picking.detail': { body: list },
      'picking.people': { body: { people: [{ id: 5, name: 'Ana' }] } },
      'picking.assign': { body: { ...list, assignee: { id: 5, name: 'Ana' } } },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Quem separa' }));
  const anyone = await screen.findByRole('button', { name: 'Qualquer pessoa' });
  expect(anyone.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(await screen.findByRole('button', { name: 'Ana' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.find(({ endpoint }) => endpoint === 'picking.assign')?.body).toEqual({ assigneeId: 5 });
});

test('after one scan, the number of further units can be typed', async () => {
  const stop = {
    position: 'A-02',
    volume: { id: 9, name: 'V9' },
    variation: { id: 4, name: 'Caneca' },
    ...{ sku: 'CAN-1', gtin: '', imageId: null, places: [1, 2] },
  };
  const walking = { ...list, state: 'in_progress' as const, typedQuantity: true, unitCount: 40 };
  const at = (quantity: number) => ({ ...walking, stops: quantity > 0 ? [{ ...stop, quantity }] : [] });
  let rest = 40;
  const placed = { order: 5, place: 1, sku: 'CAN-1', left: 29 };
  const answers = [
    { ...at(40), placed: null, shares: [], emptied: [] },
    { ...at(39), placed, shares: [{ order: 5, place: 1, units: 1 }], emptied: [] },
    {
      ...at(0),
      placed,
      shares: [
        { order: 5, place: 1, units: 29 },
        { order: 6, place: 2, units: 10 },
      ],
      emptied: [],
    },
  ];
  const { calls } = await renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'picking.detail': () => ({ body: at(rest) }),
      'picking.beep': () => {
        const body = answers.shift();
        rest = body?.stops[0]?.quantity ?? 0;
        return { body };
      },
    },
  });
  const scan = async (code: string) => {
    const field = await screen.findByRole('textbox', { name: /^Bipar/ });
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  await scan('A-02');
  await screen.findByText('A-02: agora bipe o produto');
  expect(screen.queryByRole('button', { name: 'Pegar' })).toBeNull();
  await scan('CAN-1');
  const more = await screen.findByRole('textbox', { name: 'Mais CAN-1: quantas de 39' });
  expect((more as HTMLInputElement).value).toBe('39');
  fireEvent.click(screen.getByRole('button', { name: 'Pegar' }));
  await screen.findByText('Lugar 1: 29 unidades · Lugar 2: 10 unidades');
  const sent = calls.filter(({ endpoint }) => endpoint === 'picking.beep').map(({ body }) => body);
  expect(sent.at(-1)).toMatchObject({ code: 'CAN-1', from: 'A-02', quantity: 39 });
});

test('after the last unit its place in the cart stays visible', async () => {
  const walking = { ...list, state: 'in_progress' as const };
  const stop = { position: 'A-02', volume: { id: 9, name: 'V9' }, variation: { id: 4, name: 'Caneca' } };
  const at = (stops: object[]) => ({ ...walking, stops });
  const first = at([{ ...stop, sku: 'CAN-1', gtin: '', imageId: null, places: [2], quantity: 1 }]);
  const placed = { order: 5, place: 2, sku: 'CAN-1', left: 0 };
  const answers = [
    { ...first, placed: null, shares: [], emptied: [] },
    { ...at([]), placed, shares: [{ order: 5, place: 2, units: 1 }], emptied: [] },
  ];
  await renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'picking.detail': () => ({ body: answers.length > 0 ? first : at([]) }),
      'picking.beep': () => ({ body: answers.shift() }),
    },
  });
  for (const code of ['A-02', 'CAN-1']) {
    const field = await screen.findByRole('textbox', { name: /^Bipar/ });
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
    if (code === 'A-02') await screen.findByText('A-02: agora bipe o produto');
  }
  await screen.findByText(/Tudo separado/);
  expect(screen.queryByRole('textbox', { name: /^Bipar/ })).toBeNull();
  screen.getByText('Lugar 2 completo · venda 5');
});

test.each([
  [[2], '→ lugar 2'],
  [[5, 2], '→ lugar 2, depois 5'],
])('the card of a stop shows the places of the cart before the unit is taken: %j', async (places, words) => {
  const volume = { position: 'A-02', volume: { id: 9, name: 'V9' }, variation: { id: 4, name: 'Caneca' } };
  const stop = { ...volume, sku: 'CAN-1', gtin: '', imageId: null, places, quantity: places.length };
  await renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: { 'picking.detail': { body: { ...list, state: 'in_progress', stops: [stop] } } },
  });
  await screen.findByText(words);
});

test('units in a tote are led to their volume, and the screen says when all are stored', async () => {
  const loose = {
    ...{ tote: 'T000279', variation: { id: 4, name: 'Caneca' }, sku: 'CAN-1', gtin: '', quantity: 1 },
    place: { volume: 'V000048', position: 'A01' },
  };
  const canceled: PickingList = { ...list, state: 'canceled', putBack: [loose] };
  let stands = canceled;
  await renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'picking.detail': () => ({ body: stands }),
      'picking.putBack': () => {
        stands = { ...canceled, putBack: [] };
        return { body: stands };
      },
    },
  });
  const scan = (code: string) => {
    const field = screen.getByRole('textbox');
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  await screen.findByLabelText('Bipar o produto a guardar');
  scan('CAN-1');
  await screen.findByText('CAN-1: guarde em A01 · V000048 e bipe o volume.');
  scan('V000048');
  await screen.findByText('Guardado em V000048');
  await screen.findByLabelText('Tudo guardado');
  screen.getByText('Guardado em V000048');
});

test('the code of "not here" asks at the stop and declares the short when scanned again; another scan in between cancels it', async () => {
  const stop = (sku: string, volume: number) => ({
    position: `A-0${volume}`,
    volume: { id: volume, name: `V${volume}` },
    variation: { id: volume * 10, name: sku },
    ...{ sku, gtin: '', imageId: null, places: [1], quantity: 1 },
  });
  const walking = { ...list, state: 'in_progress' as const, unitCount: 2 };
  let stops = [stop('CAN-1', 1), stop('PRA-2', 2)];
  const { calls } = await renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'picking.detail': () => ({ body: { ...walking, stops } }),
      'picking.beep': () => ({ body: { ...walking, stops, placed: null, shares: [], emptied: [] } }),
      'picking.declareShort': () => {
        stops = stops.slice(1);
        return { body: { ...walking, stops, moved: [] } };
      },
    },
  });
  const shorts = () => calls.filter(({ endpoint }) => endpoint === 'picking.declareShort');
  const scan = async (code: string) => {
    const field = await screen.findByRole('textbox', { name: /^Bipar/ });
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  const asks = (reason: string) => new RegExp(`Falta CAN-1 em A-01 · V1: ${reason}`);
  await scan('EASY-VAZIO');
  await screen.findByText(asks('O volume está vazio'));
  await scan('EASY-MENOS');
  await screen.findByText(asks('Há menos do que o registrado'));
  await scan('A-01');
  await screen.findByText('A-01: agora bipe o produto');
  await scan('easy-menos');
  await screen.findByText(asks('Há menos do que o registrado'));
  expect(shorts()).toEqual([]);
  await scan('EASY-MENOS');
  await screen.findByText('Falta de CAN-1 em A-01 · V1 registrada.');
  expect(shorts().map(({ body }) => body)).toEqual([
    { volumeId: 1, variationId: 10, reason: 'Há menos do que o registrado' },
  ]);
  await screen.findByText('1 × PRA-2');
});

test('shows the codes of the cart for printing', async () => {
  await renderScreen(PickingPage, {
    screen: paths.orders.pickingList,
    at: paths.orders.pickingList(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'picking.detail': {
        body: {
          ...list,
          state: 'in_progress',
          stops: [
            {
              ...{ position: null, volume: { id: 1, name: 'V1' }, variation: { id: 1, name: 'Caneca' } },
              ...{ sku: 'CAN-1', gtin: '', imageId: null, places: [1], quantity: 1 },
            },
          ],
        },
      },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Códigos do carrinho' }));
  for (const code of ['EASY-VAZIO', 'EASY-MENOS', 'EASY-AVARIA'])
    expect(await screen.findByRole('img', { name: code })).toBeTruthy();
});
