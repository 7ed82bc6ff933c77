import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { type Caller, control, startForTest } from '../testing.ts';
import { callerIn, mug, offer, plate, simpleStore, storeCaller, tokenFor, twoPlaceStore } from './testing.ts';

let sandbox: Sandbox;
let call: Caller;

beforeAll(async () => {
  sandbox = await startForTest();
  call = await callerIn(sandbox, simpleStore);
});
afterAll(() => sandbox.close());
afterEach(() => control(sandbox, 'POST', '/reset', { keepGrants: true }));

const read = async (product: Fields) => (await call('GET', `/products/${product.id}`)).body;
const variantsOf = (product: Fields): Fields[] => listOf(product.variants).map(fieldsOf);

describe('a product', () => {
  it('a product has texts by language, prices as text, and a handle made from its name', async () => {
    const { product } = await offer(call, mug());
    expect(product).toMatchObject({
      name: { pt: 'Caneca Esmaltada' },
      handle: { pt: 'caneca-esmaltada' },
      visibility: 'visible',
      published: true,
      variants: [
        {
          price: '59.90',
          promotional_price: '49.90',
          stock: 6,
          stock_management: true,
          values: [{ pt: 'Preto' }],
        },
        { price: '59.90', promotional_price: null, stock: 4, sku: 'CAN-BR' },
      ],
    });
    expect((await offer(call, mug())).product).toMatchObject({ handle: { pt: 'caneca-esmaltada-1' } });
  });

  it('a product created without variants has one, and its own price and stock are ignored', async () => {
    const { product, variant } = await offer(call, { name: 'Prato', price: 10, stock: 3, sku: 'P' });
    expect(variant).toMatchObject({
      price: null,
      stock: null,
      stock_management: false,
      sku: null,
      values: [],
    });
    expect((await call('PUT', `/products/${product.id}`, { price: 12, stock: 1 })).status).toBe(200);
    expect(variantsOf(await read(product))).toMatchObject([{ price: null, stock: null }]);
  });

  it.each<[string, Fields, Fields]>([
    ['no name', {}, { name: ["can't be blank"] }],
    ['an empty name', { name: { pt: ' ' } }, { name: ["can't be blank"] }],
    ['four attributes', mug({ attributes: ['a', 'b', 'c', 'd'] }), { code: 422 }],
    ['a value too few', mug({ variants: [{ values: [], price: 1 }] }), { description: 'Validation error' }],
    [
      'a value twice',
      mug({ variants: [{ values: ['P'] }, { values: ['P'] }] }),
      { description: 'Variant values should not be repeated' },
    ],
    [
      'a price that is none',
      plate({ variants: [{ price: 'dez' }] }),
      { price: ['The price must be a number.'] },
    ],
    [
      'a price below nothing',
      plate({ variants: [{ price: -1 }] }),
      { price: ['The price must be at least 0.'] },
    ],
    [
      'a stock in halves',
      plate({ variants: [{ stock: 1.5 }] }),
      { stock: ['The stock must be an integer.'] },
    ],
    [
      'a stock below nothing',
      plate({ variants: [{ stock: -1 }] }),
      { stock: ['The stock must be at least 0.'] },
    ],
    [
      'both words for visibility',
      plate({ published: true, visibility: 'hidden' }),
      { description: "Cannot send both 'published' and 'visibility'" },
    ],
    ['a long title', plate({ seo_title: 'x'.repeat(71) }), { description: 'Validation error' }],
    ['categories as they are read', plate({ categories: [{ id: 1 }] }), { description: 'Validation error' }],
    ['a picture from nowhere', plate({ images: [{}] }), { src: ["can't be blank"] }],
  ])('with %s is refused with 422', async (_what, draft, expected) => {
    const { status, body } = await call('POST', '/products', draft);
    expect(status).toBe(422);
    expect(body).toMatchObject(expected);
    expect((await call('GET', '/products')).body.description).toBe('Last page is 0');
  });

  it('a product of another store is not found', async () => {
    const { product } = await offer(call, plate());
    const outsider = await callerIn(sandbox, twoPlaceStore);
    expect((await outsider('GET', `/products/${product.id}`)).status).toBe(404);
    expect((await outsider('PUT', `/products/${product.id}`, { name: 'Meu' })).status).toBe(404);
  });

  it('changing a product keeps unnamed fields and replaces its categories', async () => {
    const { body: first } = await call('POST', '/categories', { name: 'Cozinha' });
    const { body: below } = await call('POST', '/categories', { name: 'Pratos', parent: first.id });
    const { product } = await offer(call, plate({ categories: [first.id], tags: 'louça' }));
    const { body } = await call('PUT', `/products/${product.id}`, { categories: [below.id] });
    expect(body).toMatchObject({ tags: 'louça', categories: [{ id: below.id, parent: first.id }] });
    expect((await call('GET', `/categories/${first.id}`)).body).toMatchObject({
      parent: null,
      subcategories: [below.id],
    });
    const old = storeCaller(sandbox, simpleStore, await tokenFor(sandbox, simpleStore), 'v1');
    expect((await old('GET', `/categories/${first.id}`)).body.parent).toBe(0);
    call = await callerIn(sandbox, simpleStore);
  });

  it('a product is found by the first variant with a SKU, and not after deletion', async () => {
    const { product } = await offer(call, mug());
    expect((await call('GET', '/products/sku/CAN-BR')).body.id).toBe(product.id);
    expect((await call('DELETE', `/products/${product.id}`)).body).toEqual({});
    expect((await call('GET', '/products/sku/CAN-BR')).status).toBe(404);
  });
});

