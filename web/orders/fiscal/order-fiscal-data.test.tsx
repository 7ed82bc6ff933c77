import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { owner, renderScreen } from '../../ui/render-screen.tsx';
import OrderFiscalData from './OrderFiscalData.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const address = {
  ...{ street: 'Avenida Ipiranga', number: '40', complement: '', neighborhood: 'Praia de Belas' },
  ...{ city: 'Porto Alegre', state: 'RS', zip: '90160090', country: 'BR' },
};
const known = sampleOf(api.orders.fiscalData.response, {
  ...{ id: 7, remoteOrderId: '2000001' },
  buyer: {
    ...{ name: 'Ateliê Ipê Ltda', document: '12ABC34501DE35', otherDocument: null, taxpayer: 'taxpayer' },
    ...{ stateRegistration: '0962998877', billingAddress: address, isBilledToDelivery: false },
    delivery: { ...address, name: 'Recepção', street: 'Rua Chile' },
  },
  lines: [
    {
      ...{
        title: 'Vaso',
        variation: '',
        sku: 'V',
        quantity: 2,
        unitPriceCentavos: 1000,
        totalCentavos: 2000,
      },
      goods: [
        {
          ...{ product: { id: 5, name: 'Vaso' }, name: 'Vaso', sku: 'V-1', gtin: '', ncm: '69120000' },
          ...{ cest: '', origin: 0, unit: 'UN', quantity: 2, totalCentavos: 2000 },
        },
      ],
    },
  ],
  totals: { goodsCentavos: 2000, discountCentavos: 0, freightCentavos: null, totalCentavos: 2000 },
});

function Panel() {
  return <OrderFiscalData orderId={7} />;
}
const open = (body: typeof known, session = owner) =>
  renderScreen(Panel, {
    screen: paths.orders.order,
    at: paths.orders.order(7),
    session,
    server: { 'orders.fiscalData': { body } },
  });

test('reads the data only when asked, and offers a copy of each known field', async () => {
  const { calls } = await open(known);
  const show = await screen.findByRole('button', { name: 'Mostrar dados' });
  expect(calls.some(({ endpoint }) => endpoint === 'orders.fiscalData')).toBe(false);
  fireEvent.click(show);
  await screen.findByText('12.ABC.345/01DE-35');
  screen.getByText('Nada falta para emitir a nota.');
  screen.getByRole('button', { name: 'Copiar CPF ou CNPJ' });
  screen.getByRole('button', { name: 'Copiar Rua de Endereço da nota' });
  screen.getByRole('button', { name: 'Copiar Rua de Endereço de entrega' });
  screen.getByRole('button', { name: 'Copiar NCM de Vaso' });
  expect(screen.queryByRole('button', { name: 'Copiar CEST de Vaso' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copiar Frete cobrado' })).toBeNull();
});

test('names what is missing, with what to do about it', async () => {
  await open({ ...known, gaps: ['document', 'ncm'] });
  fireEvent.click(await screen.findByRole('button', { name: 'Mostrar dados' }));
  const alert = await screen.findByRole('alert');
  within(alert).getByText('Falta para emitir a nota: CPF ou CNPJ, NCM');
  within(alert).getByText(/peça ao comprador por mensagem/);
  within(alert).getByText(/se é de um fornecedor, peça o código a ele/);
});

test('says that an erased buyer was erased', async () => {
  await open({ ...known, buyer: null, erasedAt: '2026-11-20T12:00:00.000Z' });
  fireEvent.click(await screen.findByRole('button', { name: 'Mostrar dados' }));
  await screen.findByText(/foram apagados em 20\/11\/2026 09:00, a pedido do marketplace/);
});

test('tells a packer who may see the data', async () => {
  await open(known, { ...owner, roles: ['packer'] });
  await screen.findByText(/Podem ver: .*Vendedor/);
  expect(screen.queryByRole('button')).toBeNull();
});
