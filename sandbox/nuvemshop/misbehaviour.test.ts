import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Fields, fieldsOf, listOf } from '../reading.ts';
import type { Sandbox } from '../start.ts';
import { type Caller, control, startForTest } from '../testing.ts';
import { callerIn, mug, offer, simpleStore, storeControl, twoPlaceStore } from './testing.ts';

// The clock only moves when it is set, so that buckets are counted exactly.
const noon = new Date('2026-08-03T15:00:00.000Z');
let sandbox: Sandbox;
let call: Caller;

beforeAll(async () => {
  sandbox = await startForTest({ now: () => noon });
  call = await callerIn(sandbox, simpleStore);
});
afterAll(() => sandbox.close());
afterEach(() => control(sandbox, 'POST', '/reset', { keepGrants: true }));

const fault = (body: Fields) => storeControl(sandbox, 'POST', '/faults', body);

describe('the bucket of calls', () => {
  it('the bucket of a store holds forty calls, frees two a second and reports its level', async () => {
    const first = await call('GET', '/store');
    expect(first.headers.get('x-rate-limit-limit')).toBe('40');
    expect(first.headers.get('x-rate-limit-remaining')).toBe('39');
    expect(first.headers.get('x-rate-limit-reset')).toBe('500');
    for (let count = 1; count < 40; count += 1) expect((await call('GET', '/store')).status).toBe(200);
    const refused = await call('GET', '/store');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-rate-limit-remaining')).toBe('0');
    expect(refused.headers.get('x-rate-limit-reset')).toBe('20000');
    expect(refused.headers.get('retry-after')).toBeNull();
    const other = await callerIn(sandbox, twoPlaceStore);
    expect((await other('GET', '/store')).status).toBe(200);
    await control(sandbox, 'POST', '/clock', { seconds: 1 });
    const again = [await call('GET', '/store'), await call('GET', '/store'), await call('GET', '/store')];
    expect(again.map(({ status }) => status)).toEqual([200, 200, 429]);
  });

  it('the bucket of a store is ten times as big on the highest plan', async () => {
    await storeControl(sandbox, 'PATCH', `/stores/${simpleStore}`, { planName: 'Next' });
    expect((await call('GET', '/store')).headers.get('x-rate-limit-limit')).toBe('400');
  });

  it('writes of variants have a separate bucket, counted by variant', async () => {
    const { product, variant } = await offer(call, mug());
    const many = Array.from({ length: 50 }, () => ({ id: variant.id, price: 10 }));
    const send = () => call('PATCH', '/products/stock-price', [{ id: product.id, variants: many }]);
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push(await send());
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(Number(statuses[4]?.headers.get('x-rate-limit-remaining'))).toBeGreaterThan(30);
  });
});

describe('spoiled answers', () => {
  it.each<[string, number]>([
    ['rate-limit', 429],
    ['error-500', 500],
    ['unavailable-503', 503],
    ['refused-422', 422],
    ['suspended-402', 402],
  ])('%s answers %i once', async (kind, status) => {
    await fault({ kind, times: 1 });
    expect((await call('GET', '/store')).status).toBe(status);
    expect((await call('GET', '/store')).status).toBe(200);
  });

  it('cuts the line, halves the JSON, sends HTML, wrong types and a wrong id', async () => {
    await fault({ kind: 'cut', times: 1 });
    await expect(call('GET', '/store')).rejects.toThrow();
    await fault({ kind: 'truncated', times: 1 });
    const half = await call('GET', '/store');
    expect(() => JSON.parse(half.bytes.toString())).toThrow();
    await fault({ kind: 'html', times: 1 });
    expect((await call('GET', '/store')).bytes.toString()).toMatch(/^<!doctype html>/);
    await fault({ kind: 'wrong-type', times: 1 });
    expect((await call('GET', '/store')).body.id).toBe(`~${simpleStore}`);
    await fault({ kind: 'wrong-id', times: 1 });
    expect((await call('GET', '/store')).body.id).toBe(simpleStore + 7);
  });

  it('a call can take effect although its answer is an error or never sent', async () => {
    await fault({ kind: 'error-500', method: 'POST', path: '/products', times: 1, applied: true });
    expect((await call('POST', '/products', mug())).status).toBe(500);
    expect((await call('GET', '/products')).list).toHaveLength(1);
    await fault({ kind: 'silent', path: '/store', times: 1 });
    const url = `${sandbox.url}/nuvemshop/2025-03/${simpleStore}/store`;
    await expect(fetch(url, { signal: AbortSignal.timeout(150) })).rejects.toThrow();
  });

  it('a fault can be a slow answer, and affects only its store and path', async () => {
    await fault({ kind: 'slow', delayMs: 120, path: '/store', times: 1 });
    const begun = performance.now();
    await call('GET', '/store');
    expect(performance.now() - begun).toBeGreaterThan(100);
    await fault({ kind: 'error-500', store: simpleStore, path: '/products*' });
    expect((await call('GET', '/locations')).status).toBe(200);
    expect((await call('GET', '/products')).status).toBe(500);
    expect((await (await callerIn(sandbox, twoPlaceStore))('GET', '/store')).status).toBe(200);
  });

  it('a stock write can be reported as done without effect, for all variants or the last one', async () => {
    const { product, variant, other } = await offer(call, mug());
    const write = () =>
      call('PATCH', '/products/stock-price', [
        {
          id: product.id,
          variants: [variant, other].map(({ id }) => ({ id, inventory_levels: [{ stock: 1 }] })),
        },
      ]);
    const stocks = async () =>
      listOf((await call('GET', `/products/${product.id}`)).body.variants).map(
        (entry) => fieldsOf(entry).stock,
      );
    await fault({ kind: 'without-effect', method: 'PATCH', times: 1 });
    expect((await write()).list).toMatchObject([{ variants: [{ success: true }, { success: true }] }]);
    expect(await stocks()).toEqual([6, 4]);
    await fault({ kind: 'partial-success', method: 'PATCH', times: 1 });
    expect((await write()).list).toMatchObject([{ variants: [{ success: true }, { success: false }] }]);
    expect(await stocks()).toEqual([1, 4]);
  });

  it('damages the exchange of a code too, and refuses unknown kinds', async () => {
    await fault({ kind: 'error-500', path: '/apps/authorize/token', times: 1 });
    const url = `${sandbox.url}/nuvemshop-auth/apps/authorize/token`;
    expect((await fetch(url, { method: 'POST', body: new URLSearchParams() })).status).toBe(500);
    expect((await fault({ kind: 'earthquake' })).status).toBe(400);
  });
});
