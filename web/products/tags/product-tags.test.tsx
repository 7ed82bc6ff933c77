import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { listedFields, partOfFields } from '#contract/products/product-fields.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { itemOf } from '../../test/sample.ts';
import { renderScreen } from '../../ui/render-screen.tsx';
import ProductListPage from '../ProductListPage.tsx';

const at = '2026-11-20T12:00:00.000Z';
const tag = (id: number, name: string, products: number) =>
  itemOf(api.productsTags.list.response, 'items', {
    id,
    name,
    colour: 'red',
    products,
    createdAt: at,
    version: 4,
  });
const tags = [tag(8, 'Frágil', 2), tag(9, 'Natal', 0), tag(10, 'Novidade', 1)];
const mug = itemOf(api.products.list.response, 'items', {
  ...partOfFields(listedFields, 'empty'),
  id: 7,
  name: 'Caneca Esmaltada',
  brand: 'Aurora',
  category: null,
  image: null,
  variations: 1,
  sku: 'CAN-AZ',
  available: 8,
  tags,
  updatedAt: at,
  version: 3,
});
const one = <T,>(items: T[]) => ({ body: { items, page: 1, pages: 1, total: items.length } });

afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
});

const open = () =>
  renderScreen(ProductListPage, {
    screen: paths.products.list,
    at: paths.products.list(),
    server: {
      'products.list': one([mug]),
      'categories.list': one([]),
      'productsTags.list': one(tags),
      'productsTags.create': { body: tag(11, 'Feira', 0) },
      'productsTags.update': { body: { ...tags[0], name: 'Muito frágil', version: 5 } },
      'productsTags.remove': { body: { products: 2 } },
      'products.bulkUpdate': { body: { done: [7], failed: [] } },
    },
  });

test('a row shows the tags of its product and names those that do not fit', async () => {
  await open();
  const row = within(await screen.findByRole('table'));
  expect(await row.findByText('Frágil')).toBeTruthy();
  expect(row.queryByText('Novidade')).toBeNull();
  expect(row.getByLabelText('e mais: Novidade')).toBeTruthy();
});

test('a tag is renamed with the version that was read, and its removal shows how many products have it', async () => {
  const { calls } = await open();
  await screen.findByText('Caneca Esmaltada');
  fireEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Marcadores…' }));
  const name = await screen.findByLabelText('Nome do marcador Frágil');
  fireEvent.change(name, { target: { value: 'Muito frágil' } });
  fireEvent.blur(name);
  await screen.findByText('Marcador salvo');
  const renamed = calls.find(({ endpoint }) => endpoint === 'productsTags.update');
  expect(renamed?.body).toEqual({ name: 'Muito frágil' });
  expect(renamed?.headers.get('if-match')).toBe('"4"');
  fireEvent.click(screen.getByRole('button', { name: 'Remover o marcador Frágil' }));
  await screen.findByText(/^2 produtos perdem/);
  fireEvent.click(screen.getByRole('button', { name: 'Remover' }));
  await screen.findByText('Marcador removido');
  const removed = calls.find(({ endpoint }) => endpoint === 'productsTags.remove');
  expect(removed?.url.pathname).toBe('/api/products-tags/8');
});

test('Enter adds the tag with the typed name, existing or new', async () => {
  const { calls } = await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Caneca Esmaltada/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Marcadores…' }));
  const box = await screen.findByRole('combobox', { name: 'Adicionar' });
  for (const name of ['natal', 'Feira']) {
    box.focus();
    fireEvent.change(box, { target: { value: name } });
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(box).toHaveProperty('value', ''));
  }
  fireEvent.click(screen.getByRole('button', { name: 'Alterar 1 produto' }));
  await screen.findByText('Produtos alterados: 1');
  expect(calls.find(({ endpoint }) => endpoint === 'productsTags.create')?.body).toEqual({ name: 'Feira' });
  expect(calls.find(({ endpoint }) => endpoint === 'products.bulkUpdate')?.body).toEqual({
    ids: [7],
    change: { tags: { add: [9, 11] } },
  });
});

test('adds and removes tags of the chosen products in one call', async () => {
  const { calls } = await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Caneca Esmaltada/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Marcadores…' }));
  for (const [field, option] of [
    ['Adicionar', 'Natal'],
    ['Remover', 'Frágil'],
  ] as const) {
    fireEvent.click(await screen.findByLabelText(field, { selector: 'input' }));
    const found = await screen.findAllByRole('option', { name: option });
    const shown = found.at(field === 'Adicionar' ? 0 : -1);
    if (shown) fireEvent.click(shown);
  }
  fireEvent.submit(document.querySelector('form') ?? document.body);
  await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === 'products.bulkUpdate')).toBe(true));
  const sent = calls.find(({ endpoint }) => endpoint === 'products.bulkUpdate');
  expect(sent?.body).toEqual({ ids: [7], change: { tags: { add: [9], remove: [8] } } });
});
