import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../queries.ts';
import { type Answer, problem, renderScreen } from '../../ui/render-screen.tsx';
import type { DraftVariation, FoundAd } from './existing-ad.ts';
import { PriceStep } from './PriceStep.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const variation: DraftVariation = {
  ...{ remoteVariation: 'MLB1', name: 'Caneca', sku: '', gtin: '', suggestions: [], parts: [], taken: true },
  ...{ before: { price: 5990, promotion: null, quantity: 3 }, price: 5990, margin: null, leads: 'price' },
  package: null,
};
const ad: FoundAd = {
  ...{ remoteItem: 'MLB1', name: 'Caneca', link: '', price: 5990, status: 'active', category: 'MLB10' },
  ...{ type: 'classic', package: null, freeShipping: false, onePrice: false, fulfilledByMarketplace: false },
  variations: [],
};

function Step() {
  const [variations, setVariations] = useState([variation]);
  const nothing = () => undefined;
  return (
    <PriceStep
      {...{ account: { id: 3, name: 'Loja' }, ad, variations, back: nothing, linked: nothing }}
      change={(next) => setVariations(next)}
    />
  );
}

test('the buttons below a price do not move while its fee is loaded', async () => {
  const [first, second] = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
  const answer = (price: number) => ({
    body: {
      price,
      basisPoints: 0,
      fixed: 0,
      total: 700,
      feeFrom: 'marketplace',
      freight: 0,
      taxBasisPoints: 0,
    },
  });
  const { container } = await renderScreen(Step, {
    server: {
      'marketplacesCategories.fees': ({ url }) =>
        url.searchParams.get('price') === '5990' ? first.promise : second.promise,
      'marketplaceAccounts.list': {
        body: { items: [{ id: 3, capabilities: { quotesFee: true, quotesFreight: true } }] },
      },
    },
  });
  const breakdowns = () => container.querySelectorAll('[data-breakdown]').length;
  const price = await screen.findByRole('textbox', { name: /^Preço final/ });
  expect(breakdowns()).toBe(1);
  first.resolve(answer(5990));
  await screen.findByRole('img', { name: /59,90/ });
  expect(breakdowns()).toBe(1);
  fireEvent.change(price, { target: { value: '69,90' } });
  await waitFor(() => expect(container.querySelector('[data-former]')).not.toBeNull());
  // The former breakdown: the new price with the former fee would show a wrong loss.
  screen.getByRole('img', { name: /59,90/ });
  expect(breakdowns()).toBe(1);
  const margin = screen.getByRole<HTMLInputElement>('textbox', { name: /^Margem/ });
  expect(margin.value).toBe('');
  second.resolve(answer(6990));
  await waitFor(() => expect(container.querySelector('[data-former]')).toBeNull());
  expect(breakdowns()).toBe(1);
  screen.getByRole('img', { name: /69,90/ });
  expect(margin.value).not.toBe('');
});

test('shows that the marketplace gives no fee, and asks again for the next price', async () => {
  const quote = {
    price: 6990,
    basisPoints: 0,
    fixed: 0,
    total: 700,
    feeFrom: 'marketplace',
    freight: 0,
    taxBasisPoints: 0,
  };
  await renderScreen(Step, {
    server: {
      'marketplacesCategories.fees': ({ url }) =>
        url.searchParams.get('price') === '5990'
          ? { status: 503, body: problem(503, 'marketplace_unavailable') }
          : { body: quote },
      'marketplaceAccounts.list': {
        body: { items: [{ id: 3, capabilities: { quotesFee: true, quotesFreight: true } }] },
      },
    },
  });
  const told = await screen.findByRole('alert');
  expect(told.textContent).toMatch(/^Não foi possível consultar a tarifa!/);
  fireEvent.change(screen.getByRole('textbox', { name: /^Preço final/ }), { target: { value: '69,90' } });
  await screen.findByRole('img', { name: /69,90/ });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an invalid price is reported at its field', async () => {
  await renderScreen(Step, { server: {} });
  const price = await screen.findByRole('textbox', { name: /^Preço final/ });
  // A scanned code, appended to the price.
  fireEvent.change(price, { target: { value: '69,907891000315507' } });
  await screen.findByText('Escreva o valor como em 1.234,56');
  fireEvent.change(price, { target: { value: '69,90' } });
  expect(screen.queryByText('Escreva o valor como em 1.234,56')).toBeNull();
});
