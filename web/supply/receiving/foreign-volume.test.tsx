import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { queryClient } from '../../queries.ts';
import { receipt as waiting } from '../../test/receipt.ts';
import { sampleOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import { StockUpStep } from './StockUpStep.tsx';
import { TagStep } from './TagStep.tsx';

const volume = {
  id: 9,
  code: 'V00001K',
  lineId: 1,
  units: 12,
  state: 'tagged',
  position: null,
  lot: null,
} as const;
const receipt = sampleOf(api.supplyRequestsOngoing.detail.response, {
  ...waiting,
  ...{ warehouse: { id: 3, name: 'Galpão Norte' }, state: 'stock_up', volumes: [volume], parent: null },
});
const passport = { kind: 'volume', id: 90, name: 'V00077X', about: 'Caneca', position: 'A01' };
const other = {
  ...passport,
  volumeState: 'active',
  saleStatus: null,
  requestState: null,
  receipt: null,
  acts: [],
};

const open = (Step: typeof StockUpStep) =>
  renderScreen(() => <Step receipt={receipt} />, {
    session: { ...owner, business: { id: 1, name: 'Aurora', type: 'supply' } },
    server: {
      'passports.find': ({ url }) => {
        const code = url.searchParams.get('code');
        return { body: { code, items: code === 'V00077X' ? [{ ...other, warehouse: 'Galpão Sul' }] : [] } };
      },
      'inventoryLocations.list': { body: { items: [{ id: 20, code: 'A01' }], page: 1, pages: 1, total: 1 } },
      'volumes.launchMany': { body: {} },
    },
  });

async function scan(code: string, said: string) {
  const field = await screen.findByRole('textbox');
  fireEvent.change(field, { target: { value: code } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findAllByText(said);
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each([
  ['labels are read back', TagStep],
  ['volumes are put away', StockUpStep],
] as const)(
  'where %s, a volume of another warehouse is refused by the name of that warehouse',
  async (_, Step) => {
    await open(Step);
    await scan('V00077X', 'V00077X é um volume de Galpão Sul, não deste pedido');
    await scan('V00055A', 'V00055A não é um volume deste pedido');
  },
);

test('names the warehouse if several have a position with this code', async () => {
  const { calls } = await open(StockUpStep);
  await scan('V00001K', 'V00001K: bipe a posição');
  await scan('V00077X', 'V00077X é um volume de Galpão Sul, não deste pedido');
  await scan('B07', 'B07 não é uma posição de Galpão Norte');
  await scan('A01', 'V00001K guardado em A01 de Galpão Norte');
  await waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === 'volumes.launchMany')?.body).toEqual({
      ids: [9],
      positionId: 20,
    }),
  );
});
