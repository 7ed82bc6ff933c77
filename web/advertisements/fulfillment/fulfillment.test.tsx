import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { itemOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import { account, at, listOf } from '../test/publish-stage.ts';
import FulfillmentListPage from './FulfillmentListPage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

const stock = (changes: object) =>
  itemOf(api.fulfillmentStocks.list.response, 'items', {
    ...{ id: 1, name: 'Caneca', sku: 'CAN', account, advertisement: { id: 5, name: 'Caneca' }, ads: 2 },
    ...{ sellable: 20, unsellable: 3, inTransfer: 2, readAt: at, sold: 28, dailyMilli: 2000 },
    ...{ coverDays: 11, targetDays: 30, proposed: 38, onShelf: 8 },
    ...changes,
  });

const accountOf = (changes: object = {}) =>
  itemOf(api.marketplaceAccounts.list.response, 'items', {
    ...{ id: 4, name: 'Loja', capabilities: account.capabilities, fulfillmentDays: 30 },
    ...changes,
  });

const open = (rows: object[], accounts = [accountOf()], more = {}) =>
  renderScreen(FulfillmentListPage, {
    screen: paths.advertisements.marketplaceStock,
    at: paths.advertisements.marketplaceStock(),
    server: {
      'fulfillmentStocks.list': {
        body: { items: rows, page: 1, pages: 1, total: rows.length },
      },
      'marketplaceAccounts.list': listOf(...accounts),
      ...more,
    },
  });

const cellsOf = async (name: RegExp) => (await screen.findByRole('row', { name })).textContent ?? '';

test('a row says how long the units last, how many to send, and how many of them are missing here', async () => {
  await open([stock({})]);
  const row = await cellsOf(/Caneca/);
  for (const part of ['2 anúncios vendem daqui', '3 sem venda', '2 em transferência', '2 por dia', '11 dias'])
    expect(row).toContain(part);
  expect(row).toContain('para 30 dias');
  expect(row).toContain('faltam 30');
});

test.each([
  ['units that ran out', { sellable: 0, inTransfer: 0, coverDays: 0 }, 'Acabou'],
  ['units without sales', { sold: 0, dailyMilli: 0, coverDays: null, proposed: 0 }, 'Sem vendas'],
  ['enough units', { coverDays: 60, proposed: 0 }, 'Suficiente'],
])('%s are shown as such', async (_, changes, word) => {
  await open([stock(changes)]);
  expect(await cellsOf(/Caneca/)).toContain(word);
});

test('the target of an account is changed in its dialog, and only between 1 and 180 days', async () => {
  const sent: unknown[] = [];
  await open([stock({})], [accountOf()], {
    'marketplaceAccounts.updateFulfillment': (request: { body: unknown }) => {
      sent.push(request.body);
      return { body: accountOf({ fulfillmentDays: 45 }) };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cobertura desejada' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText(/Full de Loja/);
  const save = dialog.getByRole('button', { name: 'Salvar' });
  fireEvent.change(field, { target: { value: '200' } });
  expect(save).toHaveProperty('disabled', true);
  dialog.getByText('De 1 a 180 dias');
  fireEvent.change(field, { target: { value: '45' } });
  fireEvent.click(save);
  await waitFor(() => expect(sent).toHaveLength(1));
});
