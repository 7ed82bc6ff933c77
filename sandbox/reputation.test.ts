import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf } from './reading.ts';
import type { Sandbox } from './start.ts';
import type { Caller } from './testing.ts';
import {
  buyThrough,
  callerFor,
  control,
  legacySeller,
  newModelSeller,
  publish,
  singleDraft,
  startForTest,
} from './testing.ts';

let sandbox: Sandbox;
let call: Caller;
let item: Fields;

beforeAll(async () => {
  sandbox = await startForTest();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await control(sandbox, 'POST', '/reset', {});
  call = await callerFor(sandbox, legacySeller);
  item = await publish(sandbox, call, singleDraft({ available_quantity: 500 }));
});

const set = async (body: Fields) =>
  (await control(sandbox, 'POST', '/reputation', { seller: legacySeller, ...body })).body;
const read = async (path = '/users/me') => fieldsOf((await call('GET', path)).body.seller_reputation);
const metricsOf = async () => fieldsOf((await read()).metrics);
const sell = async (count: number) =>
  (await control(sandbox, 'POST', '/purchases/burst', { itemId: item.id, count })).body.orders as {
    id: number;
    shipmentId: number;
  }[];
/** Time passes, and with it the token. */
const later = async (days: number) => {
  await control(sandbox, 'POST', '/clock', { seconds: days * 86_400 });
  call = await callerFor(sandbox, legacySeller);
};

describe('reputation by the sales', () => {
  it('a seller has no level before more than ten sales, counted over a year', async () => {
    await sell(10);
    await buyThrough(sandbox, { itemId: item.id, pay: false });
    expect(await read()).toMatchObject({
      level_id: null,
      power_seller_status: null,
      transactions: { total: 10, completed: 10, canceled: 0 },
      metrics: { sales: { period: '365 days', completed: 10 }, claims: { rate: 0, value: 0 } },
    });
    await sell(1);
    expect(await read()).toMatchObject({ level_id: '5_green' });
    expect(await read(`/users/${newModelSeller}`)).toMatchObject({ level_id: null });
    expect(await read()).not.toHaveProperty('real_level');
  });

  it('a reputation counts sixty days if they have sixty sales', async () => {
    await sell(5);
    await later(61);
    await sell(59);
    expect(await metricsOf()).toMatchObject({ sales: { period: '365 days', completed: 64 } });
    await sell(1);
    expect(await read()).toMatchObject({
      transactions: { period: 'historic', total: 65, completed: 65 },
      metrics: { sales: { period: '60 days', completed: 60 } },
    });
  });

  it('a reputation counts only cancellations by the seller without an earlier claim', async () => {
    const [first, second, third] = await sell(20);
    for (const by of ['buyer', 'mercadolibre']) {
      await control(sandbox, 'POST', `/orders/${first?.id}/cancel`, { by });
    }
    expect(await metricsOf()).toMatchObject({
      sales: { completed: 19 },
      cancellations: { value: 0, rate: 0 },
    });
    await control(sandbox, 'POST', '/claims', { orderId: second?.id, reasonId: 'PNR3430' });
    await control(sandbox, 'POST', `/orders/${second?.id}/cancel`, { by: 'seller' });
    await control(sandbox, 'POST', `/orders/${third?.id}/cancel`, { by: 'seller' });
    // The claimed sale counts once, as a claim: 1 of 20 is orange, as 1 of 20 cancelled is red.
    expect(await read()).toMatchObject({
      level_id: '1_red',
      transactions: { total: 20, completed: 17, canceled: 3 },
      metrics: { cancellations: { value: 1, rate: 0.05 }, claims: { value: 1, rate: 0.05 } },
    });
  });

  it('spares a claim that was answered in time', async () => {
    const [first] = await sell(20);
    const { body } = await control(sandbox, 'POST', '/claims', { orderId: first?.id, reasonId: 'PNR3430' });
    expect(await read()).toMatchObject({ level_id: '2_orange', metrics: { claims: { value: 1 } } });
    await control(sandbox, 'POST', `/claims/${body.id}/answered`);
    expect(await read()).toMatchObject({ level_id: '5_green', metrics: { claims: { value: 0 } } });
  });

  it('the late rate is the share of late orders among sent ones', async () => {
    const orders = await sell(12);
    const leave = (from: number, to: number) =>
      Promise.all(
        orders
          .slice(from, to)
          .map(({ shipmentId: id }) =>
            control(sandbox, 'POST', `/shipments/${id}/advance`, { status: 'shipped' }),
          ),
      );
    await leave(0, 8);
    expect(await metricsOf()).toMatchObject({ delayed_handling_time: { value: 0, rate: 0 } });
    await later(3);
    await leave(8, 10);
    expect(await metricsOf()).toMatchObject({ delayed_handling_time: { value: 2, rate: 0.2 } });
    expect(await read()).toMatchObject({ level_id: '2_orange' });
  });
});

