import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { fill, messages } from '#contract/messages/index.ts';
import { queryClient, queryKey } from '../../queries.ts';
import { receipt } from '../../test/receipt.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import { RegisterStep } from './RegisterStep.tsx';
import { StockUpStep } from './StockUpStep.tsx';

const mug = { id: 4, name: 'Caneca' };
const line = itemOf(api.supplyRequestsOngoing.detail.response, 'lines', {
  ...{ id: 1, variation: mug, product: mug, sku: 'CAN-1', quantityPerVolume: 12, quantity: 24, ordered: 24 },
  ...{ volumes: 2, counted: 3, countedBy: 'Ana', registeredUnits: 0, openProblems: 1 },
});
type Line = typeof line;

const session = { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' as const } };

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (changes: Partial<Line>) => {
  const shown = sampleOf(api.supplyRequestsOngoing.detail.response, {
    ...receipt,
    state: 'register_volumes',
    lines: [{ ...line, ...changes }],
  });
  return renderScreen(() => <RegisterStep receipt={shown} />, {
    session,
    server: { 'supplyRequests.registerVolumes': { body: {} } },
  });
};

async function scan(code: string): Promise<void> {
  const field = (await screen.findAllByRole('textbox')).find((one) => one.hasAttribute('data-scan'));
  if (!field) throw new Error('There is no field for codes.');
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

/** Far enough apart that the second is not a double read of the scanner. */
async function scanTwice(code: string, between: string): Promise<void> {
  // React schedules by the same clock, so the screen is rendered before the clock stops.
  await screen.findAllByRole('textbox');
  const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
  await scan(code);
  await screen.findByText(between);
  now.mockReturnValue(3000);
  await scan(code);
  now.mockRestore();
}

test('a scan shows what it will register, and the second one registers it', async () => {
  const { calls } = await open({ counted: 2 });
  await scanTwice('CAN-1', '2 volumes com 12 un. cada de Caneca?');
  await screen.findByText('Caneca: 2 volumes de 12 registrados');
  const sent = calls.filter(({ endpoint }) => endpoint === 'supplyRequests.registerVolumes');
  expect(sent.map(({ body }) => body)).toEqual([{ lineId: 1, copies: 2, units: 12 }]);
});

test('a scan after the last volume is answered by what was registered, also before the receipt is read again', async () => {
  const shown = sampleOf(api.supplyRequestsOngoing.detail.response, {
    ...receipt,
    state: 'register_volumes',
    lines: [{ ...line, counted: 2 }],
  });
  await renderScreen(() => <RegisterStep receipt={shown} />, {
    session,
    server: { 'supplyRequests.registerVolumes': { body: {} } },
  });
  queryClient.setQueryData(queryKey(api.supplyRequestsOngoing.detail, { params: { id: shown.id } }), shown);
  await scanTwice('CAN-1', '2 volumes com 12 un. cada de Caneca?');
  await screen.findByText('Caneca: 2 volumes de 12 registrados');
  const now = vi.spyOn(performance, 'now').mockReturnValue(9000);
  await scan('CAN-1');
  now.mockRestore();
  await screen.findByText(fill(messages.pt.supply.receiving.registeredBefore, { name: 'Caneca' }));
});

test('asks for the quantity of a volume beyond the order, with the usual one as default', async () => {
  const { calls } = await open({ registeredVolumes: 2, registeredUnits: 24 });
  await scanTwice('CAN-1', '1 volume com 12 un. de Caneca?');
  await screen.findByText('Caneca: 1 volume de 12 registrado');
  expect(calls.find(({ endpoint }) => endpoint === 'supplyRequests.registerVolumes')?.body).toEqual({
    lineId: 1,
    copies: 1,
    units: 12,
  });
});

test('the shown quantity can be corrected before it counts', async () => {
  const { calls } = await open({ registeredVolumes: 2, registeredUnits: 24 });
  await scan('CAN-1');
  const units = await screen.findByRole('textbox', { name: 'Por volume' });
  fireEvent.change(units, { target: { value: '7' } });
  await screen.findByText('1 volume com 7 un. de Caneca?');
  const [first] = screen.getAllByRole('button', { name: 'Registrar' });
  if (first) fireEvent.click(first);
  await waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === 'supplyRequests.registerVolumes')?.body).toMatchObject({
      copies: 1,
      units: 7,
    }),
  );
});

test.each([
  ['several volumes are put in a place', false, 16, 'Guardar 16 volumes em A01? Bipe a posição de novo.'],
  [
    'one is put on the bench',
    true,
    1,
    'A01 é a bancada, não uma prateleira. Guardar V000001 ali? Bipe de novo.',
  ],
] as const)('before %s the same place is scanned once more', async (_, bench, count, question) => {
  const volumes = Array.from({ length: count }, (_, index) => ({
    ...{ id: index + 1, code: `V${String(index + 1).padStart(6, '0')}`, state: 'tagged' as const, lineId: 1 },
    ...{ units: 12, position: null, lot: null },
  }));
  const shown = sampleOf(api.supplyRequestsOngoing.detail.response, {
    ...receipt,
    state: 'stock_up',
    lines: [line],
    volumes,
  });
  const { calls } = await renderScreen(() => <StockUpStep receipt={shown} />, {
    session,
    server: {
      'inventoryLocations.list': {
        body: { items: [{ id: 20, code: 'A01', bench }], page: 1, pages: 1, total: 1 },
      },
      'volumes.launchMany': { body: { done: [] } },
    },
  });
  const launched = () => calls.filter(({ endpoint }) => endpoint === 'volumes.launchMany');
  const field = await screen.findByRole('textbox');
  for (const { code } of volumes) {
    fireEvent.change(field, { target: { value: code } });
    fireEvent.keyDown(field, { key: 'Enter' });
  }
  await screen.findAllByText(new RegExp(`${volumes.at(-1)?.code}: bipe`));
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000);
  fireEvent.change(field, { target: { value: 'A01' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText(question);
  expect(launched()).toEqual([]);
  now.mockReturnValue(20_000);
  fireEvent.change(field, { target: { value: 'A01' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  now.mockRestore();
  await waitFor(() => expect(launched()).toHaveLength(1));
});
