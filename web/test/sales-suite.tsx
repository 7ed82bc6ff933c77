import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { Checkout } from '#contract/orders/checkout-sale.ts';
import BenchPage from '../orders/checkout/BenchPage.tsx';
import OrderPage from '../orders/OrderPage.tsx';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import { type Connector, connectors } from './connectors.ts';
import { sampleOf } from './sample.ts';

const at = '2026-11-20T12:00:00.000Z';
const account = { id: 4, name: 'Loja' };

/** A paid sale as the marketplace reports it: its parcel waits for a document or for the label. */
const saleOn = ({ id, able, told }: Connector) =>
  sampleOf(api.orders.detail.response, {
    ...{ id: 7, status: 'waiting_separation', linked: true, reserve: 'firm', marketplace: id, account },
    ...{ document: told.needsInvoice ? 'missing' : 'not_required', remoteOrderId: '2000001' },
    ...{ buyerName: 'Carla', items: '1 × Caneca', units: 1, payment: 'approved', paidAt: at },
    money: {
      ...{ total: 5990, fee: 0, cost: 2000, freight: able.quotesFreight ? 900 : null, margin: 3090 },
      ...{ salesTax: 0, payout: 5090, atMost: !able.quotesFreight },
      parts: [
        { name: 'goods' as const, amount: 5990 },
        { name: 'freight' as const, amount: able.quotesFreight ? 900 : null },
      ],
    },
    gates: [
      { name: 'document', open: !told.needsInvoice },
      { name: 'label', open: false },
    ],
    ...{ shipmentId: '45', shipmentStatus: 'pending', writesToBuyer: told.beginsMessages !== 'never' },
  });

/** The same sale at the bench, packed; `labelFormats` are those of the fetched label. */
const packedOn = ({ id, told }: Connector, labelFormats: Checkout['labelFormats'] = []) =>
  sampleOf(api.checkout.detail.response, {
    ...{ id: 7, status: 'waiting_collect', marketplace: id, remoteOrderId: '2000001', buyerName: 'Carla' },
    ...{ items: '1 × Caneca', unitCount: 1, beepedCount: 1, labelReady: true, labelFormats },
    ...{ document: told.needsInvoice ? 'accepted' : 'not_required', trackingCode: 'BR1', packedAt: at },
    marketplaceReportsShipping: told.labelBy === 'marketplace',
  });

const has = (name: string) => screen.queryByRole('button', { name }) !== null;

async function openBench(sale: Checkout, server: object = {}) {
  const view = await renderScreen(BenchPage, {
    screen: paths.orders.pack,
    at: paths.orders.pack(sale.id),
    server: {
      'checkout.detail': { body: sale },
      'checkout.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      ...server,
    },
  });
  await screen.findByRole('heading', { name: 'Documentos' });
  return view;
}

export function describeSalesOfAll(): void {
  test.each(connectors)(
    'a sale of $name asks for the documents that its marketplace requires',
    async (one) => {
      const { able, told } = one;
      await renderScreen(OrderPage, {
        screen: paths.orders.order,
        at: paths.orders.order(7),
        server: { 'orders.detail': { body: saleOn(one) } },
      });
      const gates = within(await screen.findByRole('list', { name: 'O que falta para enviar' }));
      expect({
        writes: has('Enviar mensagem ao comprador'),
        sendsInvoice: has('Enviar XML da NF-e'),
        needsNone: gates.queryByText('Não exigida') !== null,
        labelAfterInvoice: gates.queryByText('Liberada depois da nota fiscal') !== null,
        freightUntold: screen.queryAllByText('não informado').length > 0,
      }).toEqual({
        writes: told.beginsMessages !== 'never',
        sendsInvoice: told.needsInvoice,
        needsNone: !told.needsInvoice,
        labelAfterInvoice: told.needsInvoice,
        freightUntold: !able.quotesFreight,
      });
    },
  );

  test.each(connectors)(
    'the bench offers label and shipment of a sale of $name to the party that is responsible for them',
    async (one) => {
      const { told } = one;
      await openBench(packedOn(one));
      expect({
        needsNone: screen.queryByText('NF-e não exigida') !== null,
        sends: has('Marcar como enviada'),
        formats: [has('Etiqueta PDF'), has('Etiqueta ZPL')],
      }).toEqual({
        needsNone: !told.needsInvoice,
        sends: told.labelBy === 'seller',
        formats: [true, true],
      });
    },
  );

  const given = connectors.filter(({ told }) => told.labelBy === 'marketplace');
  test.each(given)('offers only the formats in which the label of $name was fetched', async (one) => {
    Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined });
    const [only = 'pdf'] = one.told.labelFormats.toReversed();
    const fetched = packedOn(one, [only]);
    const server = {
      'checkout.fetchTag': { body: fetched },
      'checkout.print': { body: { ...fetched, labelPrintedAt: at } },
      'checkout.downloadTag': { body: '' },
    };
    const { calls } = await openBench(packedOn(one), server);
    fireEvent.click(screen.getByRole('button', { name: 'Etiqueta PDF' }));
    const asked = () => calls.filter(({ endpoint }) => endpoint === 'checkout.downloadTag');
    const formats = () => asked().map(({ url }) => url.searchParams.get('format'));
    await waitFor(() => expect(formats()).toEqual([only]));
    cleanup();
    queryClient.clear();
    const printed = await openBench({ ...fetched, labelPrintedAt: at }, server);
    expect([has('Etiqueta PDF'), has('Etiqueta ZPL')]).toEqual([only === 'pdf', only === 'zpl']);
    fireEvent.click(screen.getByRole('button', { name: 'Reimprimir etiqueta' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'rasgou' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Reimprimir etiqueta' }));
    await waitFor(() =>
      expect(
        printed.calls.map(({ endpoint, url }) => [endpoint, url.searchParams.get('format')]),
      ).toContainEqual(['checkout.downloadTag', only]),
    );
  });

  test.each(given)('closes a parcel of $name with its label in the fetched format', async (one) => {
    Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined });
    const [only = 'pdf'] = one.told.labelFormats.toReversed();
    const packed = { ...packedOn(one, [only]), labelPrintedAt: at, packedAt: at };
    const picking = { ...packed, status: 'picking' as const, labelPrintedAt: null, packedAt: null };
    const { calls } = await openBench(picking, {
      'checkout.print': { body: { ...picking, labelPrintedAt: at } },
      'checkout.downloadTag': { body: '' },
      'checkout.confirmPacking': { body: { ...packed, emptied: [] } },
    });
    const field = screen.getByLabelText('Bipar');
    fireEvent.change(field, { target: { value: 'EASY-CONFIRMA' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    const asked = () => calls.filter(({ endpoint }) => endpoint === 'checkout.downloadTag');
    await waitFor(() => expect(asked().map(({ url }) => url.searchParams.get('format'))).toEqual([only]));
  });
}
