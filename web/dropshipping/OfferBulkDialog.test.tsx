import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Offer } from '#contract/dropshipping/dropship-item.ts';
import { queryClient } from '../queries.ts';
import { owner, renderScreen, supplying } from '../ui/render-screen.tsx';
import type { Chosen, Undo } from '../ui/table/row-selection.ts';
import OfferBulkDialog from './OfferBulkDialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const chosenWith = (settled: (Undo | undefined)[]): Chosen<Offer> => ({
  rows: [],
  all: false,
  count: 2,
  countText: '2',
  rowsText: '2 ofertas',
  body: { ids: [1, 2] },
  clear: () => undefined,
  settle: (_outcome, _message, undo) => void settled.push(undo),
});

/** Reports the undo function that `settle` received. */
async function change(changed: object[]) {
  const settled: (Undo | undefined)[] = [];
  const chosen = chosenWith(settled);
  const { calls } = await renderScreen(() => <OfferBulkDialog chosen={chosen} onClose={() => undefined} />, {
    session: supplying,
    server: {
      'dropshipItems.bulkUpdate': { body: { done: [1, 2], failed: [], switched: [], changed } },
      'dropshipItems.undo': { body: { done: [1], failed: [] } },
    },
  });
  fireEvent.change(await screen.findByRole('textbox', { name: /Preço/ }), { target: { value: '49,90' } });
  fireEvent.submit(document.querySelector('form') ?? document.body);
  await waitFor(() => expect(settled).toHaveLength(1));
  return { undo: settled[0], calls };
}

test('undo restores the former price of each offer', async () => {
  const changed = [{ id: 1, version: 4, price: 3990, quantityCap: 20, buffer: 0 }];
  const { undo, calls } = await change(changed);
  expect(await undo?.()).toEqual({ done: [1], failed: [] });
  expect(calls.find(({ endpoint }) => endpoint === 'dropshipItems.undo')?.body).toEqual({ rows: changed });
});

test('offers no undo if no value differed', async () => {
  expect((await change([])).undo).toBeUndefined();
});

test('own goods have no price field, only quantity and buffer', async () => {
  await renderScreen(() => <OfferBulkDialog chosen={chosenWith([])} onClose={() => undefined} />, {
    session: owner,
    server: {},
  });
  expect(await screen.findByRole('textbox', { name: /Limite de quantidade/ })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /Preço/ })).toBeNull();
});
