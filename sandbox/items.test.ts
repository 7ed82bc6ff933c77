import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  callerFor,
  control,
  legacyDraft,
  legacySeller,
  newModelDraft,
  newModelSeller,
  ordinaryAttributes,
  publish,
  singleDraft,
  startForTest,
  storesSeller,
} from './testing.ts';

let sandbox: Sandbox;
let legacy: Caller;
let modern: Caller;
let stores: Caller;

beforeAll(async () => {
  sandbox = await startForTest();
  legacy = await callerFor(sandbox, legacySeller);
  modern = await callerFor(sandbox, newModelSeller);
  stores = await callerFor(sandbox, storesSeller);
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
});

const causeIds = (body: Fields): unknown[] => listOf(body.cause).map((entry) => fieldsOf(entry).cause_id);
const without = (id: string) => ordinaryAttributes.filter((entry) => entry.id !== id);
const noGtin = { id: 'EMPTY_GTIN_REASON', value_id: '17055160' };
const variationIds = (item: Fields): unknown[] => listOf(item.variations).map((entry) => fieldsOf(entry).id);
const read = async (call: Caller, item: Fields) =>
  (await call('GET', `/items/${item.id}?include_attributes=all`)).body;

describe('refused drafts, legacy', () => {
  it.each<[number, string, Fields]>([
    [126, 'a category that is no leaf', { category_id: 'MLB1618' }],
    [126, 'a category that does not exist', { category_id: 'MLB1' }],
    [109, 'a price below the minimum', { price: 1 }],
    [173, 'no pictures', { pictures: [] }],
    [204, 'a picture that does not exist', { pictures: [{ id: '1-MLB' }] }],
    [147, 'no brand', { attributes: [...without('BRAND'), noGtin] }],
    [7810, 'neither GTIN nor a reason', { attributes: ordinaryAttributes }],
    [
      7711,
      'a wrong GTIN',
      { attributes: [...ordinaryAttributes, { id: 'GTIN', value_name: '7891000315508' }] },
    ],
    [5400, 'no package', { attributes: [...without('SELLER_PACKAGE_WEIGHT'), noGtin] }],
    [
      5401,
      'a huge package',
      {
        attributes: [
          ...without('SELLER_PACKAGE_HEIGHT'),
          { id: 'SELLER_PACKAGE_HEIGHT', value_name: '900 cm' },
          noGtin,
        ],
      },
    ],
    [
      5402,
      'a package with decimals',
      {
        attributes: [
          ...without('SELLER_PACKAGE_HEIGHT'),
          { id: 'SELLER_PACKAGE_HEIGHT', value_name: '10.5 cm' },
          noGtin,
        ],
      },
    ],
    [101, 'another currency', { currency_id: 'USD' }],
    [116, 'a long title', { title: 'x'.repeat(61) }],
    [120, 'nothing to sell', { available_quantity: 0 }],
  ])('cause %i for %s', async (id, _why, change) => {
    const { status, body } = await legacy('POST', '/items', singleDraft(change));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'validation_error', status: 400 });
    expect(causeIds(body)).toContain(id);
    expect(await legacy('POST', '/items/validate', singleDraft(change))).toMatchObject({ status: 400 });
  });

  it.each<[string, Fields]>([
    ['an unknown field', { colour: 'x' }],
    ['family_name', { family_name: 'Caneca' }],
    ['price beside variations', legacyDraft({ price: 10 })],
  ])('body.invalid_fields for %s', async (_why, change) => {
    const { status, body } = await legacy('POST', '/items', singleDraft(change));
    expect(status).toBe(400);
    expect(body.error).toBe('body.invalid_fields');
  });

  const [black = {}, white = {}] = listOf(legacyDraft().variations).map(fieldsOf);
  it.each<[number, string, unknown[]]>([
    [374, 'different prices', [black, { ...white, price: 59.9 }]],
    [
      373,
      'the same combination twice',
      [black, { ...white, attribute_combinations: black.attribute_combinations }],
    ],
    [
      371,
      'different attribute sets',
      [black, { ...white, attribute_combinations: [{ name: 'Estampa', value_name: 'Lisa' }] }],
    ],
    [
      372,
      'two attributes of its own',
      [
        {
          ...black,
          attribute_combinations: [
            { name: 'Estampa', value_name: 'A' },
            { name: 'Alça', value_name: 'B' },
          ],
        },
      ],
    ],
    [369, 'no combination', [{ ...black, attribute_combinations: [] }]],
    [204, 'a picture the item has not', [{ ...black, picture_ids: ['1-MLB'] }]],
  ])('cause %i for variations with %s', async (id, _why, variations) => {
    expect(causeIds((await legacy('POST', '/items', legacyDraft({ variations }))).body)).toContain(id);
  });

  it('takes a GTIN once per brand', async () => {
    const gtin = { id: 'GTIN', value_name: '7891000315507' };
    await publish(sandbox, legacy, singleDraft({ attributes: [...ordinaryAttributes, gtin] }));
    const other = [...without('BRAND'), { id: 'BRAND', value_name: 'Outra' }, gtin];
    expect(causeIds((await legacy('POST', '/items', singleDraft({ attributes: other }))).body)).toEqual([
      3701,
    ]);
    expect(
      (await legacy('POST', '/items', singleDraft({ attributes: [...ordinaryAttributes, gtin] }))).status,
    ).toBe(201);
  });

  it('says nothing about a good draft', async () => {
    expect((await legacy('POST', '/items/validate', singleDraft())).status).toBe(204);
  });
});

