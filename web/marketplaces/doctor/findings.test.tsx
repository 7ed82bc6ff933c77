import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { AccountFinding, Mend } from '#contract/marketplaces/account-doctor.ts';
import { queryClient } from '../../queries.ts';
import { connectors } from '../../test/connectors.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { Findings } from './Findings.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const at = '2026-11-20T12:00:00.000Z';
const finding = (kind: AccountFinding['kind'], mend: Mend | null): AccountFinding => ({
  ...{ kind, mend, severity: 'bad', about: 'order', count: 90, at },
});
const show = (findings: AccountFinding[]) => {
  const [marketplace] = connectors;
  if (!marketplace) throw new Error('no marketplace');
  const { id, name } = marketplace;
  const doctor = { account: { id: 3, name: 'Loja', marketplace: { id, name }, rates: null }, findings };
  return renderScreen(() => <Findings doctor={doctor} />, {
    server: { 'accountDoctors.check': { body: doctor }, 'marketplaces.list': { body: { items: [] } } },
  });
};

test('a problem that only others can fix is explained', async () => {
  await show([finding('clock_off', null), finding('not_answering', null)]);
  await screen.findByText(/tentamos de novo automaticamente/);
  screen.getByText(/Acerte o relógio do servidor/);
  expect(screen.queryByRole('button')).toBeNull();
});

test('its button renews an expired grant', async () => {
  const { calls } = await show([finding('token_over', 'renew')]);
  (await screen.findByRole('button', { name: 'Renovar agora' })).click();
  await expect
    .poll(() => calls.filter(({ endpoint }) => endpoint === 'accountDoctors.check'))
    .toHaveLength(1);
});
