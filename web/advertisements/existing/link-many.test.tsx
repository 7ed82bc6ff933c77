import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { RemoteListing } from '#contract/advertisements/publication-link.ts';
import { api } from '#contract/index.ts';
import { queryClient } from '../../queries.ts';
import { itemOf } from '../../test/sample.ts';
import { type Asked, problem, renderScreen } from '../../ui/render-screen.tsx';
import LinkManyDialog from './LinkManyDialog.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const part = (id: number, name: string, price: number) => ({
  ...{
    offer: { id, name },
    sku: `S-${id}`,
    supplier: null,
    warehouseId: 9,
    quantity: 1,
    price,
    available: 6,
  },
});
const ad = (id: number, name: string, by: 'gtin' | 'title' | null) =>
  itemOf(api.publicationsLink.list.response, 'items', {
    ...{ id, name, account: { id: 3, name: 'Conta' }, remoteItem: `MLB${id}`, state: 'active', link: '' },
    ...{ price: 5990, quantity: 2, fulfilledByMarketplace: false, readAt: '2026-11-20T12:00:00.000Z' },
    variations: [
      {
        ...{
          remoteVariation: `MLB${id}`,
          name,
          sku: '',
          gtin: '',
          price: 5990,
          promotion: null,
          quantity: 2,
        },
        suggestions: by
          ? [{ by, kit: null, parts: [part(40 + id, `Oferta ${id}`, 2000)], cost: 2000, quantity: 6 }]
          : [],
      },
    ],
  });

type Body = { variations: { remoteVariation: string; price?: number; marginBasisPoints?: number }[] };
const plan = (call: Asked) => {
  const [one] = (call.body as Body).variations;
  if (one?.price === 1) return { status: 422, body: problem(422, 'marketplace_refused') };
  const price = one?.price ?? (one?.marginBasisPoints ? 7000 : 5990);
  const values = { cost: 2000, fee: 600, freight: 1000, taxBasisPoints: 0, marginBasisPoints: 3990 };
  const after = { price, quantity: 6 };
  const variation = {
    ...one,
    name: '',
    sku: '',
    ...values,
    before: { price: 5990, promotion: null, quantity: 2 },
    after,
  };
  return { body: { remoteItem: 'MLB1', name: '', variations: [variation] } };
};
const accounts = { items: [{ id: 3, capabilities: { quotesFee: true, quotesFreight: true } }] };

const open = (rows: readonly RemoteListing[]) =>
  renderScreen(() => <LinkManyDialog rows={rows} clear={() => undefined} onClose={() => undefined} />, {
    server: {
      'publicationsLink.plan': plan,
      'publicationsLink.linkMany': { body: { id: 1, kind: 'links', total: 1 } },
      'marketplaceAccounts.list': { body: accounts },
    },
  });
const plans = (calls: readonly Asked[]) =>
  calls.filter(({ endpoint }) => endpoint === 'publicationsLink.plan');
const linkOf = (count: number) =>
  screen.findByRole('button', { name: count === 1 ? 'Vincular 1 anúncio' : `Vincular ${count} anúncios` });

test('shows the margin of each ad before linking, with fee and freight of its price', async () => {
  const { calls } = await open([ad(1, 'Caneca', 'gtin'), ad(2, 'Prato', 'title')]);
  const button = await linkOf(1);
  const row = within((await screen.findByText('Caneca')).closest('tr') as HTMLElement);
  await row.findByText('R$ 23,90');
  row.getByText(/R\$ 10,00/);
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.change(row.getByRole('textbox', { name: 'Preço final: Caneca' }), { target: { value: '69,90' } });
  await waitFor(() => expect(plans(calls)).toHaveLength(2));
  await row.findByText('R$ 33,90');
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
  const variations = [{ remoteVariation: 'MLB1', components: [{ offer: 41, quantity: 1 }], price: 6990 }];
  await waitFor(() =>
    expect(calls.find(({ endpoint }) => endpoint === 'publicationsLink.linkMany')?.body).toEqual({
      items: [{ account: 3, remoteItem: 'MLB1', variations }],
    }),
  );
});

test('a margin determines the price; a refusal of the marketplace is shown in the row', async () => {
  const { calls } = await open([ad(1, 'Caneca', 'gtin')]);
  const row = within((await screen.findByText('Caneca')).closest('tr') as HTMLElement);
  await row.findByText('R$ 23,90');
  fireEvent.change(row.getByRole('textbox', { name: 'Margem: Caneca' }), { target: { value: '45' } });
  await waitFor(
    () => expect(row.getByRole('textbox', { name: 'Preço final: Caneca' })).toHaveProperty('value', '70,00'),
    {
      timeout: 4000,
    },
  );
  expect(plans(calls).at(-1)?.body).toMatchObject({ variations: [{ marginBasisPoints: 4500 }] });
  fireEvent.change(row.getByRole('textbox', { name: 'Preço final: Caneca' }), { target: { value: '0,01' } });
  await row.findByText('marketplace_refused');
});

test('an ad without a suggestion is composed in its row', async () => {
  await open([ad(5, 'Violão', null)]);
  const row = within((await screen.findByText('Violão')).closest('tr') as HTMLElement);
  expect(row.getByRole('checkbox')).toHaveProperty('disabled', true);
  fireEvent.click(row.getByRole('button', { name: 'Mudar composição: Violão' }));
  screen.getByText('Escolha pelo menos uma oferta.');
  screen.getByRole('combobox', { name: /Adicionar/ });
});