describe('legacy item', () => {
  it('keeps variations, and shows their attributes only on request', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const { body } = await legacy('GET', `/items/${item.id}`);
    expect(body).toMatchObject({
      seller_id: legacySeller,
      family_name: null,
      user_product_id: null,
      available_quantity: 10,
      status: 'active',
      price: 49.9,
    });
    expect(fieldsOf(listOf(body.variations)[0]).attributes).toBeUndefined();
    const full = await read(legacy, item);
    expect(
      listOf(fieldsOf(listOf(full.variations)[0]).attributes).map((entry) => fieldsOf(entry).value_name),
    ).toEqual(['CAN-PR', '7891000315507']);
    expect(fieldsOf(listOf(full.variations)[0]).attribute_combinations).toMatchObject([
      { id: 'COLOR', value_id: '52049', value_name: 'Preto' },
    ]);
  });

  it('waits, paused, for pictures sent by address', async () => {
    const { body } = await legacy('POST', '/items', singleDraft());
    expect(body).toMatchObject({ status: 'paused', sub_status: ['picture_download_pending'] });
    await control(sandbox, 'PATCH', `/items/${body.id}`, { pictures: 'ready' });
    expect(await read(legacy, body)).toMatchObject({ status: 'active', sub_status: [] });
    const failing = (await legacy('POST', '/items', singleDraft())).body;
    await control(sandbox, 'PATCH', `/items/${failing.id}`, { pictures: 'failed' });
    expect((await read(legacy, failing)).status).toBe('under_review');
  });

  it('deletes the variations a PUT leaves out, and never gives their id again', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const [black, white] = variationIds(item);
    const both = await legacy('PUT', `/items/${item.id}`, {
      variations: [{ id: black, available_quantity: 3 }, { id: white }],
    });
    expect(variationIds(both.body)).toEqual([black, white]);
    const one = await legacy('PUT', `/items/${item.id}`, { variations: [{ id: black }] });
    expect(variationIds(one.body)).toEqual([black]);
    const again = await legacy('PUT', `/items/${item.id}`, {
      variations: [
        { id: black },
        {
          price: 49.9,
          available_quantity: 1,
          attribute_combinations: [{ id: 'COLOR', value_name: 'Branco' }],
          attributes: [noGtin],
        },
      ],
    });
    expect(variationIds(again.body)).toHaveLength(2);
    expect(variationIds(again.body)).not.toContain(white);
  });

  it('changes nothing when a part of a PUT is refused', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const [black, white] = variationIds(item);
    const { status } = await legacy('PUT', `/items/${item.id}`, {
      title: 'Outro',
      variations: [{ id: black, price: 60 }, { id: white }],
    });
    expect(status).toBe(400);
    expect(await read(legacy, item)).toMatchObject({ title: item.title, price: 49.9 });
  });

  it.each([{ price: 10 }, { available_quantity: 1 }])(
    'refuses %o on an item with variations',
    async (body) => {
      const item = await publish(sandbox, legacy, legacyDraft());
      expect((await legacy('PUT', `/items/${item.id}`, body)).status).toBe(400);
    },
  );

  it('adds, changes and removes single variations', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const [black] = variationIds(item);
    const blue = {
      price: 49.9,
      available_quantity: 2,
      attribute_combinations: [{ id: 'COLOR', value_name: 'Azul' }],
      attributes: [noGtin],
    };
    expect((await legacy('POST', `/items/${item.id}/variations`, blue)).list).toHaveLength(3);
    await legacy('PUT', `/items/${item.id}/variations/${black}`, { available_quantity: 9 });
    expect((await legacy('GET', `/items/${item.id}/variations/${black}`)).body.available_quantity).toBe(9);
    expect((await legacy('DELETE', `/items/${item.id}/variations/${black}`)).list).toHaveLength(2);
  });

  it('ends closed and goes on as one item per variation when the marketplace migrates it', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const { body } = await control(sandbox, 'POST', `/items/${item.id}/migrate`);
    expect((await read(legacy, item)).status).toBe('closed');
    const [first] = listOf(body.items).map(fieldsOf);
    expect(await read(legacy, first ?? {})).toMatchObject({
      family_name: 'Caneca Esmaltada 350 Ml',
      available_quantity: 6,
      variations: [],
      tags: expect.arrayContaining(['variations_migration_uptin']),
    });
  });
});

