import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { queryClient } from '../../queries.ts';
import { itemOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import WhatToBuyDialog from './WhatToBuyDialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const jug = itemOf(api.purchasing.whatToBuy.response, 'items', {
  variation: { id: 11, name: 'Jarra' },
  product: { id: 1, name: 'Jarra' },
  sku: 'JAR-1',
  supplier: { id: 2, name: 'Vale Cerâmica' },
  supplierSku: '',
  ...{ sold30: 0, sold90: 0, stocked30: 0, stocked90: 0, onHand: 0, promised: 0, inbound: 0, waiting: 168 },
  ...{ dailyMilli: 0, coverDays: null, leadDays: 12, quantityPerVolume: 1, proposed: 168 },
  ...{ priceCentavos: null, minimumOrderCentavos: 150_000, paymentTerms: '28/56 dias' },
});

test('a row without a price shows what needs it, and is ordered at the price typed there', async () => {
  const { calls } = await renderScreen(() => <WhatToBuyDialog onClose={() => undefined} />, {
    session: owner,
    server: {
      'warehouses.list': { body: { items: [{ id: 7, name: 'Galpão' }], page: 1, pages: 1, total: 1 } },
      'purchasing.whatToBuy': { body: { items: [jug] } },
      'purchasing.buy': { body: { items: [] } },
    },
  });
  const row = (await screen.findByText('JAR-1')).closest('tr');
  if (!row) throw new Error('There is no row of the jug.');
  expect(within(row).getAllByText('168').length).toBeGreaterThan(0);
  expect(within(row).getByText(/prazo de 12 dias · mínimo de R\$\s1\.500,00 · 28\/56 dias/)).toBeDefined();
  const submit = () => screen.getByRole('button', { name: /Criar pedido/ });
  expect(submit()).toHaveProperty('disabled', true);
  fireEvent.click(within(row).getByRole('checkbox'));
  expect(screen.getByText(/1 produto selecionado está sem fornecedor ou preço/)).toBeDefined();
  fireEvent.change(within(row).getByRole('textbox', { name: 'Preço de Jarra' }), {
    target: { value: '7,00' },
  });
  expect(screen.queryByText(/sem fornecedor ou preço/)).toBeNull();
  expect(screen.getByText(/Vale Cerâmica: R\$\s1\.176,00\. .*faltam R\$\s324,00/)).toBeDefined();
  fireEvent.click(submit());
  await vi.waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === 'purchasing.buy')?.body).toMatchObject({
      items: [{ supplierId: 2, variationId: 11, quantity: 168, priceCentavos: 700 }],
    }),
  );
});
