import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  callerFor,
  connect,
  control,
  legacyDraft,
  legacySeller,
  newModelDraft,
  newModelSeller,
  publish,
  readItem,
  singleDraft,
  startForTest,
  storesSeller,
  variationIds,
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

const intoFull = (item: Fields, body: Fields) => control(sandbox, 'POST', `/items/${item.id}/full`, body);
const buy = async (item: Fields, quantity = 1): Promise<Fields> => {
  const { body } = await control(sandbox, 'POST', '/purchases', { itemId: item.id, quantity });
  return fieldsOf(listOf(body.orders)[0]);
};
const stockIn = async (call: Caller, inventoryId: unknown, query = '') =>
  call('GET', `/inventories/${inventoryId}/stock/fulfillment${query}`);

describe('stock in the warehouse of the marketplace', () => {
  it('an item in Full has an inventory, which shows the units for sale and those that are not', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    expect((await readItem(legacy, item)).inventory_id).toBeNull();
    const { body: stored } = await intoFull(item, {
      quantity: 12,
      unavailable: [
        { status: 'damaged', quantity: 2, condition: 'arrived_damaged' },
        { status: 'damaged', quantity: 1, condition: 'damaged_in_full' },
        { status: 'lost', quantity: 1 },
      ],
    });
    const read = await readItem(legacy, item);
    expect(read).toMatchObject({
      inventory_id: stored.inventoryId,
      available_quantity: 12,
      shipping: { logistic_type: 'fulfillment' },
    });
    expect(read.inventory_id).toMatch(/^[A-Z]{4}\d{5}$/);
    expect((await stockIn(legacy, read.inventory_id)).body).toEqual({
      inventory_id: read.inventory_id,
      total: 16,
      available_quantity: 12,
      not_available_quantity: 4,
      not_available_detail: [
        { status: 'damaged', quantity: 3 },
        { status: 'lost', quantity: 1 },
      ],
      external_references: [{ type: 'item', id: item.id, variation_id: null }],
    });
    const detailed = await stockIn(legacy, read.inventory_id, '?include_attributes=conditions');
    expect(listOf(detailed.body.not_available_detail)[0]).toMatchObject({
      conditions: [
        { condition: 'arrived_damaged', quantity: 2 },
        { condition: 'damaged_in_full', quantity: 1 },
      ],
    });
  });

  it('each variation has an inventory of its own', async () => {
    const item = await publish(sandbox, legacy, legacyDraft());
    const [black, white] = variationIds(await readItem(legacy, item));
    expect((await intoFull(item, { quantity: 3 })).status).toBe(404);
    const { body: one } = await intoFull(item, { quantity: 3, variationId: black });
    const { body: other } = await intoFull(item, { quantity: 5, variationId: white });
    expect(one.inventoryId).not.toBe(other.inventoryId);
    expect(await readItem(legacy, item)).toMatchObject({
      inventory_id: null,
      variations: [{ inventory_id: one.inventoryId }, { inventory_id: other.inventoryId }],
    });
    expect((await stockIn(legacy, other.inventoryId)).body).toMatchObject({
      available_quantity: 5,
      external_references: [{ id: item.id, variation_id: white }],
    });
  });

  it.each([
    ['a code in another form', 'abc', 400, 'validation_error'],
    ['an unknown one', 'ZZZZ99999', 404, 'seller_product_not_found'],
  ])('refuses %s', async (_case, id, status, error) => {
    expect(await stockIn(legacy, id)).toMatchObject({ status, body: { error } });
  });

  it('refuses the inventory of another seller, and any quantity for it', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    const { body: stored } = await intoFull(item, { quantity: 4 });
    expect(await stockIn(modern, stored.inventoryId)).toMatchObject({
      status: 403,
      body: { message: `User ${newModelSeller} cannot access to seller_product ${stored.inventoryId}` },
    });
    expect((await legacy('PUT', `/items/${item.id}`, { available_quantity: 9 })).status).toBe(400);
  });

  it('an answer that is spoiled by a fault reaches the stock calls too', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    const { body: stored } = await intoFull(item, { quantity: 4 });
    await control(sandbox, 'POST', '/faults', { kind: 'error-500', path: '/inventories/*', times: 1 });
    expect((await stockIn(legacy, stored.inventoryId)).status).toBe(500);
    expect((await stockIn(legacy, stored.inventoryId)).status).toBe(200);
  });
});

