import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { partOfFields, productFieldNames } from '#contract/products/product-fields.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { sampleOf } from '../test/sample.ts';
import { problem, renderScreen } from '../ui/render-screen.tsx';
import ProductPage from './ProductPage.tsx';

const mug = sampleOf(api.products.detail.response, {
  ...partOfFields(productFieldNames, 'empty'),
  id: 7,
  name: 'Caneca Esmaltada',
  brand: 'Aurora',
  category: { id: 3, name: 'Canecas' },
  weight: 0.35,
  width: 12,
  height: 10,
  depth: 9,
  attributeTypes: ['Color'],
  tags: [{ id: 8, name: 'Frágil', colour: 'red' }],
  images: [
    { id: 4, name: 'frente' },
    { id: 5, name: 'verso' },
  ],
  variations: [
    {
      id: 21,
      name: 'Azul',
      sku: 'CAN-AZ',
      gtin: '',
      attributes: { Color: 'Azul' },
      costCentavos: 1590,
      images: [],
      available: 8,
      inUse: true,
      sameGtin: [],
    },
  ],
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 3,
});

const made = { id: 9, name: 'Natal', colour: 'blue' } as const;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (server: Parameters<typeof renderScreen>[1]) =>
  renderScreen(ProductPage, {
    screen: paths.products.product,
    at: paths.products.product(7),
    ...server,
  });
const read = {
  'products.detail': { body: mug },
  'productsTags.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
  'stock.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
};

const page = (total: number) => ({ body: { items: [], page: 1, pages: 1, total } });
const days = [
  { day: '2026-11-20', units: 3, priceCentavos: 4990, costCentavos: null },
  { day: '2026-11-21', units: 1, priceCentavos: 4990, costCentavos: null },
];
const months = [
  { month: '2026-10-01', units: 0, priceCentavos: null, costCentavos: 1590 },
  { month: '2026-11-01', units: 4, priceCentavos: 4990, costCentavos: null },
];

test('shows units sold, stock, ads and offers, each with its list, and the sales by day, month and money', async () => {
  await open({
    server: {
      ...read,
      'products.series': { body: { days, months } },
      'advertisements.list': page(12),
      'dropshipItems.list': page(2),
    },
  });
  await screen.findByText('4');
  expect((await screen.findByRole('link', { name: /Anúncios\s*12/ })).getAttribute('href')).toBe(
    paths.advertisements.list({ query: 'goods:7' }),
  );
  expect((await screen.findByRole('link', { name: /Ofertas\s*2/ })).getAttribute('href')).toBe(
    paths.dropshipping.items({ query: 'product:7' }),
  );
  expect(screen.getByRole('link', { name: /Disponíveis para venda\s*8/ }).getAttribute('href')).toBe(
    paths.inventory.volumes({ query: 'variation:21' }),
  );
  const table = async () => (await screen.findByRole('table', { name: /Por dia|Por mês|Preço/ })).textContent;
  expect(await table()).toContain('20/113');
  fireEvent.click(screen.getByLabelText('Por mês'));
  await waitFor(async () => expect(await table()).toContain('11/20264'));
  fireEvent.click(screen.getByLabelText('Preço e custo'));
  // No sale in October and no purchase in November.
  await waitFor(async () => expect(await table()).toMatch(/10\/2026—R\$\s15,9011\/2026R\$\s49,90—/));
});

test('a series that could not be read says so and leaves the fields of the product', async () => {
  await open({ server: { ...read, 'products.series': { status: 422, body: problem(422, 'invalid') } } });
  await screen.findByText(/Não foi possível carregar as vendas do produto!/);
  await screen.findByLabelText(/^Nome/, { selector: 'input[name="name"]' });
});

test('duplicating and removing are in the menu, removing last', async () => {
  await open({ server: read });
  fireEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Duplicar',
    'Quem alterou',
    expect.stringContaining('Remover produto'),
  ]);
});

test('saves only changed fields, with the version that was read', async () => {
  const { calls } = await open({
    server: { ...read, 'products.update': { body: { ...mug, name: 'Caneca Azul', version: 4 } } },
  });
  const name = await screen.findByLabelText(/^Nome/, { selector: 'input[name="name"]' });
  fireEvent.change(name, { target: { value: 'Caneca Azul' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Produto salvo');
  const [saved] = calls.filter(({ endpoint }) => endpoint === 'products.update');
  expect(saved?.url.pathname).toBe('/api/products/7');
  expect(saved?.body).toEqual({ name: 'Caneca Azul' });
  expect(saved?.headers.get('if-match')).toBe('"3"');
});

test('saving sends a new tag and a removed one', async () => {
  const { calls } = await open({
    server: {
      ...read,
      'productsTags.create': { body: { ...made, products: 0, version: 1, createdAt: mug.createdAt } },
      'products.update': { body: { ...mug, tags: [made], version: 4 } },
    },
  });
  const field = await screen.findByLabelText('Marcadores', { selector: 'input' });
  fireEvent.keyDown(field, { key: 'Backspace' });
  await waitFor(() => expect(screen.queryByText('Frágil')).toBeNull());
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: 'Natal' } });
  fireEvent.click(await screen.findByText('Criar “Natal”'));
  await screen.findByText('Natal');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Produto salvo');
  expect(calls.find(({ endpoint }) => endpoint === 'productsTags.create')?.body).toEqual({ name: 'Natal' });
  const saved = calls.find(({ endpoint }) => endpoint === 'products.update');
  expect(saved?.body).toEqual({ tags: { add: [9], remove: [8] } });
});

test('sends a new picture in the same request as the save', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:lado', revokeObjectURL: () => undefined }),
  );
  const { calls } = await open({
    server: { ...read, 'products.update': { body: { ...mug, version: 4 } } },
  });
  await screen.findByDisplayValue('Caneca Esmaltada');
  const picker = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!found) throw new Error('the editor is on its way');
    return found;
  });
  fireEvent.change(picker, { target: { files: [new File([png], 'lado.png', { type: 'image/png' })] } });
  await screen.findByRole('button', { name: /^lado\./ });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Produto salvo');
  const saved = calls.find(({ endpoint }) => endpoint === 'products.update');
  expect(saved?.files).toEqual(['picture1']);
  expect(saved?.body).toEqual({ images: { upload: ['picture1'], order: [4, 5, 'picture1'] } });
  expect(calls.some(({ endpoint }) => endpoint === 'images.create')).toBe(false);
});

test('a picture that no longer exists is reported at the variation that shows it', async () => {
  const { calls } = await open({
    server: {
      ...read,
      'products.update': {
        status: 422,
        body: problem(422, 'invalid', {
          errors: {
            variations: {
              update: {
                21: { images: { add: { 0: { id: [{ code: 'not_found', message: 'Não encontrado' }] } } } },
              },
            },
          },
        }),
      },
    },
  });
  await screen.findByDisplayValue('Caneca Esmaltada');
  fireEvent.click(await screen.findByRole('button', { name: /^Fotos/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'frente' }));
  fireEvent.click(screen.getByRole('button', { name: 'Salvar', hidden: true }));
  await screen.findByRole('button', { name: /Não encontrado$/, hidden: true });
  const sent = calls.find(({ endpoint }) => endpoint === 'products.update');
  expect(sent?.body).toEqual({ variations: { update: { 21: { images: { add: [4] } } } } });
});

test('a product in use cannot be removed, with the reason', async () => {
  await open({ server: read });
  fireEvent.click(await screen.findByRole('button', { name: 'Mais ações' }));
  const remove = await screen.findByRole('menuitem', { name: /^Remover produto\s*Há estoque/ });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
});
