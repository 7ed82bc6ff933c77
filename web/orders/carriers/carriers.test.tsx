import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { owner, problem, renderScreen } from '../../ui/render-screen.tsx';
import { SendDialog } from '../checkout/SendDialog.tsx';
import CarrierListPage from './CarrierListPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const carrier = (id: number, name: string, codeFormat: string) => ({
  ...{ id, name, service: 'Expresso', trackingLink: 'https://rastreio.example.com/{codigo}', codeFormat },
  ...{ cutoffs: ['', '17:30', '17:30', '', '', '', ''], version: 1 },
});
const list = { body: { items: [carrier(7, 'Entregas do Sul', 'SUL000000'), carrier(8, 'Motoboy', '')] } };

test('a card says link, format and the days on which the carrier comes', async () => {
  await renderScreen(() => <CarrierListPage />, { session: owner, server: { 'carriers.list': list } });
  await screen.findByText('Entregas do Sul · Expresso');
  screen.getByText('Formato do código: SUL000000');
  expect(screen.getAllByText('Horário limite da coleta: segunda 17:30 · terça 17:30')).toHaveLength(2);
});

test('a carrier is not named when a parcel is sent, unless a person chooses it, and its format is said if the code lacks it', async () => {
  const sale = sampleOf(api.checkout.detail.response, { id: 5 });
  const bodies: unknown[] = [];
  await renderScreen(() => <SendDialog sale={sale} onClose={() => undefined} />, {
    session: owner,
    server: {
      'carriers.list': list,
      'checkout.send': ({ body }: { body: unknown }) => {
        bodies.push(body);
        const message = 'O código não tem o formato desta transportadora.';
        const errors = { trackingCode: [{ code: 'tracking_format', message }] };
        return { status: 422, body: problem(422, 'invalid', { errors }) };
      },
    },
  });
  const choice = await screen.findByRole('combobox', { name: 'Transportadora' });
  const field = screen.getByLabelText(/Código de rastreio/);
  const send = () => fireEvent.click(screen.getByRole('button', { name: /enviad/i }));
  fireEvent.change(field, { target: { value: 'XX123456' } });
  send();
  await vi.waitFor(() => expect(bodies).toEqual([{ trackingCode: 'XX123456' }]));
  await screen.findByText(/não tem o formato desta transportadora\./);
  fireEvent.click(choice);
  fireEvent.click(await screen.findByRole('option', { name: 'Entregas do Sul · Expresso' }));
  send();
  await vi.waitFor(() => expect(bodies[1]).toEqual({ trackingCode: 'XX123456', carrierId: 7 }));
  await screen.findByText(/não tem o formato desta transportadora\. SUL000000/);
});
