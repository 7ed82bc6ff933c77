import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { partOfFields, productFieldNames } from '#contract/products/product-fields.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../queries.ts';
import { sampleOf } from '../test/sample.ts';
import { renderScreen } from '../ui/render-screen.tsx';
import ProductCreatePage from './ProductCreatePage.tsx';

const shirt = sampleOf(api.products.detail.response, {
  ...partOfFields(productFieldNames, 'empty'),
  id: 7,
  name: 'Camiseta Serra',
  brand: 'Serra',
  category: { id: 3, name: 'Camisetas' },
  weight: 0.2,
  attributeTypes: ['Size'],
  tags: [{ id: 8, name: 'Verão', colour: 'red' }],
  images: [{ id: 4, name: 'frente' }],
  variations: [
    {
      id: 21,
      name: 'M',
      sku: 'CAM-M',
      gtin: '7891000315507',
      attributes: { Size: 'M' },
      costCentavos: 1590,
      images: [{ id: 4, name: 'frente' }],
      available: 8,
      inUse: true,
      sameGtin: [],
    },
  ],
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  version: 3,
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a duplicate is a new product with all fields, pictures and tags, but without GTIN and stock and with a SKU of its own', async () => {
  const { calls } = await renderScreen(ProductCreatePage, {
    screen: paths.products.create,
    at: paths.products.create({ copy: 7 }),
    server: {
      'products.detail': { body: shirt },
      'productsTags.list': { body: { items: [], page: 1, pages: 1, total: 0 } },
      'products.create': { body: { ...shirt, id: 9, name: 'Camiseta Mar' } },
    },
  });
  const name = await screen.findByLabelText(/^Nome/, { selector: 'input[name="name"]' });
  expect((name as HTMLInputElement).value).toBe('Cópia de Camiseta Serra');
  fireEvent.change(name, { target: { value: 'Camiseta Mar' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText('Produto criado');
  const body = calls.find(({ endpoint }) => endpoint === 'products.create')?.body;
  expect(body).toMatchObject({
    name: 'Camiseta Mar',
    brand: 'Serra',
    category: 3,
    weight: 0.2,
    attributeTypes: ['Size'],
    images: { add: [4] },
    tags: { add: [8] },
    variations: {
      create: [
        {
          gtin: '',
          attributes: { Size: 'M' },
          costCentavos: 1590,
          images: { add: [4] },
          sku: expect.any(String),
        },
      ],
    },
  });
  expect(JSON.stringify(body)).not.toContain('CAM-M"');
});
