import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { queryClient } from '../../queries.ts';
import { itemOf, sampleOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import CataloguePage from './CataloguePage.tsx';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

/** Fifty products with two colours each; the last one is sold out. */
const catalogue = sampleOf(api.dropshipping.products.response, {
  items: Array.from({ length: 50 }, (_, nth) => {
    const colours = ['Azul', 'Rosa'].map((variation, place) =>
      itemOf(api.dropshipping.list.response, 'items', {
        id: nth * 2 + place + 1,
        name: `Caneca ${nth} · ${variation}`,
        variation,
        available: nth === 49 ? 0 : 3,
      }),
    );
    return { id: nth * 2 + 1, product: { id: nth + 1, name: `Caneca ${nth}` }, offers: colours };
  }),
  total: 50,
  page: 1,
});

const open = () =>
  renderScreen(CataloguePage, {
    server: {
      'dropshipping.products': { body: catalogue },
      'dropshipping.suppliers': { body: { items: [], total: 0, page: 1, size: 100 } },
    },
  });

test('renders the cards of one window first and keeps the places of the others until they follow', async () => {
  const seen = new Set<string>();
  const watcher = new MutationObserver(() => {
    const places = document.querySelectorAll('main li, ul[aria-busy] > li');
    const coming = document.querySelectorAll('ul[aria-busy] > li[aria-hidden]').length;
    if (places.length > 0) seen.add(`${places.length - coming} of ${places.length}`);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  await open();
  await screen.findByRole('checkbox', { name: 'Selecionar: Caneca 49' });
  watcher.disconnect();
  expect([...seen]).toEqual(['12 of 50', '50 of 50']);
});

test('a card selects its variations together or one by one', async () => {
  await open();
  const card = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Selecionar: Caneca 7' });
  const item = card.closest('li');
  const colour = [...(item?.querySelectorAll('button[aria-pressed]') ?? [])].find(
    ({ textContent }) => textContent === 'Rosa',
  );
  fireEvent.click(colour ?? document.body);
  expect(card.indeterminate).toBe(true);
  await screen.findByText('Caneca 7 · Rosa');
  fireEvent.click(card);
  await screen.findByText('Caneca 7 · Azul + Caneca 7 · Rosa');
  expect([card.checked, card.indeterminate]).toEqual([true, false]);
});

test('publishes all variations of a card', async () => {
  const { router } = await open();
  const card = await screen.findByRole('checkbox', { name: 'Selecionar: Caneca 3' });
  const buttons = [...(card.closest('li')?.querySelectorAll('button') ?? [])];
  fireEvent.click(buttons.find(({ textContent }) => textContent === 'Publicar') ?? document.body);
  await waitFor(() => expect(router.state.location.href).toBe('/advertisements/create?offer=7%2C8'));
});
