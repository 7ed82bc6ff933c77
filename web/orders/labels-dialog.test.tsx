import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { LabelsPreview } from '#contract/orders/checkout.ts';
import { invalidate } from '../queries.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import LabelsDialog from './LabelsDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const chosen = {
  ...{ rows: [], all: false, count: 18, countText: '18', rowsText: '18 vendas' },
  ...{ body: { ids: [1] }, clear: () => undefined, settle: () => undefined },
};
const show = (preview: LabelsPreview, asked: unknown[] = [], previews = [preview]) =>
  renderScreen(() => <LabelsDialog chosen={chosen} of="orders" onClose={() => undefined} />, {
    server: {
      'orders.previewLabels': ({ body }) => {
        asked.push(body);
        return { body: previews.shift() ?? preview };
      },
    },
  });

test('says before it begins that none of the sales has a label, and does not begin', async () => {
  const leftOut: LabelsPreview['leftOut'] = [{ code: 'not_packed', count: 18, sales: [7, 8, 9] }];
  await show({ selected: 18, printable: 0, awaited: 0, leftOut });
  const button = await screen.findByRole('button', { name: 'Nenhuma etiqueta para gerar' });
  expect(button).toHaveProperty('disabled', true);
  screen.getByText(/Ficam de fora 18: Venda 7, Venda 8, Venda 9 e mais 15. Sem etiqueta/);
});

test('promises the labels that there are', async () => {
  const leftOut: LabelsPreview['leftOut'] = [{ code: 'not_packed', count: 13, sales: [7, 8, 9] }];
  await show({ selected: 18, printable: 5, awaited: 0, leftOut });
  await screen.findByRole('button', { name: 'Gerar 5 de 18 etiquetas' });
});

test('asks again once a reason for another print is given', async () => {
  const asked: unknown[] = [];
  await show({ selected: 18, printable: 18, awaited: 0, leftOut: [] }, asked);
  await screen.findByRole('button', { name: 'Gerar 18 etiquetas' });
  fireEvent.change(screen.getByLabelText(/Motivo da reimpressão/), { target: { value: 'rasgou' } });
  await waitFor(() => expect(asked).toMatchObject([{ reason: '' }, { reason: expect.stringMatching(/./) }]));
});

test('counts again when a marketplace accepts an NF-e while it is open', async () => {
  const leftOut: LabelsPreview['leftOut'] = [{ code: 'invoice_required', count: 1, sales: [7] }];
  const before = { selected: 18, printable: 17, awaited: 1, leftOut };
  await show({ selected: 18, printable: 18, awaited: 0, leftOut: [] }, [], [before]);
  await screen.findByRole('button', { name: 'Gerar 17 de 18 etiquetas' });
  await invalidate('orders');
  await screen.findByRole('button', { name: 'Gerar 18 etiquetas' });
});
