import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Advertisement } from '#contract/advertisements/advertisement.ts';
import type { AccountCapabilities } from '#contract/marketplaces/account-capabilities.ts';
import type { CategorySettings, FeeQuote } from '#contract/marketplaces/marketplace-category.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { type Answer, type Asked, renderScreen } from '../../ui/render-screen.tsx';
import PublishPage from './PublishPage.tsx';

const at = '2026-11-20T12:00:00.000Z';
const offer = { id: 9, name: 'Caneca Esmaltada · Azul' };
const mug: Advertisement = {
  id: 5,
  product: 'Caneca Esmaltada',
  brand: 'Aurora',
  description: '',
  archived: false,
  quantity: 8,
  asVariations: false,
  sku: '',
  weight: 0.3,
  width: 12,
  height: 10,
  depth: 9,
  cost: 2990,
  components: [
    {
      ...{ id: 1, offer, sku: 'CAN-AZ', supplier: { id: 2, name: 'Aurora' }, warehouseId: 3 },
      ...{ quantity: 1, price: 2990, available: 8, active: true, held: false },
    },
  ],
  images: [],
  createdAt: at,
  updatedAt: at,
  version: 1,
};
const capabilities: AccountCapabilities = {
  ...{ listingTypes: ['classic', 'premium'], mostPictures: 12, quotesFee: true, quotesFreight: true },
  ...{ makesLabels: true, takesQuestions: true, pricesDiffer: false, takesVideo: true },
  ...{ longestDescription: 50_000, conditions: ['new', 'used'], warranties: ['seller', 'none'] },
  ...{ handlingDays: { fewest: 1, most: 60 }, freeShipping: { obligedFrom: 7900 } },
};
const account = {
  ...{ id: 4, name: 'CASA.DAS.CANECAS', pricePerVariation: false },
  capabilities,
};
const category: CategorySettings = {
  ...{ id: 'MLB1', name: 'Canecas', leaf: true, path: [{ id: 'MLB1', name: 'Canecas' }] },
  ...{ maxTitleLength: 60, maxVariations: 10, maxPictures: 10, minimumPrice: 800, attributes: [] },
};

/** Twelve per cent of any price, and R$ 6,00 below R$ 79,00. */
function quote({ url }: Asked, { quotesFee, quotesFreight }: AccountCapabilities): Answer {
  const price = Number(url.searchParams.get('price'));
  const freight = quotesFreight ? 0 : null;
  const untold: FeeQuote = { price, basisPoints: 0, fixed: 0, total: 0, feeKnown: false, freight };
  const fixed = price < 7900 ? 600 : 0;
  const total = Math.round(price * 0.12) + fixed;
  return { body: quotesFee ? { ...untold, basisPoints: 1200, fixed, total, feeKnown: true } : untold };
}

const listOf = (...items: object[]) => ({ body: { items, page: 1, pages: 1, total: items.length } });

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (connected = account, maxPictures = category.maxPictures, advertisement = mug) =>
  renderScreen(PublishPage, {
    screen: paths.advertisements.publish,
    at: paths.advertisements.publish(5),
    server: {
      'advertisements.detail': { body: advertisement },
      'dropshipping.detail': { body: { ...offer, gtin: '', attributes: {}, images: [], siblings: [] } },
      'marketplaceAccounts.list': listOf(connected),
      'marketplacesCategories.list': { body: { items: [] } },
      'marketplacesCategories.predict': { body: { items: [category] } },
      'marketplacesCategories.attributes': { body: { ...category, maxPictures } },
      'marketplacesCategories.fees': (asked) => quote(asked, connected.capabilities),
    },
  });

const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });

test('a margin that no price leaves says so, empties the price and is not sent; one that can be brings it back', async () => {
  const { calls } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Canecas' }));
  const margin = await box(/^Margem/);
  const price = await box(/^Preço final/);
  await waitFor(() => expect(price.value).toBe('52,79'));

  type(margin, '88');
  await screen.findByText(/^Nenhum preço deixa esta margem/);
  expect(price.value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
  expect(calls.some(({ endpoint }) => endpoint === 'advertisementsPublications.create')).toBe(false);

  type(margin, '20');
  await waitFor(() => expect(price.value).toBe('52,79'));
  expect(screen.queryByText(/^Nenhum preço deixa esta margem/)).toBeNull();

  type(price, '60,00');
  await waitFor(() => expect(margin.value).not.toBe('20'));
  type(margin, '20');
  await waitFor(() => expect(price.value).toBe('52,79'));
});

test('nor does a margin that is reached on neither side of a step of the fee', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Canecas' }));
  // With the fixed fee R$ 85,48, where there is none; without it R$ 71,19, where there is.
  type(await box(/^Margem/), '46');
  await screen.findByText(/^Nenhum preço deixa esta margem/);
  const price = await box(/^Preço final/);
  await waitFor(() => expect(price.value).toBe(''));
  type(price, '90,00');
  await waitFor(() => expect(screen.queryByText(/^Nenhum preço deixa esta margem/)).toBeNull());
});

test('a loss is red, in words and in colour', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Canecas' }));
  type(await box(/^Preço final/), '30,00');
  const loss = (await screen.findByText(/^Prejuízo/)).closest('[data-loss]');
  expect(loss).not.toBeNull();
  // The word says minus already.
  expect(loss?.textContent).not.toContain('-');
});

test('the only account is chosen already, and leaving what was not touched asks nothing', async () => {
  const { router } = await open();
  const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: /^Conta/ });
  await waitFor(() => expect(chosen.value).toBe(account.name));
  await router.navigate({ to: '/advertisements/list' });
  expect(router.state.location.pathname).toBe('/advertisements/list');
  expect(screen.queryByText('Sair sem salvar?')).toBeNull();
});
