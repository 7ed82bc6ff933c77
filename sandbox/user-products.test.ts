import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  callerFor,
  control,
  newModelDraft,
  newModelSeller,
  publish,
  readItem,
  startForTest,
  storesSeller,
} from './testing.ts';

let sandbox: Sandbox;
let modern: Caller;
let stores: Caller;

beforeAll(async () => {
  sandbox = await startForTest();
  modern = await callerFor(sandbox, newModelSeller);
  stores = await callerFor(sandbox, storesSeller);
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
});

describe('new model', () => {
  it.each<[string, Fields]>([
    ['title', { title: 'Caneca' }],
    ['variations', { variations: [{ price: 1 }] }],
  ])('refuses %s', async (_field, change) => {
    expect(await modern('POST', '/items', newModelDraft('Preto', change))).toMatchObject({
      status: 400,
      body: { error: 'body.invalid_fields' },
    });
  });

  it('an item of the new model requires a family name', async () => {
    expect((await modern('POST', '/items', newModelDraft('Preto', { family_name: undefined }))).status).toBe(
      400,
    );
  });

  it('a new item gets title, user product and family: colours share the family, conditions the product', async () => {
    const black = await publish(sandbox, modern, newModelDraft('Preto'));
    const white = await publish(sandbox, modern, newModelDraft('Branco', { price: 59.9 }));
    const premium = await publish(
      sandbox,
      modern,
      newModelDraft('Preto', { listing_type_id: 'gold_pro', price: 69.9 }),
    );
    expect(black).toMatchObject({
      title: 'Caneca Esmaltada Preto',
      family_name: 'Caneca Esmaltada',
      variations: [],
    });
    expect(black.user_product_id).toMatch(/^MLBU\d+$/);
    expect(white.family_id).toBe(black.family_id);
    expect(white.user_product_id).not.toBe(black.user_product_id);
    expect(premium.user_product_id).toBe(black.user_product_id);
    const { body } = await modern('GET', `/sites/MLB/user-products-families/${black.family_id}`);
    expect(body.user_products_ids).toEqual([black.user_product_id, white.user_product_id]);
    const found = await modern(
      'GET',
      `/users/${newModelSeller}/items/search?user_product_id=${black.user_product_id}`,
    );
    expect(found.body.results).toEqual([black.id, premium.id]);
  });

  it('all items of a user product share one stock with a version that increases', async () => {
    const black = await publish(sandbox, modern, newModelDraft('Preto'));
    const premium = await publish(sandbox, modern, newModelDraft('Preto', { listing_type_id: 'gold_pro' }));
    const stock = () => modern('GET', `/user-products/${black.user_product_id}/stock`);
    const before = Number((await stock()).headers.get('x-version'));
    await modern('PUT', `/items/${black.id}`, { available_quantity: 0 });
    expect(await readItem(modern, premium)).toMatchObject({
      available_quantity: 0,
      status: 'paused',
      sub_status: ['out_of_stock'],
    });
    expect(Number((await stock()).headers.get('x-version'))).toBeGreaterThan(before);
  });
});

describe('stock per store', () => {
  const start = async () => {
    const { body } = await stores('GET', `/users/${storesSeller}/stores/search?tags=stock_location`);
    const [store = {}] = listOf(body.results).map(fieldsOf);
    const location = { store_id: store.id, network_node_id: store.network_node_id, quantity: 6 };
    const { available_quantity: _left, ...draft } = newModelDraft('Preto');
    const { status, body: item } = await stores('POST', '/items/multiwarehouse', {
      ...draft,
      stock_locations: [location],
    });
    expect(status).toBe(201);
    await control(sandbox, 'PATCH', `/items/${item.id}`, { pictures: 'ready' });
    return { item, location };
  };

  it('stock per store refuses available_quantity', async () => {
    expect((await stores('POST', '/items', newModelDraft('Preto'))).status).toBe(400);
    const { item } = await start();
    expect((await stores('PUT', `/items/${item.id}`, { available_quantity: 3 })).status).toBe(400);
  });

  it('stock per store requires the version read last: a missing one is answered 400, an old one 409', async () => {
    const { item, location } = await start();
    const path = `/user-products/${item.user_product_id}/stock`;
    const write = (version?: string) =>
      stores(
        'PUT',
        `${path}/type/seller_warehouse`,
        { locations: [{ ...location, quantity: 9 }] },
        version === undefined ? {} : { 'x-version': version },
      );
    const read1 = await stores('GET', path);
    expect(read1.body.locations).toMatchObject([
      { type: 'seller_warehouse', quantity: 6, store_id: location.store_id },
    ]);
    const version = read1.headers.get('x-version') ?? '';
    expect(await write()).toMatchObject({ status: 400, body: { message: 'Missing X-Version header' } });
    await control(sandbox, 'POST', '/purchases', { itemId: item.id });
    expect(await write(version)).toMatchObject({ status: 409, body: { message: 'Version mismatch' } });
    const fresh = (await stores('GET', path)).headers.get('x-version') ?? '';
    expect((await write(fresh)).status).toBe(200);
    expect((await readItem(stores, item)).available_quantity).toBe(9);
  });
});
