import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import SellerInvoicesPage from './SellerInvoicesPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const invoice = itemOf(api.dropinvoices.list.response, 'items', {
  ...{ id: 1, number: 71, day: '2026-11-20', state: 'pending', closedAt: '2026-11-21T03:05:00.000Z' },
  ...{ supplier: { id: 4, name: 'Casa Serena' }, payableCentavos: 5980, dueOn: '2026-11-28' },
});
const trilha = { id: 5, name: 'Trilha' };
const page = <T,>(items: T[]) => ({ body: { items, page: 1, pages: 1, total: items.length } });
const link = (business: { id: number; name: string }) =>
  itemOf(api.companies.list.response, 'items', {
    ...{ id: business.id, side: 'seller', business: { ...business, type: 'supply' } },
  });

const open = (items: (typeof invoice)[], query = '') =>
  renderScreen(SellerInvoicesPage, {
    screen: paths.dropshipping.sellerInvoices,
    at: paths.dropshipping.sellerInvoices(query ? { query } : {}),
    server: {
      'dropinvoices.list': page(items),
      'dropinvoices.revenue': { body: sampleOf(api.dropinvoices.revenue.response, {}) },
      'overdueCases.list': page([]),
      'companies.list': page([link({ id: 4, name: 'Casa Serena' }), link(trilha)]),
    },
  });

test('invoices of two suppliers cannot be paid together: the reason is on the screen, and one supplier can be chosen', async () => {
  await open([invoice, { ...invoice, id: 2, number: 72, supplier: trilha }]);
  await screen.findByText('#72');
  fireEvent.click(screen.getAllByRole('checkbox', { name: /todas as linhas/ })[0] ?? document.body);
  await screen.findByText('Pagar com um Pix: Escolha faturas de um só fornecedor');
  fireEvent.click(screen.getByRole('button', { name: 'Fornecedor' }));
  const choice = within(await screen.findByRole('dialog', { name: 'Fornecedor' }));
  expect(choice.getAllByRole('checkbox').map((box) => box.closest('div')?.textContent)).toHaveLength(2);
  fireEvent.click(choice.getByRole('checkbox', { name: 'Casa Serena' }));
  await screen.findByRole('button', { name: 'Fornecedor: Casa Serena' });
});

test('an invoice of a supplier without bank data is neither overdue nor offered for payment', async () => {
  await open([{ ...invoice, dueOn: null }]);
  await screen.findByText('Sem dados bancários', { selector: '[data-tone] *' });
  expect(screen.queryByRole('button', { name: 'Pagar' })).toBeNull();
});

test('the button that clears the filters is beside the last filter', async () => {
  await open([invoice], 'overdue:yes disputed:yes');
  const clear = await screen.findByRole('button', { name: 'Limpar filtros' });
  await waitFor(() => expect(clear.parentElement?.textContent).toMatch(/Sem dados bancários/));
});
