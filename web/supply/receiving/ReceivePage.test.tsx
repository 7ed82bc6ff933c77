import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { receipt } from '../../test/receipt.ts';
import { owner, problem, renderScreen } from '../../ui/render-screen.tsx';
import ReceivePage from './ReceivePage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function completeStep(body: object) {
  await renderScreen(ReceivePage, {
    screen: paths.inventory.receive,
    at: paths.inventory.receive(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'supplyRequestsOngoing.detail': { body: receipt },
      'supplyRequests.advance': { status: 409, body },
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Concluir conferência' }));
  const dialog = await screen.findByRole('dialog');
  const confirm = [...dialog.querySelectorAll('button')].find(
    (button) => button.textContent === 'Concluir conferência',
  );
  if (confirm) fireEvent.click(confirm);
}

test('an incomplete step says what to do and in which lines', async () => {
  await completeStep(problem(409, 'counts_missing', { facts: { lines: ['CAN-1', 'PRA-2'] } }));
  await screen.findByText(/Não foi possível concluir a etapa!/);
  await screen.findByText(/digite zero.*Confira: CAN-1, PRA-2\./);
});

test('names a step that somebody else completed, and where to continue', async () => {
  await completeStep(problem(409, 'state_conflict', { facts: { state: 'register_volumes' } }));
  await screen.findByText(/já avançou o pedido para “Registrar volumes”.*continue daí/);
});

test('names the request of which this one is the remainder', async () => {
  await completeStep(problem(409, 'counts_missing'));
  const link = await screen.findByRole('link', { name: /Resto do pedido de compra 40/ });
  expect(link.getAttribute('href')).toBe(paths.inventory.receive(5));
});

test('repeats a volume without an answer with the same scan id, and the next one with another', async () => {
  let isLost = true;
  const { calls } = await renderScreen(ReceivePage, {
    screen: paths.inventory.receive,
    at: paths.inventory.receive(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'supplyRequestsOngoing.detail': { body: receipt },
      'supplyRequests.countVolumes': () =>
        isLost
          ? { status: 503, body: problem(503, 'unavailable') }
          : { body: { name: 'Caneca', counted: 1 } },
    },
  });
  const counts = () => calls.filter(({ endpoint }) => endpoint === 'supplyRequests.countVolumes');
  const field = await screen.findByRole('textbox', { name: /produto de cada volume/ });
  // Far enough apart that none is a double read of the scanner.
  const now = vi.spyOn(performance, 'now');
  for (const nth of [1, 2, 3]) {
    fireEvent.change(field, { target: { value: 'CAN-1' } });
    now.mockReturnValue(nth * 1000);
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(counts()).toHaveLength(nth));
    await waitFor(() => expect(document.querySelector(`[data-flash="${nth}"]`)).toBeTruthy());
    isLost = false;
  }
  now.mockRestore();
  const [first, again, next] = counts().map(({ body }) => (body as { clientId: string }).clientId);
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});

test('counts more volumes of a product than were ordered and shows a warning', async () => {
  const reference = { id: 4, name: 'Caneca' };
  const line = {
    ...{
      id: 1,
      variation: reference,
      product: reference,
      sku: 'CAN-1',
      gtin: '7894412000177',
      supplierSku: '',
    },
    ...{
      quantityPerVolume: 12,
      asksLots: false,
      lots: [],
      quantity: 36,
      ordered: 36,
      volumes: 3,
      counted: 3,
      countedBy: 'Ana',
    },
    ...{ registeredVolumes: 0, registeredUnits: 0, launchedVolumes: 0, place: null, openProblems: 0 },
  };
  await renderScreen(ReceivePage, {
    screen: paths.inventory.receive,
    at: paths.inventory.receive(7),
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'supplyRequestsOngoing.detail': { body: { ...receipt, lines: [line] } },
      'supplyRequests.countVolumes': { body: { name: 'Caneca', counted: 4 } },
    },
  });
  const field = await screen.findByRole('textbox', { name: /produto de cada volume/ });
  fireEvent.change(field, { target: { value: '7894412000177' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('Caneca: 4 volumes, o pedido tem 3');
  expect(document.querySelector('[data-tone="attention"]')).toBeTruthy();
});