describe('sales from Full', () => {
  it('a sale leaves from Full, is notified as an operation, and a cancellation returns it', async () => {
    await connect(sandbox, legacySeller);
    const item = await publish(sandbox, legacy, singleDraft());
    const { body: stored } = await intoFull(item, { quantity: 10 });
    const order = await buy(item, 2);
    expect((await stockIn(legacy, stored.inventoryId)).body.available_quantity).toBe(8);
    await control(sandbox, 'POST', `/orders/${order.id}/cancel`);
    const found = await legacy(
      'GET',
      `/stock/fulfillment/operations/search?seller_id=${legacySeller}&inventory_id=${stored.inventoryId}`,
    );
    expect(found.body).toMatchObject({
      paging: { total: 3, scroll: '' },
      results: [
        {
          type: 'SALE_CANCELATION',
          detail: { available_quantity: 2 },
          result: { available_quantity: 10 },
          external_references: [{ type: 'shipment_id', value: String(order.shipmentId) }],
        },
        { type: 'SALE_CONFIRMATION', detail: { available_quantity: -2 }, result: { available_quantity: 8 } },
        { type: 'INBOUND_RECEPTION', detail: { available_quantity: 10 } },
      ],
    });
    const [newest] = listOf(found.body.results).map(fieldsOf);
    const { list: notices } = await control(sandbox, 'GET', '/notifications');
    const notice = notices.findLast(({ topic }) => topic === 'fbm_stock_operations');
    expect(notice?.resource).toBe(`/stock/fulfillment/operations/${newest?.id}`);
    expect((await legacy('GET', String(notice?.resource))).body).toEqual(newest);
  });

  it('operations are found by type and in pages, for 60 days at most', async () => {
    const item = await publish(sandbox, legacy, singleDraft());
    const { body: stored } = await intoFull(item, { quantity: 10 });
    await buy(item);
    await buy(item);
    const search = (more: string) =>
      legacy(
        'GET',
        `/stock/fulfillment/operations/search?seller_id=${legacySeller}&inventory_id=${stored.inventoryId}${more}`,
      );
    expect((await search('&type=sale_confirmation')).body.paging).toMatchObject({ total: 2 });
    const first = await search('&limit=2');
    expect(listOf(first.body.results)).toHaveLength(2);
    const rest = await search(`&limit=2&scroll=${fieldsOf(first.body.paging).scroll}`);
    expect(listOf(rest.body.results)).toMatchObject([{ type: 'INBOUND_RECEPTION' }]);
    expect((await search('&date_from=2020-01-01')).status).toBe(400);
  });
});

