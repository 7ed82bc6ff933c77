import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { sampleOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { PauseStop } from './PauseStop.tsx';
import { pause, settlePause } from './pauses.ts';
import { usePacking } from './use-packing.ts';

const id = 990_020;
const ignore = () => undefined;
const saleWith = (document: 'missing' | 'accepted') =>
  sampleOf(api.checkout.detail.response, { id, status: 'picking', document });

function Paused({ document }: { document: 'missing' | 'accepted' }) {
  return <PauseStop sale={saleWith(document)} packing={usePacking(ignore)} />;
}

async function open(document: 'missing' | 'accepted') {
  pause({ id, why: 'invoice_required', reason: 'Envie o XML da NF-e para liberar a etiqueta.' });
  const rendered = await renderScreen(() => <Paused document={document} />, {
    server: { 'orders.sendInvoice': { body: sampleOf(api.orders.sendInvoice.response) } },
  });
  return { ...rendered, dialog: within(await screen.findByRole('dialog')) };
}

afterEach(() => {
  cleanup();
  settlePause(id);
  vi.unstubAllGlobals();
});

test('the missing NF-e is sent from the question about our own label, which closes then', async () => {
  const { calls, dialog } = await open('missing');
  dialog.getByRole('button', { name: 'Enviar XML da NF-e' });
  const field = document.querySelector('input[type="file"]');
  if (field) fireEvent.change(field, { target: { files: [new File(['<nfe/>'], 'nota.xml')] } });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.map(({ endpoint }) => endpoint)).toContain('orders.sendInvoice');
});

test('a sale with its NF-e is not asked for it', async () => {
  const { dialog } = await open('accepted');
  dialog.getByRole('button', { name: 'Imprimir a nossa e embalar' });
  expect(dialog.queryByRole('button', { name: 'Enviar XML da NF-e' })).toBeNull();
});
