import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf, textOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { control } from '../testing.ts';
import type { Caller } from './testing.ts';
import {
  buyAt,
  callerAt,
  companyShop,
  offerPlenty,
  passTime,
  personShop,
  responseOf,
  secondsAt,
  startShopee,
} from './testing.ts';

const DAY = 86_400;

let sandbox: Sandbox;
let call: Caller;
let item: Fields;
beforeAll(async () => {
  sandbox = await startShopee();
  call = await callerAt(sandbox, companyShop);
  item = await offerPlenty(sandbox, call);
});
afterAll(() => sandbox.close());

const set = async (body: Fields) =>
  (await control(sandbox, 'POST', '/shopee/health', { shop: companyShop, ...body })).body;
const ask = async (name: string, given: Fields = {}) =>
  responseOf(await call('GET', `/account_health/${name}`, given));
const performance = () => ask('get_shop_performance');
const metricIn = (shown: Fields, id: number) =>
  fieldsOf(listOf(shown.metric_list).find((metric) => fieldsOf(metric).metric_id === id));
const buy = async () => textOf((await buyAt(sandbox, { itemId: item.item_id })).sn) ?? '';
const step = (sn: string, act: string) => control(sandbox, 'POST', `/shopee/orders/${sn}/${act}`);
const ship = async (sn: string) => {
  await call('POST', '/logistics/ship_order', { order_sn: sn, dropoff: {} });
  await step(sn, 'advance');
};
const later = async (days: number) => {
  await passTime(sandbox, days * DAY);
  call = await callerAt(sandbox, companyShop);
};

describe('health of a shop by its orders', () => {
  it('measures nothing without sales, and misses no target', async () => {
    const shown = await performance();
    expect(shown.overall_performance).toEqual({
      rating: 4,
      fulfillment_failed: 0,
      listing_failed: 0,
      custom_service_failed: 0,
    });
    expect(metricIn(shown, 1)).toEqual({
      metric_type: 1,
      metric_id: 1,
      metric_name: 'late_shipment_rate',
      current_period: null,
      last_period: null,
      unit: 2,
      target: { value: 10, comparator: '<' },
    });
    expect(await ask('get_late_orders')).toEqual({ total_count: 0, late_order_list: [] });
  });

  it('shop performance reports late, canceled and rated orders of this period and the one before', async () => {
    const [first, second, third, fourth] = [await buy(), await buy(), await buy(), await buy()];
    await ship(first);
    await ship(await buy());
    await call('POST', '/order/cancel_order', { order_sn: second, cancel_reason: 'CUSTOMER_REQUEST' });
    await step(first, 'advance');
    await control(sandbox, 'POST', '/shopee/comments', { orderSn: first, rate: 3 });
    await later(5);
    const late = { late_by_days: 3, shipping_deadline: secondsAt(sandbox) - 3 * DAY };
    const list = listOf((await ask('get_late_orders')).late_order_list).map(fieldsOf);
    expect(list.map((entry) => entry.order_sn).toSorted()).toEqual([third, fourth].toSorted());
    expect(list[0]?.late_by_days).toBe(late.late_by_days);
    expect(Math.abs(Number(list[0]?.shipping_deadline) - late.shipping_deadline)).toBeLessThan(30);
    // Pages begin with 1.
    const page = async (no: number) =>
      listOf((await ask('get_late_orders', { page_no: no, page_size: 1 })).late_order_list);
    expect([...(await page(1)), ...(await page(2))]).toEqual(list);
    expect(await page(3)).toEqual([]);
    const refused = await call('GET', '/account_health/get_late_orders', { page_no: 0, page_size: 1 });
    expect(refused.body.error).toBe('error_param');
    await ship(third);
    const shown = await performance();
    expect(metricIn(shown, 1).current_period).toBe(50);
    expect(metricIn(shown, 42)).toMatchObject({ current_period: 20, last_period: null });
    expect(metricIn(shown, 4)).toMatchObject({ current_period: 1.67, unit: 4 });
    expect(metricIn(shown, 22).current_period).toBe(3);
    expect(shown.overall_performance).toEqual({
      rating: 1,
      fulfillment_failed: 3,
      listing_failed: 0,
      custom_service_failed: 1,
    });
    await later(30);
    expect(metricIn(await performance(), 42)).toMatchObject({ current_period: null, last_period: 20 });
  });

  it('shop performance counts listings removed by the marketplace', async () => {
    await control(sandbox, 'PATCH', `/shopee/items/${item.item_id}`, { status: 'BANNED' });
    const shown = await performance();
    expect(metricIn(shown, 52)).toMatchObject({ metric_type: 2, current_period: 1, unit: 1 });
    expect(shown.overall_performance).toMatchObject({ listing_failed: 1 });
  });
});

describe('health overrides of a shop', () => {
  it('figures and targets are overridden for one shop only', async () => {
    const shown = await set({
      rating: 2,
      metrics: { 1: { current: 12.5, last: 8, target: 15 }, 22: 4.8, 11: 31, 999: 1 },
      lateOrders: [{ orderSn: '261125X', deadline: 1_793_000_000, lateByDays: 4 }],
    });
    expect(shown).toMatchObject({ overall_performance: { rating: 2, custom_service_failed: 1 } });
    const again = await performance();
    expect(metricIn(again, 1)).toMatchObject({
      current_period: 12.5,
      last_period: 8,
      target: { value: 15, comparator: '<' },
    });
    expect(metricIn(again, 22).current_period).toBe(4.8);
    expect(await ask('get_late_orders')).toMatchObject({
      late_order_list: [{ order_sn: '261125X', shipping_deadline: 1_793_000_000, late_by_days: 4 }],
    });
    const other = await callerAt(sandbox, personShop);
    const shownThere = responseOf(await other('GET', '/account_health/get_shop_performance'));
    expect(metricIn(shownThere, 11).current_period).toBeNull();
    expect((await control(sandbox, 'POST', '/shopee/health', { shop: 1 })).status).toBe(404);
  });

  it('penalty points are listed newest first', async () => {
    await set({ penalty: { points: 1, violation: 5, reference: 77 } });
    await set({ penalty: { points: 3, violation: 6 } });
    expect(await ask('get_penalty_point_history', { page_no: 1, page_size: 10 })).toMatchObject({
      penalty_point_list: [
        { latest_point_num: 3, violation_type: 6, issue_time: expect.any(Number) },
        { latest_point_num: 1, violation_type: 5, reference_id: 77 },
      ],
    });
    await set({ clear: true });
    expect(await ask('get_penalty_point_history')).toMatchObject({ penalty_point_list: [] });
    expect(metricIn(await performance(), 11).current_period).toBeNull();
  });

  it('figures of a shop are overridden on the control page', async () => {
    const send = (act: string, fields: Record<string, string>) =>
      fetch(`${sandbox.url}/control/do/${act}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
    const form = { shop: String(companyShop), rating: '', metric: '43', current: '7.5', points: '2' };
    expect((await send('shopee-health', form)).headers.get('location')).toBe('/control#saude-shopee');
    expect(metricIn(await performance(), 43).current_period).toBe(7.5);
    expect(await ask('get_penalty_point_history')).toMatchObject({ total_count: 1 });
    expect(await (await fetch(`${sandbox.url}/control`)).text()).toContain('7,5 %');
    await send('shopee-health-clear', { id: String(companyShop) });
    expect(await ask('get_penalty_point_history')).toMatchObject({ total_count: 0 });
  });
});