describe('user products in several kinds of places', () => {
  const locationsOf = async (call: Caller, item: Fields) =>
    (await call('GET', `/user-products/${item.user_product_id}/stock`)).body.locations;

  it('without Flex the only place is Full, and with it the address of the seller stays', async () => {
    const item = await publish(sandbox, modern, newModelDraft('Preto'));
    await intoFull(item, { quantity: 7 });
    expect(await locationsOf(modern, item)).toEqual([{ type: 'meli_facility', quantity: 7 }]);
    const other = await publish(sandbox, modern, newModelDraft('Branco'));
    await intoFull(other, { quantity: 7, flex: true });
    expect(await locationsOf(modern, other)).toEqual([
      { type: 'selling_address', quantity: 5 },
      { type: 'meli_facility', quantity: 7 },
    ]);
    expect(await readItem(modern, other)).toMatchObject({
      available_quantity: 12,
      shipping: { logistic_type: 'fulfillment', tags: expect.arrayContaining(['self_service_in']) },
    });
  });

  const startInStores = async () => {
    const { body } = await stores('GET', `/users/${storesSeller}/stores/search?tags=stock_location`);
    const [first = {}, second = {}] = listOf(body.results).map(fieldsOf);
    const place = ({ id, network_node_id }: Fields, quantity: number) => ({
      store_id: id,
      network_node_id,
      quantity,
    });
    const { available_quantity: _left, ...draft } = newModelDraft('Preto');
    const made = await stores('POST', '/items/multiwarehouse', {
      ...draft,
      stock_locations: [place(first, 2), place(second, 6)],
    });
    await control(sandbox, 'PATCH', `/items/${made.body.id}`, { pictures: 'ready' });
    return { item: made.body, first, second, place };
  };

  it('a sale names its store on the line and the parcel, and a cancellation returns it to that store', async () => {
    const { item, second } = await startInStores();
    const sold = await buy(item, 5);
    const order = await stores('GET', `/orders/${sold.id}`);
    expect(listOf(order.body.order_items)[0]).toMatchObject({
      stock: [{ store_id: second.id, network_node_id: second.network_node_id }],
    });
    const shipment = await stores('GET', `/shipments/${sold.shipmentId}`, undefined, {
      'x-format-new': 'true',
    });
    expect(shipment.body.origin).toMatchObject({
      node: second.network_node_id,
      shipping_address: { node: { node_id: second.network_node_id } },
    });
    expect(await locationsOf(stores, item)).toMatchObject([{ quantity: 2 }, { quantity: 1 }]);
    await control(sandbox, 'POST', `/orders/${sold.id}/cancel`);
    expect(await locationsOf(stores, item)).toMatchObject([{ quantity: 2 }, { quantity: 6 }]);
  });

  it('Full sells first, then the stores; writing the stores leaves Full as it is', async () => {
    const { item, first, second, place } = await startInStores();
    await intoFull(item, { quantity: 3 });
    const fromFull = await buy(item, 3);
    const order = await stores('GET', `/orders/${fromFull.id}`);
    expect(listOf(order.body.order_items)[0]).toMatchObject({ stock: null });
    const parcelOf = async (sale: Fields) =>
      (await stores('GET', `/shipments/${sale.shipmentId}`)).body.logistic_type;
    expect(await parcelOf(fromFull)).toBe('fulfillment');
    const own = await buy(item, 6);
    expect(await parcelOf(own)).not.toBe('fulfillment');
    const path = `/user-products/${item.user_product_id}/stock`;
    await intoFull(item, { quantity: 4 });
    const version = (await stores('GET', path)).headers.get('x-version') ?? '';
    const wrote = await stores(
      'PUT',
      `${path}/type/seller_warehouse`,
      { locations: [place(first, 9), place(second, 8)] },
      { 'x-version': version },
    );
    expect(wrote.status).toBe(200);
    expect(await locationsOf(stores, item)).toMatchObject([
      { type: 'meli_facility', quantity: 4 },
      { type: 'seller_warehouse', quantity: 9 },
      { type: 'seller_warehouse', quantity: 8 },
    ]);
    const refused = await stores(
      'PUT',
      `${path}/type/meli_facility`,
      { quantity: 9 },
      { 'x-version': wrote.headers.get('x-version') ?? '' },
    );
    expect(refused.status).toBe(400);
  });

  it('goods of Full and of the seller bought together are two parcels', async () => {
    const item = await publish(sandbox, modern, newModelDraft('Preto'));
    const other = await publish(sandbox, modern, newModelDraft('Branco'));
    await intoFull(item, { quantity: 7 });
    const { body } = await control(sandbox, 'POST', '/purchases', {
      lines: [{ itemId: item.id }, { itemId: other.id }],
    });
    const orders = listOf(body.orders).map(fieldsOf);
    expect(new Set(orders.map(({ shipmentId }) => shipmentId)).size).toBe(2);
  });

  it('an item taken out of Full is sent by the seller again, from an empty place', async () => {
    const item = await publish(sandbox, modern, newModelDraft('Preto'));
    await intoFull(item, { quantity: 7 });
    expect((await control(sandbox, 'DELETE', `/items/${item.id}/full`)).status).toBe(204);
    expect(await locationsOf(modern, item)).toEqual([{ type: 'selling_address', quantity: 0 }]);
    expect(await readItem(modern, item)).toMatchObject({
      available_quantity: 0,
      shipping: { logistic_type: 'cross_docking' },
    });
  });
});

