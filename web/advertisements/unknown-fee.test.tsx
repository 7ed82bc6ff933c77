import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { ListedAdvertisement } from '#contract/advertisements/advertisement.ts';
import type { MarginChange, MarginTerms } from '#contract/advertisements/margin-change.ts';
import { api } from '#contract/index.ts';
import { itemOf } from '../test/sample.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import { MarginCell } from './AdvertisementCells.tsx';
import { ChangedTerms } from './margin/ChangedTerms.tsx';

afterEach(cleanup);

const on = (id: number, marginBasisPoints: number | null, marginAtMost: boolean) => ({
  ...{ id, marketplace: 'shopee' as const, account: { id, name: `Conta ${id}` }, state: 'active' as const },
  ...{ faulty: false, reasons: [], code: null, link: '', prices: null, marginBasisPoints, marginAtMost },
  ...{ variations: [], quantityCap: null, version: 1 },
});
const advertised = (publications: ListedAdvertisement['publications']) =>
  itemOf(api.advertisements.list.response, 'items', {
    ...{ id: 1, product: 'Caneca', brand: '', image: null, quantity: 1, parts: 1, asVariations: false },
    ...{ published: true, publications, sold: 0, archived: false, createdAt: '2026-11-21T12:00:00.000Z' },
  });

test.each([
  ['an exact margin', [on(1, 2350, false)], /^23,5\s?%$/],
  ['a margin whose fee is not known', [on(1, 2350, true)], /^até 23,5\s?%$/],
  [
    'the least of several, one of which is not known',
    [on(1, 1000, false), on(2, 4000, true)],
    /^até 10\s?%$/,
  ],
  ['no margin where nothing has a price', [on(1, null, false)], /^—$/],
])('the list of ads shows %s', async (_, publications, shown) => {
  await renderScreen(() => (
    <p data-testid="cell">
      <MarginCell row={advertised(publications)} />
    </p>
  ));
  expect((await screen.findByTestId('cell')).textContent).toMatch(shown);
});

test('a changed margin is marked as an upper bound before and after the change', async () => {
  const terms = (fee: number | null, margin: number): MarginTerms => ({
    ...{ price: 5990, cost: 2000, fee, freight: 0, taxBasisPoints: 0, margin },
  });
  const change = { before: terms(null, 6000), after: terms(900, 4500) } as MarginChange;
  await renderScreen(() => <ChangedTerms change={change} />);
  expect(await screen.findByText(/Margem.*até 60\s?%.* 45\s?%/)).toBeTruthy();
  expect(screen.queryByText(/até 45/)).toBeNull();
});
