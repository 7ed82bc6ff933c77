import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { problem, renderScreen } from '../../ui/render-screen.tsx';
import { Scan } from '../../ui/scan/Scan.tsx';
import { useBalanceScan } from './use-balance-scan.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Scanning() {
  return <Scan label="Código" onScan={useBalanceScan(() => undefined)} />;
}

async function scan(bodies: unknown[]) {
  await renderScreen(Scanning, {
    server: {
      'balances.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'balances.start': ({ body }) => {
        bodies.push(body);
        if ((body as { volumes?: number }).volumes === 7)
          return { body: { started: [1, 2].map((id) => ({ id, name: `V-${id}` })), refused: [] } };
        const refused = problem(409, 'volumes_unconfirmed', { facts: { code: 'A-1', volumes: 7 } });
        return { status: 409, body: refused };
      },
    },
  });
  const field = await screen.findByLabelText('Código');
  fireEvent.change(field, { target: { value: 'A-1' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('Contar 7 volumes de A-1?');
}

test('a scanned position with several volumes is counted only after the question', async () => {
  const bodies: unknown[] = [];
  await scan(bodies);
  // The Enter of a second slip of the scanner would press it.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Voltar'));
  fireEvent.click(screen.getByRole('button', { name: 'Voltar' }));
  await screen.findByText('A-1: nenhuma contagem começou.');
  expect(bodies).toEqual([{ code: 'A-1' }]);
});

test('the agreed number is sent', async () => {
  const bodies: unknown[] = [];
  await scan(bodies);
  fireEvent.click(screen.getByRole('button', { name: 'Começar 7 contagens' }));
  await waitFor(() => expect(bodies).toEqual([{ code: 'A-1' }, { code: 'A-1', volumes: 7 }]));
});