describe('status of an item', () => {
  const put = (item: Fields, body: Fields) => legacy('PUT', `/items/${item.id}`, body);

  it('follows the stock', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    expect((await put(item, { available_quantity: 0 })).body).toMatchObject({
      status: 'paused',
      sub_status: ['out_of_stock'],
    });
    expect((await put(item, { available_quantity: 2 })).body).toMatchObject({
      status: 'active',
      sub_status: [],
    });
  });

  it('stays paused when the seller paused it, whatever the stock', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    await put(item, { available_quantity: 0 });
    expect((await put(item, { status: 'paused' })).body.sub_status).toEqual(['paused_by_seller']);
    expect((await put(item, { available_quantity: 5 })).body).toMatchObject({
      status: 'paused',
      sub_status: ['paused_by_seller'],
    });
    expect((await put(item, { status: 'active' })).body.status).toBe('active');
  });

  it('is final when closed; relisted once under a new code', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    await put(item, { status: 'closed' });
    expect((await put(item, { status: 'active' })).status).toBe(400);
    expect((await put(item, { price: 60 })).status).toBe(400);
    const again = await legacy('POST', `/items/${item.id}/relist`, {
      price: 55,
      quantity: 3,
      listing_type_id: 'gold_pro',
    });
    expect(again).toMatchObject({
      status: 201,
      body: { parent_item_id: item.id, price: 55, available_quantity: 3, listing_type_id: 'gold_pro' },
    });
    expect((await legacy('POST', `/items/${item.id}/relist`, { price: 55, quantity: 3 })).status).toBe(400);
    expect((await put(item, { deleted: 'true' })).body.sub_status).toEqual(['deleted']);
  });

  it('keeps the title after a sale', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    expect((await put(item, { title: 'Caneca nova' })).body.title).toBe('Caneca nova');
    await control(sandbox, 'POST', '/purchases', { itemId: item.id });
    expect((await put(item, { title: 'Outra' })).status).toBe(400);
  });

  it('changes the listing type by its own call', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    expect((await put(item, { listing_type_id: 'gold_pro' })).status).toBe(400);
    expect(
      (await legacy('POST', `/items/${item.id}/listing_type`, { id: 'gold_pro' })).body.listing_type_id,
    ).toBe('gold_pro');
  });

  it('refuses a price alone while price automation is on, and ignores it in company', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    await control(sandbox, 'PATCH', `/items/${item.id}`, { priceAutomation: true });
    expect(causeIds((await put(item, { price: 60 })).body)).toEqual([3800]);
    const both = await put(item, { price: 60, available_quantity: 4 });
    expect(both.body).toMatchObject({
      price: 49.9,
      available_quantity: 4,
      warnings: [{ type: 'warning', code: 'item.price.not_modifiable' }],
    });
  });
});

