import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SaleReason } from '#contract/advertisements/sale-reason.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { PublicationPresence } from './PublicationBadge.tsx';
import { isWaitingForStock } from './publication-badges.ts';
import { SaleReasons } from './SaleReasons.tsx';

afterEach(cleanup);

const reason = (changes: Partial<SaleReason>): SaleReason => ({
  ...{ kind: 'other', code: '', message: '', remedy: '', due: null },
  ...changes,
});
const presence = (state: 'active' | 'paused', reasons: SaleReason[]) => ({
  ...{
    id: 1,
    marketplace: 'shopee' as const,
    account: { id: 1, name: 'Loja' },
    state,
    faulty: false,
    reasons,
  },
  ...{ code: null, link: '', prices: null, marginBasisPoints: null, marginAtMost: false },
  ...{ variations: [], quantityCap: null, version: 1 },
});

test.each([
  ['the state without a reason', presence('paused', []), 'Pausado'],
  ['the most pressing reason', presence('paused', [reason({ kind: 'out_of_stock' })]), 'Sem estoque'],
  [
    'the word of the marketplace for an unknown reason',
    presence('paused', [reason({ code: 'lunar_eclipse' })]),
    'lunar_eclipse',
  ],
  ['fewer buyers of an ad on sale', presence('active', [reason({ kind: 'less_visible' })]), 'Menos visível'],
  [
    'an ad on sale whose last update was rejected',
    presence('active', [reason({ kind: 'rejected' })]),
    'Ativo',
  ],
])('the list shows %s', async (_, publication, label) => {
  await renderScreen(() => <PublicationPresence publication={publication} />);
  expect(await screen.findByText(label)).toBeTruthy();
});

test('a known reason has our advice, and that of the marketplace replaces it', async () => {
  const reasons = [
    reason({ kind: 'out_of_stock', code: 'out_of_stock' }),
    reason({
      ...{ kind: 'correction_needed', code: 'banned', message: 'Foto com texto', remedy: 'Troque a foto.' },
      due: '2026-12-01T15:00:00.000Z',
    }),
  ];
  await renderScreen(() => <SaleReasons publication={{ reasons }} />);
  const list = await screen.findByRole('list', { name: 'Por que não vende' });
  expect(list.textContent).toContain('Vai à venda automaticamente');
  expect(list.textContent).toContain(
    'O marketplace informa: Foto com texto. Troque a foto. Corrija até 01/12/2026',
  );
});

test('a reason that is not known is shown in the words of the marketplace', async () => {
  await renderScreen(() => <SaleReasons publication={{ reasons: [reason({ code: 'lunar_eclipse' })] }} />);
  expect(await screen.findByText(/O marketplace informa: lunar_eclipse/)).toBeTruthy();
});

test.each([
  ['publishing', [reason({ kind: 'out_of_stock' })], true],
  ['publishing', [], false],
  ['active', [reason({ kind: 'out_of_stock' })], false],
] as const)('a publication that is %s with the reasons %o waits for stock: %s', (state, reasons, waits) => {
  expect(isWaitingForStock({ state, reasons })).toBe(waits);
});

test('an ad without stock in the marketplace’s own warehouse needs units there', async () => {
  const reasons = [reason({ kind: 'out_of_stock', code: 'out_of_stock' })];
  await renderScreen(() => <SaleReasons publication={{ reasons }} fulfilled />);
  const list = await screen.findByRole('list', { name: 'Por que não vende' });
  expect(list.textContent).toContain('quando suas unidades chegarem ao depósito do marketplace');
});
