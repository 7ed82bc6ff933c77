import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import type { Caller } from './testing.ts';
import { callerAt, colours, companyShop, offer, responseOf, startShopee } from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let item: Fields;
beforeAll(async () => {
  sandbox = await startShopee();
  call = await callerAt(sandbox, companyShop);
  item = await offer(sandbox, call);
});
afterAll(() => sandbox.close());
afterEach(() => control(sandbox, 'DELETE', '/shopee/faults'));

const fault = (kind: string, more: Fields = {}) =>
  control(sandbox, 'POST', '/shopee/faults', { kind, times: 1, ...more });
const base = () => call('GET', '/product/get_item_base_info', { item_id_list: item.item_id });

describe('spoiled answers', () => {
  it.each<[string, number, string]>([
    ['rate-limit', 200, 'error_rate_limit'],
    ['rate-limit-429', 429, 'error_rate_limit'],
    ['daily-limit', 200, 'error_limit'],
    ['error-server', 200, 'error_server'],
    ['error-auth', 200, 'error_auth'],
    ['error-prefixed', 200, 'common.error_inner'],
    ['banned', 200, 'shop_banned'],
    ['error-500', 500, 'error_inner'],
  ])('%s answers %i with %s', async (kind, status, error) => {
    await fault(kind);
    expect(await base()).toMatchObject({ status, body: { error } });
    expect((await base()).body.error).toBe('');
  });

  it('halves the JSON, sends HTML, wrong types, another’s ids, or cuts the line', async () => {
    await fault('truncated');
    expect((await base()).body).toEqual({});
    await fault('html');
    expect((await base()).bytes.toString()).toMatch(/^<!doctype html>/);
    await fault('wrong-type');
    expect(responseOf(await base()).item_list).toEqual({ items: 1 });
    await fault('wrong-id');
    expect(fieldsOf(listOf(responseOf(await base()).item_list)[0]).item_id).toBe(Number(item.item_id) + 7);
    await fault('cut');
    await expect(base()).rejects.toThrow();
  });

  it('a write can be answered as a success without effect, or with a failed last entry', async () => {
    const { item_id: id } = await offer(sandbox, call);
    const made = responseOf(await call('POST', '/product/init_tier_variation', colours(id)));
    const ids = listOf(made.model).map((entry) => fieldsOf(entry).model_id);
    const write = () =>
      call('POST', '/product/update_stock', {
        item_id: id,
        stock_list: ids.map((model) => ({ model_id: model, seller_stock: [{ stock: 1 }] })),
      });
    const stocks = async () =>
      listOf(responseOf(await call('GET', '/product/get_model_list', { item_id: id })).model).map((entry) => {
        const info = fieldsOf(fieldsOf(entry).stock_info_v2);
        return fieldsOf(listOf(info.seller_stock)[0]).stock;
      });
    await fault('without-effect');
    expect((await write()).body.error).toBe('');
    expect(await stocks()).toEqual([6, 4]);
    await fault('partial-failure');
    expect(responseOf(await write())).toMatchObject({
      success_list: [{ model_id: ids[0] }],
      failure_list: [{ model_id: ids[1] }],
    });
    expect(await stocks()).toEqual([1, 4]);
  });
});

describe('the rate of calls', () => {
  it('a rate limit refuses one call and not the next one', async () => {
    // The clock only moves when it is set, so that the bucket is counted exactly.
    const now = new Date();
    const standing = await startShopee('', { now: () => now });
    try {
      const ask = await callerAt(standing, companyShop);
      const channels = async () => (await ask('GET', '/logistics/get_channel_list')).body.error;
      const first = await Promise.all(Array.from({ length: 300 }, channels));
      expect(new Set(first)).toEqual(new Set(['']));
      expect(await channels()).toBe('error_rate_limit');
      expect((await ask('GET', '/shop/get_profile')).body.error).toBe('');
      await control(standing, 'POST', '/clock', { seconds: 1 });
      expect(await channels()).toBe('');
    } finally {
      await standing.close();
    }
  });
});

describe('the shop', () => {
  it('the shop shows Shopee with the others, sells out, and lets the buyer cancel', async () => {
    const own = await offer(sandbox, call, { seller_stock: [{ stock: 3 }] });
    const { body } = await control(sandbox, 'POST', '/shopee/purchases/burst', {
      itemId: own.item_id,
      count: 9,
    });
    expect(body).toMatchObject({ sold: 3, refused: 6 });
    const list = await (await fetch(`${sandbox.url}/shop?where=shopee`)).text();
    expect(list).toContain('Shopee · canecas.oficial');
    const page = `${sandbox.url}/shop/shopee/product/${companyShop}/${item.item_id}`;
    expect(await (await fetch(page)).text()).toContain('Comprar e pagar com PIX');
    const bought = await fetch(`${sandbox.url}/shop/shopee/buy`, {
      method: 'POST',
      body: new URLSearchParams({ itemId: String(item.item_id), quantity: '1', act: 'pay' }),
      redirect: 'manual',
    });
    const order = bought.headers.get('location') ?? '';
    expect(order).toMatch(/^\/shop\/shopee\/orders\//);
    await fetch(`${sandbox.url}${order}/cancel`, { method: 'POST', redirect: 'manual' });
    expect(await (await fetch(`${sandbox.url}${order}`)).text()).toContain('Cancelamento pedido');
    expect(await (await fetch(`${sandbox.url}/shop/orders`)).text()).toContain('Shopee · canecas.oficial');
    expect(await (await fetch(`${sandbox.url}/control`)).text()).toContain('Pedidos na Shopee');
  });
});
