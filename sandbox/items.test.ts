import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  callerFor,
  causeIds,
  control,
  legacyDraft,
  legacySeller,
  newModelSeller,
  noGtin,
  publish,
  readItem,
  singleDraft,
  startForTest,
  variationIds,
} from './testing.ts';

let sandbox: Sandbox;
let legacy: Caller;
let modern: Caller;

beforeAll(async () => {
  sandbox = await startForTest();
  legacy = await callerFor(sandbox, legacySeller);
  modern = await callerFor(sandbox, newModelSeller);
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
});

describe('legacy item', () => {
  it('a legacy item has variations, whose attributes are returned only on request', async () => {
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
    const full = await readItem(legacy, item);
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
    expect(await readItem(legacy, body)).toMatchObject({ status: 'active', sub_status: [] });
    const failing = (await legacy('POST', '/items', singleDraft())).body;
    await control(sandbox, 'PATCH', `/items/${failing.id}`, { pictures: 'failed' });
    expect((await readItem(legacy, failing)).status).toBe('under_review');
  });

  it('a moderated item shows its sub status, and the log keeps what was found after the moderation ends', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const moderation = {
      status: 'under_review',
      subStatus: ['waiting_for_patch'],
      reason: 'Foto',
      remedy: 'Troque',
    };
    await control(sandbox, 'PATCH', `/items/${item.id}`, { moderation });
    expect(await readItem(legacy, item)).toMatchObject({
      status: 'under_review',
      sub_status: ['waiting_for_patch'],
    });
    const log = async (caller: Caller) =>
      caller('GET', `/moderations/infractions/${legacySeller}?related_item_id=${item.id}`);
    const entry = { related_item_id: item.id, reason: 'Foto', remedy: 'Troque' };
    expect((await log(legacy)).body).toMatchObject({ infractions: [entry], paging: { total: 1 } });
    expect((await log(modern)).status).toBe(403);
    await control(sandbox, 'PATCH', `/items/${item.id}`, { moderation: null });
    expect(await readItem(legacy, item)).toMatchObject({ status: 'active', sub_status: [] });
    expect((await log(legacy)).body).toMatchObject({ paging: { total: 1 } });
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

  it('a PUT with a refused part changes nothing of an item', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const [black, white] = variationIds(item);
    const { status } = await legacy('PUT', `/items/${item.id}`, {
      title: 'Outro',
      variations: [{ id: black, price: 60 }, { id: white }],
    });
    expect(status).toBe(400);
    expect(await readItem(legacy, item)).toMatchObject({ title: item.title, price: 49.9 });
  });

  it.each([{ price: 10 }, { available_quantity: 1 }])(
    'refuses %o for a legacy item with variations',
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

  it('a migrated legacy item is closed and continues as one item per variation', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const { body } = await control(sandbox, 'POST', `/items/${item.id}/migrate`);
    expect((await readItem(legacy, item)).status).toBe('closed');
    const [first] = listOf(body.items).map(fieldsOf);
    expect(await readItem(legacy, first ?? {})).toMatchObject({
      family_name: 'Caneca Esmaltada 350 Ml',
      available_quantity: 6,
      variations: [],
      tags: expect.arrayContaining(['variations_migration_uptin']),
    });
  });
});

describe('status of an item', () => {
  const put = (item: Fields, body: Fields) => legacy('PUT', `/items/${item.id}`, body);

  it('the status of an item follows its stock', async () => {
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

  it('an item paused by its seller stays paused regardless of its stock', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    await put(item, { available_quantity: 0 });
    expect((await put(item, { status: 'paused' })).body.sub_status).toEqual(['paused_by_seller']);
    expect((await put(item, { available_quantity: 5 })).body).toMatchObject({
      status: 'paused',
      sub_status: ['paused_by_seller'],
    });
    expect((await put(item, { status: 'active' })).body.status).toBe('active');
  });

  it('a closed item stays closed and can be relisted once under a new code', async () => {
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

  it('an item keeps its title after a sale', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    expect((await put(item, { title: 'Caneca nova' })).body.title).toBe('Caneca nova');
    await control(sandbox, 'POST', '/purchases', { itemId: item.id });
    expect((await put(item, { title: 'Outra' })).status).toBe(400);
  });

  it('the listing type of an item is changed by a separate call', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    expect((await put(item, { listing_type_id: 'gold_pro' })).status).toBe(400);
    expect(
      (await legacy('POST', `/items/${item.id}/listing_type`, { id: 'gold_pro' })).body.listing_type_id,
    ).toBe('gold_pro');
  });

  it('with price automation a price alone is refused, and ignored with other fields', async () => {
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

describe('reading items', () => {
  it('a read of several ids returns a code for each', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    const { status, list } = await legacy('GET', `/items?ids=${item.id},MLB1&attributes=id,price`);
    expect(status).toBe(200);
    expect(list).toEqual([
      { code: 200, body: { id: item.id, price: 49.9 } },
      { code: 404, body: expect.objectContaining({ error: 'not_found' }) },
    ]);
    expect((await legacy('GET', `/items?ids=${Array(21).fill('MLB1').join(',')}`)).status).toBe(400);
  });

  it('other sellers see only a range of the quantity of an item, and cannot write it', async () => {
    const item = await publish(sandbox, legacy, singleDraft({ available_quantity: 73 }));
    expect((await modern('GET', `/items/${item.id}`)).body.available_quantity).toBe(50);
    expect((await modern('PUT', `/items/${item.id}`, { price: 60 })).status).toBe(403);
    expect((await modern('GET', `/users/${legacySeller}/items/search`)).status).toBe(403);
  });

  it('own items are found by status and SKU, and all of them by a scan', async () => {
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
