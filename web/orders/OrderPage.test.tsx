import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { OrderDetail } from '#contract/orders/order.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import OrderPage from './OrderPage.tsx';

const sale: OrderDetail = {
  ...{
    id: 7,
    status: 'waiting_separation',
    late: false,
    approvalReason: null,
    linked: true,
    reserve: 'firm',
  },
  ...{ fraudRisk: false, refusedReason: null, document: 'missing', labelReady: false, marketplace: 'any' },
  ...{ account: { id: 3, name: 'Loja' }, remoteOrderId: '2000001', packId: null, buyerName: 'Carla' },
  ...{ items: '1 × Caneca', units: 1, supplier: { id: 9, name: 'Distribuidora' }, warehouse: null },
  ...{ logisticType: 'drop_off', trackingCode: '', purchasedAt: '2026-11-20T12:00:00.000Z' },
  ...{ dispatchLimit: null, sentAt: null, returnExpected: false, gates: [], payment: 'approved' },
  ...{ paidAt: null, paymentExpiresAt: null, lines: [], buyer: null, documentError: null, invoiceKey: null },
  ...{ hasInvoice: false, declaration: null, labelAvailableAt: null, labelPrintedAt: null, shipmentId: null },
  ...{
    shipmentStatus: 'pending',
    shipmentSubstatus: '',
    promisedAt: null,
    refusedAt: null,
    releasedAt: null,
  },
  ...{ packedAt: null, collectedAt: null, deliveredAt: null, canceledAt: null, canceledBy: null },
  ...{ canceledReason: null, remoteCancel: null, remoteCancelError: null, writesToBuyer: true },
  ...{ packmates: [], events: [], version: 1 },
};

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (order: OrderDetail) =>
  renderScreen(OrderPage, {
    screen: paths.orders.order,
    at: paths.orders.order(order.id),
    server: { 'orders.detail': { body: order } },
  });

test('a buyer is written to only where the marketplace lets the seller begin', async () => {
  await open(sale);
  await screen.findByRole('button', { name: 'Cancelar venda' });
  screen.getByRole('button', { name: 'Escrever ao comprador' });
  cleanup();
  queryClient.clear();
  await open({ ...sale, writesToBuyer: false });
  await screen.findByRole('button', { name: 'Cancelar venda' });
  expect(screen.queryByRole('button', { name: 'Escrever ao comprador' })).toBeNull();
});
