import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { payoutFailures, type PayoutReading as Reading } from '#contract/orders/payout-reading.ts';
import { queryClient } from '../../queries.ts';
import { connectors } from '../../test/connectors.ts';
import { sampleOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { PayoutReading } from './PayoutReading.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const at = '2026-11-25T12:00:00.000Z';
const reading = sampleOf(api.payoutReadings.detail.response, {
  ...{ isTold: true, isReading: false, readAt: at, through: '2026-11-24', failedAt: null, failure: null },
});
const show = (changes: Partial<Reading> = {}) =>
  renderScreen(() => <PayoutReading accountId={4} />, {
    server: { 'payoutReadings.detail': { body: { ...reading, ...changes } } },
  });
const button = () => screen.queryByRole('button', { name: /^Ler agora/ });

test.each(connectors)('payouts of $name are read, or the page asks for its report', async ({ told }) => {
  await show({ isTold: told.tellsPayouts });
  if (told.tellsPayouts)
    await screen.findByText(/^Lido do marketplace em 25\/11\/2026.* até 24\/11\/2026\.$/);
  else await screen.findByText('Este marketplace não informa os repasses. Envie o relatório da conta.');
  expect(button() !== null).toBe(told.tellsPayouts);
});

test('a reading that runs is not begun again, and hides an earlier failure', async () => {
  await show({ isReading: true, failedAt: at, failure: 'no_answer' });
  await screen.findByText(/^Lendo do marketplace/);
  expect(button()?.getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each(payoutFailures)('the failure %s says what to do, beside the last reading', async (failure) => {
  await show({ failedAt: at, failure });
  await waitFor(() => screen.getByText('A leitura de 25/11/2026 09:00 falhou'));
  screen.getByText(/^Lido do marketplace/);
  const said = screen.getByRole('alert').textContent ?? '';
  expect(said).toMatch(/Conecte|[Ee]nvie|enviando|Reabra|tentada de novo/);
  expect(button()).not.toBeNull();
});