describe('variants', () => {
  it('variants are changed one by one, and an empty stock means unlimited', async () => {
    const { product, variant } = await offer(call, mug());
    const path = `/products/${product.id}/variants/${variant.id}`;
    expect((await call('PUT', path, { stock: 0 })).body).toMatchObject({ stock: 0, price: '59.90' });
    expect((await call('PUT', path, { stock: '', stock_management: true })).body).toMatchObject({
      stock: null,
      stock_management: false,
    });
    expect((await call('PUT', path, { values: [{ pt: 'Branco' }] })).body.description).toBe(
      'Variants cannot be repeated',
    );
  });

  it('sent as a set replace the set: missing ones are deleted, a new value is a new variant', async () => {
    const { product, variant } = await offer(call, mug());
    const { list } = await call('PUT', `/products/${product.id}/variants`, [
      { values: [{ pt: 'Preto' }], stock: 1 },
      { values: [{ pt: 'Branca' }], price: 5 },
    ]);
    expect(list).toMatchObject([{ id: variant.id, stock: 1, price: '59.90' }, { price: '5.00' }]);
    expect(variantsOf(await read(product))).toHaveLength(2);
    expect((await call('PUT', `/products/${product.id}/variants`, [])).status).toBe(400);
  });

  it('changed in bulk must all exist', async () => {
    const { product, variant, other } = await offer(call, mug());
    const path = `/products/${product.id}/variants`;
    const refused = await call('PATCH', path, [
      { id: variant.id, stock: 9 },
      { id: 1, stock: 9 },
    ]);
    expect(refused.status).toBe(422);
    expect(variantsOf(await read(product))).toMatchObject([{ stock: 6 }, { stock: 4 }]);
    const { list } = await call('PATCH', path, [{ id: other.id, stock: 9 }]);
    expect(list).toMatchObject([{ stock: 6 }, { stock: 9 }]);
  });

  it('a stock write without a variant id applies to all variants', async () => {
    const { product, variant } = await offer(call, mug());
    const path = `/products/${product.id}/variants/stock`;
    expect((await call('POST', path, { action: 'replace', value: 2 })).list).toMatchObject([
      { stock: 2 },
      { stock: 2 },
    ]);
    expect((await call('POST', path, { action: 'variation', value: -3, id: variant.id })).body).toMatchObject(
      {
        stock: ['The stock must be at least 0.'],
      },
    );
    expect((await call('POST', path, { action: 'replace', value: null, id: variant.id })).list).toMatchObject(
      [{ stock: null }],
    );
  });
});

describe('stock and price of many', () => {
  const line = (product: Fields, variant: Fields, changes: Fields) => ({
    id: product.id,
    variants: [{ id: variant.id, ...changes }],
  });

  it('a write of stock and prices reports the result of each variant', async () => {
    const { product, variant } = await offer(call, mug());
    const { status, list } = await call('PATCH', '/products/stock-price', [
      line(product, variant, { price: 70, inventory_levels: [{ stock: 3 }] }),
      line({ id: 1 }, { id: 2 }, { price: 1 }),
    ]);
    expect(status).toBe(200);
    expect(list).toEqual([
      { id: product.id, variants: [{ id: variant.id, success: true }] },
      { id: 1, variants: [{ id: 2, success: false }] },
    ]);
    expect(variantsOf(await read(product))[0]).toMatchObject({
      price: '70.00',
      stock: 3,
      promotional_price: '49.90',
    });
  });

  it('a write of stock and prices accepts fifty variants, and one invalid variant refuses all', async () => {
    const { product, variant } = await offer(call, mug());
    const many = Array.from({ length: 51 }, () => ({ id: variant.id, price: 1 }));
    expect(
      (await call('PATCH', '/products/stock-price', [{ id: product.id, variants: many }])).body.description,
    ).toBe('Too many variants sent for update');
    const refused = await call('PATCH', '/products/stock-price', [
      line(product, variant, { price: 1 }),
      line(product, variant, { inventory_levels: [{ stock: -1 }] }),
    ]);
    expect(refused).toMatchObject({ status: 422, body: { stock: ['The stock must be at least 0.'] } });
    expect(variantsOf(await read(product))[0]).toMatchObject({ price: '59.90' });
  });

  it('a stock write without a location applies to the first one, and levels take precedence over the plain stock', async () => {
    const stores = await callerIn(sandbox, twoPlaceStore);
    const places = (await stores('GET', '/locations')).list.map(({ id }) => id);
    const { product, variant } = await offer(stores, plate());
    const stockHere = async () =>
      variantsOf((await stores('GET', `/products/${product.id}`)).body)[0]?.inventory_levels;
    const path = `/products/${product.id}/variants/${variant.id}`;
    await stores('PUT', path, { inventory_levels: [{ location_id: places[1], stock: 7 }], stock: 99 });
    expect(await stockHere()).toMatchObject([{ stock: 5 }, { stock: 7 }]);
    expect((await stores('PUT', path, { stock: 1 })).body).toMatchObject({ stock: 8 });
    const wrong = { inventory_levels: [{ location_id: 'nowhere', stock: 1 }] };
    expect((await stores('PUT', path, wrong)).status).toBe(422);
  });
});