describe('stores of a seller', () => {
  it('an account that opens a store manages its stock by store, with what it had in the first one', async () => {
    const item = await publish(sandbox, modern, newModelDraft('Preto'));
    const opened = await control(sandbox, 'POST', `/sellers/${newModelSeller}/stores`, {
      description: 'Galpão da Mooca',
    });
    expect(opened).toMatchObject({ status: 201, body: { description: 'Galpão da Mooca' } });
    const { body: me } = await modern('GET', '/users/me');
    expect(me.tags).toContain('warehouse_management');
    expect(me.tags).not.toContain('multiwarehouse');
    const stock = await modern('GET', `/user-products/${item.user_product_id}/stock`);
    expect(stock.body.locations).toEqual([
      {
        type: 'seller_warehouse',
        quantity: 5,
        store_id: opened.body.id,
        network_node_id: opened.body.network_node_id,
      },
    ]);
    const { body: second } = await control(sandbox, 'POST', `/sellers/${newModelSeller}/stores`, {});
    expect((await modern('GET', '/users/me')).body.tags).toContain('multiwarehouse');
    const listed = await modern('GET', `/users/${newModelSeller}/stores/search?tags=stock_location`);
    expect(listOf(listed.body.results)).toMatchObject([{ id: opened.body.id }, { id: second.id }]);
  });

  it('refuses stores of another seller, unknown ones, none, and a second place of a single warehouse', async () => {
    const item = await publish(sandbox, modern, newModelDraft('Preto'));
    const open = () => control(sandbox, 'POST', `/sellers/${newModelSeller}/stores`, {});
    const { body: one } = await open();
    const { body: other } = await open();
    const path = `/user-products/${item.user_product_id}/stock`;
    const write = async (locations: Fields[]) => {
      const version = (await modern('GET', path)).headers.get('x-version') ?? '';
      return modern('PUT', `${path}/type/seller_warehouse`, { locations }, { 'x-version': version });
    };
    const foreign = `${storesSeller}0`;
    expect(await write([{ store_id: foreign, quantity: 1 }])).toMatchObject({
      status: 400,
      body: { message: `store does not belong to seller: ${foreign}` },
    });
    expect((await write([{ store_id: '12', quantity: 1 }])).body.message).toBe('store not found: 12');
    expect((await write([])).body.message).toBe('store cannot be null or empty');
    const both = [
      { store_id: one.id, quantity: 1 },
      { store_id: other.id, quantity: 2 },
    ];
    expect((await write(both)).status).toBe(200);
    const { body: me } = await modern('GET', '/users/me');
    await control(sandbox, 'PATCH', `/sellers/${newModelSeller}`, {
      tags: listOf(me.tags).filter((tag) => tag !== 'multiwarehouse'),
    });
    expect((await write(both)).body.message).toBe(
      'seller with a single warehouse cannot update stock across multiple network nodes',
    );
  });

  it('the control page stores an item in Full and opens a store', async () => {
    const item = await publish(sandbox, modern, newModelDraft('Preto'));
    const press = (act: string, form: Record<string, string>) =>
      fetch(`${sandbox.url}/control/do/${act}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
    await press('full', { id: String(item.id), quantity: '4' });
    await press('store', { id: String(newModelSeller), description: 'Galpão' });
    expect(await readItem(modern, item)).toMatchObject({ available_quantity: 4 });
    const page = await (await fetch(`${sandbox.url}/control`)).text();
    expect(page).toContain('Tirar do Full');
    expect(page).toContain('Novo depósito');
  });
});