describe('reputation overrides', () => {
  it('overridden figures determine rates and level, and earlier overrides stay', async () => {
    expect(await set({ period: '60 days', sales: 244, claims: 3, delayed: 0 })).toMatchObject({
      level_id: '5_green',
      metrics: {
        sales: { period: '60 days', completed: 244 },
        claims: { period: '60 days', value: 3, rate: 0.0123 },
      },
    });
    await set({ claims: { value: 31, rate: 0.0912 }, powerSeller: 'gold' });
    expect(await read()).toMatchObject({
      level_id: '1_red',
      power_seller_status: 'gold',
      metrics: { sales: { completed: 244 }, claims: { value: 31, rate: 0.0912 } },
    });
    expect(await set({ level: '4_light_green' })).toMatchObject({ level_id: '4_light_green' });
    expect(await set({ level: null })).toMatchObject({ level_id: null });
    expect(await set({ clear: true })).toMatchObject({
      level_id: null,
      metrics: { sales: { completed: 0 }, claims: { value: 0 } },
    });
    expect((await control(sandbox, 'POST', '/reputation', { seller: 1 })).status).toBe(404);
  });

  it('a protected seller has no faults and shows the real values next to them until the protection ends', async () => {
    const until = new Date(sandbox.world.clock.now().getTime() + 5 * 86_400_000).toISOString();
    await set({ sales: 100, claims: 6, cancellations: 2, protection: { until } });
    expect(await read()).toMatchObject({
      level_id: '5_green',
      real_level: '2_orange',
      protection_end_date: expect.stringMatching(/-04:00$/),
      metrics: {
        claims: { value: 0, rate: 0, excluded: { real_value: 6, real_rate: 0.06 } },
        cancellations: { value: 0, rate: 0, excluded: { real_value: 2, real_rate: 0.02 } },
      },
    });
    await later(6);
    expect(await read()).toMatchObject({
      level_id: '2_orange',
      metrics: { claims: { value: 6, rate: 0.06 } },
    });
    expect(await read()).not.toHaveProperty('real_level');
  });

  it('figures are overridden on the control page, and an empty field is computed from the sales', async () => {
    const send = (act: string, fields: Record<string, string>) =>
      fetch(`${sandbox.url}/control/do/${act}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
    const empty = { powerSeller: '', period: '', delayed: '', cancellations: '', protectedUntil: '' };
    const form = { ...empty, seller: String(legacySeller), level: '', sales: '100', claims: '5' };
    expect((await send('reputation', form)).headers.get('location')).toBe('/control#reputacao');
    expect(await read()).toMatchObject({ level_id: '2_orange', metrics: { claims: { rate: 0.05 } } });
    expect(await (await fetch(`${sandbox.url}/control`)).text()).toContain('5 · 5%');
    await send('reputation', { ...form, level: 'none', sales: '', claims: '' });
    expect(await read()).toMatchObject({ level_id: null, metrics: { claims: { value: 5 } } });
    await send('reputation-clear', { id: String(legacySeller) });
    expect(await read()).toMatchObject({ metrics: { claims: { value: 0 } } });
  });
});
