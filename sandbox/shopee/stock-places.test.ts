import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import {
  buyAt,
  type Caller,
  callerAt,
  colours,
  companyShop,
  firstOrder,
  mug,
  offer,
  responseOf,
  startShopee,
  uploadImage,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;

beforeAll(async () => {
  sandbox = await startShopee();
  call = await callerAt(sandbox, companyShop);
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await control(sandbox, 'POST', '/reset', { keepGrants: true });
});

const openWarehouse = async (body: Fields = {}): Promise<Fields> =>
  (await control(sandbox, 'POST', `/shopee/shops/${companyShop}/warehouses`, body)).body;
const change = (item: Fields, body: Fields) =>
  control(sandbox, 'PATCH', `/shopee/items/${item.item_id}`, body);
const stockOf = async (item: Fields): Promise<Fields> => {
  const reply = await call('GET', '/product/get_item_base_info', { item_id_list: item.item_id });
  return fieldsOf(fieldsOf(listOf(responseOf(reply).item_list)[0]).stock_info_v2);
};
const write = (item: Fields, levels: Fields[]) =>
  call('POST', '/product/update_stock', {
    item_id: item.item_id,
    stock_list: [{ model_id: 0, seller_stock: levels }],
  });
const failureIn = (body: Fields) => fieldsOf(listOf(fieldsOf(body.response).failure_list)[0]).failed_reason;

describe('warehouses', () => {
  it('a shop without several has no access to the call, and names no place', async () => {
    expect((await call('GET', '/shop/get_warehouse_detail')).body).toMatchObject({
      error: 'warehouse.error_not_in_whitelist',
      response: null,
    });
    const item = await offer(sandbox, call);
    const { body } = await write(item, [{ location_id: 'BRZ', stock: 1 }]);
    expect(failureIn(body)).toContain('do not have right to use seller location_id');
  });

  it('lists the warehouses of a type, and has an error where there is none', async () => {
    const first = await openWarehouse({ name: 'Galpão da Mooca' });
    await openWarehouse({ name: 'Loja' });
    const reply = await call('GET', '/shop/get_warehouse_detail');
    expect(reply.body.response).toMatchObject([
      {
        warehouse_name: 'Galpão da Mooca',
        warehouse_type: 1,
        location_id: first.location_id,
        region: 'BR',
        holiday_mode_state: 0,
      },
      { warehouse_name: 'Loja' },
    ]);
    expect((await call('GET', '/shop/get_warehouse_detail', { warehouse_type: 2 })).body.error).toBe(
      'warehouse.error_can_not_find_warehouse',
    );
  });

  it('what a shop has moves into its first warehouse, and further ones are empty until they are written', async () => {
    const item = await offer(sandbox, call);
    const first = await openWarehouse();
    const second = await openWarehouse();
    expect((await stockOf(item)).seller_stock).toEqual([
      { location_id: first.location_id, stock: 6, if_saleable: true },
    ]);
    const levels = [
      { location_id: first.location_id, stock: 2 },
      { location_id: second.location_id, stock: 7 },
    ];
    const { body } = await write(item, levels);
    expect(fieldsOf(body.response).success_list).toEqual(levels.map((level) => ({ model_id: 0, ...level })));
    expect(await stockOf(item)).toMatchObject({
      summary_info: { total_available_stock: 9 },
      seller_stock: levels,
    });
  });

  it.each<[string, (first: unknown, second: unknown) => Fields[], string]>([
    ['no place', () => [{ stock: 3 }], 'has multi warehouse, please input location id'],
    [
      'a place of another shop',
      (first) => [
        { location_id: first, stock: 3 },
        { location_id: 'IDZ', stock: 1 },
      ],
      'is not matched',
    ],
    ['a part of the places', (first) => [{ location_id: first, stock: 3 }], 'Lack of location_id'],
    [
      'one place twice',
      (first) => [
        { location_id: first, stock: 3 },
        { location_id: first, stock: 1 },
      ],
      'is not matched',
    ],
  ])('refuses %s', async (_case, levels, reason) => {
    const item = await offer(sandbox, call);
    const first = await openWarehouse();
    const second = await openWarehouse();
    const { body } = await write(item, levels(first.location_id, second.location_id));
    expect(body.error).toBe('product.error_busi_update_stock_failed');
    expect(failureIn(body)).toContain(reason);
    expect((await stockOf(item)).summary_info).toMatchObject({ total_available_stock: 6 });
  });

  it('new items and models are created with stock by place', async () => {
    const first = await openWarehouse();
    const levels = [{ location_id: first.location_id, stock: 5 }];
    const refused = await call('POST', '/product/add_item', mug(await uploadImage(sandbox)));
    expect(refused.body.message).toContain('please input location id');
    const item = await offer(sandbox, call, { seller_stock: levels });
    const draft = colours(item.item_id);
    const model = listOf(draft.model)
      .map(fieldsOf)
      .map((one) => ({ ...one, seller_stock: levels }));
    await call('POST', '/product/init_tier_variation', { ...draft, model });
    const models = await call('GET', '/product/get_model_list', { item_id: item.item_id });
    expect(listOf(responseOf(models).model)).toMatchObject([
      { is_fulfillment_by_shopee: false, stock_info_v2: { seller_stock: levels } },
      { stock_info_v2: { seller_stock: levels } },
    ]);
  });

  it('a sale leaves from the fullest place, names it, and returns there when it is canceled', async () => {
    const item = await offer(sandbox, call);
    const first = await openWarehouse();
    const second = await openWarehouse();
    await write(item, [
      { location_id: first.location_id, stock: 2 },
      { location_id: second.location_id, stock: 7 },
    ]);
    const { sn } = await buyAt(sandbox, { itemId: item.item_id, quantity: 3 });
    const order = await firstOrder(call, sn, 'item_list,package_list,fulfillment_flag');
    expect(order).toMatchObject({
      fulfillment_flag: 'fulfilled_by_local_seller',
      item_list: [{ product_location_id: [second.location_id] }],
      package_list: [{ item_list: [{ product_location_id: second.location_id }] }],
    });
    expect((await stockOf(item)).seller_stock).toMatchObject([{ stock: 2 }, { stock: 4 }]);
    await control(sandbox, 'POST', `/shopee/orders/${sn}/cancel-part`, { quantity: 1 });
    expect((await stockOf(item)).seller_stock).toMatchObject([{ stock: 2 }, { stock: 5 }]);
    await control(sandbox, 'POST', `/shopee/orders/${sn}/cancel`);
    expect((await stockOf(item)).seller_stock).toMatchObject([{ stock: 2 }, { stock: 7 }]);
  });
});

describe('the warehouse of the marketplace', () => {
  it('its stock is for sale with that of the shop, and an update of the stock leaves it as it is', async () => {
    const item = await offer(sandbox, call);
    await change(item, { shopeeStock: 4 });
    expect(await stockOf(item)).toMatchObject({
      summary_info: { total_available_stock: 10 },
      seller_stock: [{ location_id: '', stock: 6 }],
      shopee_stock: [{ stock: 4 }],
    });
    await write(item, [{ stock: 1 }]);
    expect(await stockOf(item)).toMatchObject({ summary_info: { total_available_stock: 5 } });
  });

  it('an order that it has in full is sent by the marketplace: the shop neither ships nor cancels it', async () => {
    const item = await offer(sandbox, call);
    await change(item, { shopeeStock: 4 });
    const { sn } = await buyAt(sandbox, { itemId: item.item_id, quantity: 4 });
    expect(await firstOrder(call, sn, 'fulfillment_flag')).toMatchObject({
      fulfillment_flag: 'fulfilled_by_shopee',
      order_status: 'READY_TO_SHIP',
    });
    expect((await call('POST', '/logistics/ship_order', { order_sn: sn, dropoff: {} })).body).toMatchObject({
      error: 'logistics.ship_order_pff_init',
    });
    const cancel = { order_sn: sn, cancel_reason: 'CUSTOMER_REQUEST' };
    expect((await call('POST', '/order/cancel_order', cancel)).body.message).toBe(
      'You can not cancel warehouse order.',
    );
    await control(sandbox, 'POST', `/shopee/orders/${sn}/advance`);
    expect(await firstOrder(call, sn, '')).toMatchObject({ order_status: 'SHIPPED' });
    const { sn: next } = await buyAt(sandbox, { itemId: item.item_id, quantity: 5 });
    expect(await firstOrder(call, next, 'fulfillment_flag')).toMatchObject({
      fulfillment_flag: 'fulfilled_by_local_seller',
    });
  });

  it('more than either side has is not sold', async () => {
    const item = await offer(sandbox, call);
    await change(item, { shopeeStock: 4 });
    const { status, body } = await control(sandbox, 'POST', '/shopee/purchases', {
      itemId: item.item_id,
      quantity: 7,
    });
    expect({ status, body }).toMatchObject({ status: 409, body: { refused: 'out-of-stock' } });
  });

  it('a partial failure leaves all places of the entry as they were', async () => {
    const item = await offer(sandbox, call);
    const first = await openWarehouse();
    await control(sandbox, 'POST', '/shopee/faults', {
      kind: 'partial-failure',
      path: '/product/update_stock',
      times: 1,
    });
    await write(item, [{ location_id: first.location_id, stock: 1 }]);
    expect((await stockOf(item)).seller_stock).toMatchObject([{ stock: 6 }]);
  });

  it('the control page opens a warehouse', async () => {
    await fetch(`${sandbox.url}/control/do/shopee-warehouse`, {
      method: 'POST',
      body: new URLSearchParams({ id: String(companyShop), name: 'Galpão' }),
      redirect: 'manual',
    });
    expect(await (await fetch(`${sandbox.url}/control`)).text()).toContain('Galpão');
  });
});