describe('pictures', () => {
  it('pictures are attached, ordered and removed', async () => {
    const { product } = await offer(call, plate({ images: [{ src: 'https://img.example/a.jpg' }] }));
    const path = `/products/${product.id}/images`;
    expect((await call('POST', path, { src: 'https://img.example/b.jpg', position: 1 })).body).toMatchObject({
      position: 1,
    });
    const { list } = await call('GET', path);
    expect(list.map(({ position }) => position)).toEqual([1, 2]);
    expect((await call('POST', path, { attachment: 'bm9uZQ==', filename: 'a.gif' })).body).toEqual({
      attachment: ['is not a valid image'],
    });
    expect((await call('DELETE', `${path}/${list[0]?.id}`)).status).toBe(200);
  });
});

describe('a list', () => {
  it('a list has Link and X-Total-Count, and answers 404 beyond its end', async () => {
    for (const name of ['Um', 'Dois', 'Três']) await offer(call, plate({ name }));
    const first = await call('GET', '/products?per_page=2&fields=id,name');
    expect(first.headers.get('x-total-count')).toBe('3');
    expect(first.list).toHaveLength(2);
    expect(Object.keys(first.list[0] ?? {})).toEqual(['id', 'name']);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const query = next.slice(next.indexOf('/products'));
    const second = await call('GET', query);
    expect(second.list).toHaveLength(1);
    expect(second.headers.get('link')).toContain('rel="prev"');
    expect((await call('GET', '/products?per_page=2&page=3')).body.description).toBe('Last page is 2');
  });

  it('a list is filtered by ids, words and time', async () => {
    const { product } = await offer(call, mug());
    await offer(call, plate());
    expect((await call('GET', '/products?q=caneca')).list.map(({ id }) => id)).toEqual([product.id]);
    expect((await call('GET', `/products?ids=${product.id}`)).list).toHaveLength(1);
    expect((await call('GET', `/products?ids=${Array(31).fill(1).join(',')}`)).status).toBe(422);
    expect((await call('GET', '/products?updated_at_min=2999-01-01T00:00:00Z')).status).toBe(404);
    expect((await call('GET', '/products?updated_at_min=ontem')).status).toBe(422);
  });
});

describe('a promotional price', () => {
  it('is what a customer pays until it is removed; promotions of items do not exist', async () => {
    const { product, variant } = await offer(call, plate());
    const path = `/products/${product.id}/variants/${variant.id}`;
    const paid = async () => {
      await control(sandbox, 'POST', '/nuvemshop/purchases', { productId: product.id });
      const [order] = (await call('GET', '/orders')).list;
      return order?.subtotal;
    };
    expect((await call('PUT', path, { promotional_price: '19.90' })).body).toMatchObject({
      price: '30.00',
      promotional_price: '19.90',
    });
    expect(await paid()).toBe('19.90');
    await call('PUT', path, { promotional_price: null });
    expect(await paid()).toBe('30.00');
    expect((await call('GET', '/promotions')).status).toBe(404);
  });
});

describe('a call', () => {
  it('a call of an unknown version is answered with the list of versions', async () => {
    const odd = storeCaller(sandbox, simpleStore, 'x', '2020-01');
    const { status, body } = await odd('GET', '/products');
    expect(status).toBe(404);
    expect(body.description).toContain('2025-03');
  });

  it('a write requires a content type and JSON', async () => {
    expect((await call('POST', '/products', plate(), { 'content-type': 'text/plain' })).status).toBe(415);
    expect(await call('POST', '/products', '{"name":')).toMatchObject({
      status: 400,
      body: { error: 'Problems parsing JSON' },
    });
  });
});
