import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { Receipt } from '#contract/supply/receiving.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { receipt } from '../../test/receipt.ts';
import { itemOf } from '../../test/sample.ts';
import { owner, problem, renderScreen } from '../../ui/render-screen.tsx';
import ReceivePage from './ReceivePage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

type Line = Receipt['lines'][number];
type Volume = Receipt['volumes'][number];

const line = (id: number, name: string, more: Partial<Line>) =>
  itemOf(api.supplyRequestsOngoing.detail.response, 'lines', {
    ...{ id, variation: { id, name: '' }, product: { id, name }, sku: `SKU-${id}` },
    ...{ quantityPerVolume: 4, quantity: 12, ordered: 12, volumes: 3 },
    ...{ counted: 3, registeredVolumes: 3, registeredUnits: 12, launchedVolumes: 3, ...more },
  });
const volume = (id: number, state: Volume['state'], lineId = 1) =>
  itemOf(api.supplyRequestsOngoing.detail.response, 'volumes', {
    ...{ id, code: `V00018${id}`, lineId, units: 4, state },
  });

const open = (more: Partial<Receipt>) =>
  renderScreen(ReceivePage, {
    screen: paths.inventory.receive,
    at: paths.inventory.receive(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'supplyRequestsOngoing.detail': { body: { ...receipt, ...more } },
      'supplyRequests.advance': { status: 409, body: problem(409, 'problem_required') },
      'inventoryLocations.list': {
        body: { items: [{ id: 4, code: 'B01', bench: false }], page: 1, pages: 1, total: 1 },
      },
    },
  });

test.each<[string, Partial<Receipt>, string, string]>([
  [
    'products that nobody counted',
    { state: 'check_volumes', lines: [line(1, 'Caneca', {}), line(2, 'Prato', { counted: null })] },
    'Concluir conferência',
    'Falta contar 1 produto: Prato. Se não houver nenhum, digite zero.',
  ],
  [
    'volumes to register',
    { state: 'register_volumes', lines: [line(1, 'Caneca', { registeredVolumes: 1 })] },
    'Concluir registro',
    'Falta registrar 2 volumes. Próximo: Caneca.',
  ],
  [
    'labels to scan',
    { state: 'tag_volumes', lines: [line(1, 'Caneca', {})], volumes: [volume(1, 'registered')] },
    'Concluir etiquetagem',
    'Falta bipar 1 etiqueta: V000181.',
  ],
  [
    'volumes to put away',
    {
      ...{ state: 'stock_up', lines: [line(1, 'Caneca', {})] },
      volumes: [volume(1, 'tagged'), volume(2, 'tagged'), volume(3, 'active')],
    },
    'Concluir recebimento',
    'Falta guardar 2 volumes. Bipe um deles.',
  ],
])('a step of receiving with %s is not offered, and the reason is shown', async (_, more, act, reason) => {
  await open(more);
  const button = await screen.findByRole('button', { name: `${act}. Indisponível: ${reason}` });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});

test('the last step names what did not come and asks what becomes of it', async () => {
  await open({ state: 'stock_up', lines: [line(1, 'Caneca', { registeredUnits: 8 }), line(2, 'Prato', {})] });
  fireEvent.click(await screen.findByRole('button', { name: 'Concluir recebimento' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('Caneca: 4 de 12 unidades');
  within(dialog).getByRole('radio', { name: 'Não vem mais: encerrar' });
});

test('the last step of a complete receipt says what was put away', async () => {
  await open({ state: 'stock_up', lines: [line(1, 'Caneca', {})], volumes: [volume(3, 'active')] });
  fireEvent.click(await screen.findByRole('button', { name: 'Concluir recebimento' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('1 volume guardado. Nada falta do pedido.');
  expect(within(dialog).queryByRole('radio')).toBeNull();
});

test('a count that a problem explains is asked about with its numbers', async () => {
  const lines = [line(1, 'Caneca', { counted: 1, openProblems: 1 }), line(2, 'Prato', {})];
  await open({ state: 'check_volumes', lines, openProblems: 1 });
  fireEvent.click(await screen.findByRole('button', { name: 'Concluir conferência' }));
  within(await screen.findByRole('dialog')).getByText('4 de 6 volumes contados. A menos: Caneca.');
});

test('a count that nothing explains is refused without a question', async () => {
  await open({ state: 'check_volumes', lines: [line(1, 'Caneca', { counted: 1 })] });
  fireEvent.click(await screen.findByRole('button', { name: 'Concluir conferência' }));
  await screen.findByText(/O que chegou é diferente do pedido/);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('carried volumes keep their places, and storing them elsewhere names those', async () => {
  const place = (id: number, code: string) => ({ place: { id, code, holds: true } });
  await open({
    ...{ state: 'stock_up', lines: [line(1, 'Caneca', place(3, 'A01')), line(2, 'Prato', place(4, 'B01'))] },
    volumes: [volume(1, 'tagged'), volume(2, 'tagged', 2)],
  });
  const scan = (code: string) => {
    const field = screen.getByRole('textbox', { name: /^Bipe/ });
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  await screen.findByRole('textbox', { name: /^Bipe/ });
  scan('V000181');
  await screen.findByText('Bipado: V000181');
  scan('V000182');
  await screen.findByText('V000181 → A01, V000182 → B01');
  scan('B01');
  await screen.findByText('Guardar 2 volumes em B01? Bipe a posição de novo. V000181 → A01 era o indicado.');
});