describe('description', () => {
  it('is written once by POST and later by PUT, as plain text', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    const path = `/items/${item.id}/description`;
    expect((await legacy('GET', path)).status).toBe(404);
    const wrong = await legacy('POST', path, { plain_text: 'Linda caneca <b>nova</b>' });
    expect(wrong.body.cause).toMatchObject([
      { cause_id: 398, code: 'item.description.type.invalid', references: ['plain_text[13]'] },
    ]);
    expect(causeIds((await legacy('POST', path, { plain_text: 'Linda 😀' })).body)).toEqual([398]);
    expect((await legacy('POST', path, { plain_text: 'Linda' })).status).toBe(201);
    expect((await legacy('POST', path, { plain_text: 'Linda' })).status).toBe(400);
    expect((await legacy('PUT', `${path}?api_version=2`, { plain_text: 'Nova' })).body.plain_text).toBe(
      'Nova',
    );
  });
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

  it('needs a family name', async () => {
    expect((await modern('POST', '/items', newModelDraft('Preto', { family_name: undefined }))).status).toBe(
      400,
    );
  });

  it('makes title, user product and family; colours share the family, conditions the product', async () => {
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

  it('keeps one stock for all items of a product, with a version that moves', async () => {
    const black = await publish(sandbox, modern, newModelDraft('Preto'));
    const premium = await publish(sandbox, modern, newModelDraft('Preto', { listing_type_id: 'gold_pro' }));
    const stock = () => modern('GET', `/user-products/${black.user_product_id}/stock`);
    const before = Number((await stock()).headers.get('x-version'));
    await modern('PUT', `/items/${black.id}`, { available_quantity: 0 });
    expect(await read(modern, premium)).toMatchObject({
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

  it('refuses available_quantity', async () => {
    expect((await stores('POST', '/items', newModelDraft('Preto'))).status).toBe(400);
    const { item } = await start();
    expect((await stores('PUT', `/items/${item.id}`, { available_quantity: 3 })).status).toBe(400);
  });

  it('is written with the version last read: none is 400, an old one 409', async () => {
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
    expect((await read(stores, item)).available_quantity).toBe(9);
  });
});

describe('reading items', () => {
  it('answers each of several ids with its own code', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    const { status, list } = await legacy('GET', `/items?ids=${item.id},MLB1&attributes=id,price`);
    expect(status).toBe(200);
    expect(list).toEqual([
      { code: 200, body: { id: item.id, price: 49.9 } },
      { code: 404, body: expect.objectContaining({ error: 'not_found' }) },
    ]);
    expect((await legacy('GET', `/items?ids=${Array(21).fill('MLB1').join(',')}`)).status).toBe(400);
  });

  it('shows others only the bucket of a quantity, and lets them write nothing', async () => {
    const item = await publish(sandbox, legacy, singleDraft({ available_quantity: 73 }));
    expect((await modern('GET', `/items/${item.id}`)).body.available_quantity).toBe(50);
    expect((await modern('PUT', `/items/${item.id}`, { price: 60 })).status).toBe(403);
    expect((await modern('GET', `/users/${legacySeller}/items/search`)).status).toBe(403);
  });

  it('finds own items by status and SKU, and scans all of them', async () => {
    const one = await publish(sandbox, legacy, singleDraft());
    const two = await publish(sandbox, legacy, legacyDraft());
    await legacy('PUT', `/items/${one.id}`, { status: 'paused' });
    const search = async (query: string) =>
      (await legacy('GET', `/users/${legacySeller}/items/search?${query}`)).body;
    expect((await search('status=paused')).results).toEqual([one.id]);
    expect((await search('seller_sku=CAN-BR')).results).toEqual([two.id]);
    const marked = await publish(sandbox, legacy, singleDraft({ seller_custom_field: 'pub-7' }));
    expect((await search('sku=pub-7')).results).toEqual([marked.id]);
    expect((await search('sku=CAN-BR')).results).toEqual([]);
    await legacy('PUT', `/items/${marked.id}`, { status: 'closed' });
    const first = await search('search_type=scan&limit=1&status=active,paused');
    const second = await search(`search_type=scan&limit=1&scroll_id=${first.scroll_id}`);
    const last = await search(`search_type=scan&limit=1&scroll_id=${first.scroll_id}`);
    expect([first.results, second.results, last.results]).toEqual([[one.id], [two.id], []]);
    expect(last.scroll_id).toBeNull();
  });
});

describe('categories', () => {
  it('are a tree with attributes and settings in the leaves', async () => {
    const roots = await legacy('GET', '/sites/MLB/categories');
    expect(roots.list.length).toBeGreaterThan(5);
    const { body } = await legacy('GET', '/categories/MLB269653');
    expect(body).toMatchObject({
      settings: { listing_allowed: true, max_title_length: 60 },
      path_from_root: [{}, {}, { id: 'MLB269653' }],
    });
    expect((await legacy('GET', '/categories/MLB1618')).body.settings).toMatchObject({
      listing_allowed: false,
    });
    const { list } = await legacy('GET', '/categories/MLB269653/attributes');
    const tags = Object.fromEntries(list.map((entry) => [entry.id, entry.tags]));
    expect(tags).toMatchObject({
      BRAND: { required: true },
      COLOR: { allow_variations: true },
      GTIN: { conditional_required: true },
    });
  });

  it('are predicted from a title', async () => {
    const { list } = await legacy(
      'GET',
      `/sites/MLB/domain_discovery/search?q=${encodeURIComponent('Caneca térmica de aço')}`,
    );
    expect(list.map((entry) => entry.category_id)).toEqual(
      expect.arrayContaining(['MLB269653', 'MLB269654']),
    );
    expect((await legacy('GET', '/sites/MLB/domain_discovery/search?q=caneca&limit=9')).status).toBe(400);
  });

  it('have their fees: premium dearer, the fixed part only below R$ 79 and off the own label', async () => {
    const fees = async (query: string) =>
      (await legacy('GET', `/sites/MLB/listing_prices?category_id=MLB269653&${query}`)).list;
    const [classic] = await fees('price=49.9&listing_type_id=gold_special');
    const [premium] = await fees('price=49.9&listing_type_id=gold_pro');
    expect(classic).toMatchObject({
      sale_fee_amount: 12.24,
      sale_fee_details: { percentage_fee: 11.5, fixed_fee: 6.5 },
    });
    expect(premium?.sale_fee_amount).toBe(14.73);
    const [labelled] = await fees(
      'price=49.9&listing_type_id=gold_special&shipping_mode=me2&logistic_type=drop_off',
    );
    expect(labelled?.sale_fee_amount).toBe(5.74);
    const [dear] = await fees('price=100&listing_type_id=gold_special');
    expect(dear?.sale_fee_amount).toBe(11.5);
  });
});
