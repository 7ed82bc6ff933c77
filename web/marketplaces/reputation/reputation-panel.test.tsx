import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import type { ReputationView } from '#contract/marketplaces/reputation.ts';
import { account } from '../../advertisements/test/publish-stage.ts';
import { queryClient } from '../../queries.ts';
import { sampleOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { ReputationPanel } from './ReputationPanel.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const at = '2026-11-25T12:00:00.000Z';
const limit = (value: number, allows: 'leader' | 'green' | 'yellow', kept: boolean, spare: number) => ({
  ...{ comparator: '<=' as const, value, allows, kept, spare },
});
const reading: NonNullable<ReputationView['reading']> = {
  ...{ level: { known: 'green', told: '5_green' }, medal: { known: 'gold', told: 'gold' } },
  ...{ protection: null, sales: 244, days: 60, limitsPublishedOn: '2025-08-11' },
};
const view = sampleOf(api.reputations.detail.response, {
  ...{ isTold: true, readAt: at, failedAt: null, failure: null, risk: 'near' },
  reading,
  figures: [
    {
      ...{ code: 'claims', measure: 'claims', name: '', unit: 'percent', value: 1.23, cases: 3 },
      ...{ real: null, before: null, risk: 'good', threats: 2 },
      limits: [limit(1, 'leader', false, -1), limit(2, 'green', true, 1), limit(4.5, 'yellow', true, 7)],
    },
  ],
  threats: {
    counts: [{ kind: 'late', count: 3 }],
    items: [
      { kind: 'late', sale: { id: 7, number: '2000001' }, chat: null, buyer: 'Ana', until: at },
      { kind: 'claim', sale: null, chat: 9, buyer: '', until: null },
    ],
  },
  days: [
    { day: '2026-11-24', level: null, figures: [{ code: 'claims', value: 0.8 }] },
    { day: '2026-11-25', level: null, figures: [{ code: 'claims', value: 1.23 }] },
  ],
});

const show = (changes: Partial<ReputationView> = {}, tellsReputation = true) =>
  renderScreen(
    () => (
      <ReputationPanel
        account={{
          ...{ id: 4, state: 'connected' },
          capabilities: { ...account.capabilities, tellsReputation },
        }}
      />
    ),
    { server: { 'reputations.detail': { body: { ...view, ...changes } } } },
  );

test('figures show their limits in words, with what would cross the next one and open risks', async () => {
  await show();
  await screen.findByText('Verde');
  const [claims] = screen.getAllByRole('listitem');
  const told = within(claims ?? document.body);
  told.getByText('1,23% · 3 casos');
  told.getByText('Líder até 1% · Verde até 2% · Amarelo até 4,5%');
  told.getByText('Cabe mais 1 caso antes de passar de 2% (Verde).');
  told.getByText('2 vendas em aberto podem fazer esta medida passar do limite.');
  expect(screen.getByRole('link', { name: 'Venda 7' }).getAttribute('href')).toBe('/orders/7');
  expect(screen.getByRole('link', { name: /reclamação/i }).getAttribute('href')).toBe('/chats/9');
  screen.getByText('Reclamações: 0,8% em 24/11/2026, 1,23% em 25/11/2026, máximo 1,23%');
  screen.getByText('e mais 1');
});

test('shows a failed reading beside the known figures, and a protection with the real level', async () => {
  const protection = {
    until: '2026-12-20T04:00:00.000Z',
    level: { known: 'orange', told: '2_orange' },
  } as const;
  await show({ ...{ failure: 'no_answer', failedAt: at }, reading: { ...reading, protection } });
  await screen.findByText(/não respondeu/);
  screen.getByText(/Protegida até 20\/12\/2026.*Sem a proteção: Laranja/);
});

test('a figure that is not reported is neither within its limits nor near them', async () => {
  const [claims] = view.figures;
  if (!claims) throw new Error('no figure');
  await show({ figures: [{ ...claims, value: null, cases: null, risk: null, threats: 0 }] });
  await screen.findByText('não informado');
  expect(screen.queryByText('Dentro dos limites')).toBeNull();
});

test('explains too few sales, no reading yet, and a marketplace without reputation', async () => {
  await show({ reading: { ...reading, level: null, medal: null }, figures: [] });
  await screen.findByText(/poucas vendas/);
  cleanup();
  queryClient.clear();
  await show({ reading: null, readAt: null, figures: [], days: [], threats: { counts: [], items: [] } });
  await screen.findByText(/Ainda não consultada/);
  screen.getByText(/Nenhum risco/);
  cleanup();
  await show({}, false);
  await screen.findByText('Este marketplace não informa reputação.');
  expect(screen.queryByRole('button', { name: 'Consultar agora' })).toBeNull();
});
