import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { call, Failure, whenSessionEnds } from './api.ts';
import { problem, serve } from './ui/render-screen.tsx';

const list = endpoint({ method: 'GET', path: '/products', permission: 'products.read', summary: '' });
const update = endpoint({
  method: 'PATCH',
  path: '/products/:id',
  permission: 'products.update',
  summary: '',
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ name: z.string() }),
  files: { max: 2, maxBytes: 10, accept: 'image' },
});

const secondStep = endpoint({
  method: 'PATCH',
  path: '/auth/otp/validate',
  permission: 'public',
  summary: '',
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

test('a write carries its key, its version and JSON, and is not retried', async () => {
  const { calls } = serve(() => ({ status: 503, body: problem(503, 'unavailable') }));
  const refused = await call(
    update,
    { params: { id: 'a/b' }, body: { name: 'x' }, version: 4 },
    'key-1',
  ).catch((error) => error);
  expect(refused).toBeInstanceOf(Failure);
  expect(calls.map(({ name }) => name)).toEqual(['PATCH /api/products/a%2Fb']);
  expect(calls[0]?.headers.get('idempotency-key')).toBe('key-1');
  expect(calls[0]?.headers.get('if-match')).toBe('"4"');
  expect(calls[0]?.body).toEqual({ name: 'x' });
});

test('with files, the JSON is the part named data', async () => {
  const { calls } = serve(() => ({ body: {} }));
  await call(update, { params: { id: 1 }, body: { name: 'x' }, files: [new File(['a'], 'a.png')] });
  expect(calls[0]?.body).toEqual({ name: 'x' });
});

test("retries a read on the specified statuses, not before the server's Retry-After", async () => {
  vi.useFakeTimers();
  let left = 1;
  const { calls } = serve(() =>
    left-- > 0
      ? { status: 429, body: problem(429, 'too_many_requests'), headers: { 'retry-after': '7' } }
      : { body: { items: [] } },
  );
  const answer = call(list, {});
  await vi.advanceTimersByTimeAsync(6_900);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(await answer).toEqual({ items: [] });
  expect(calls).toHaveLength(2);
});

test('does not retry a read on other statuses', async () => {
  const { calls } = serve(() => ({ status: 404, body: problem(404, 'not_found') }));
  await expect(call(list, {})).rejects.toMatchObject({ problem: { code: 'not_found' } });
  expect(calls).toHaveLength(1);
});

const refused = { status: 401, body: problem(401, 'unauthenticated') };
const isRenewal = ({ name }: { name: string }) => name === 'POST /api/auth/refresh';

test('renews an expired session once for all calls that found it expired, and repeats them', async () => {
  let renewed = false;
  const { calls } = serve((asked) => {
    if (isRenewal(asked)) {
      renewed = true;
      return { body: { stage: 'full' } };
    }
    return renewed ? { body: { ok: true } } : refused;
  });
  expect(await Promise.all([call(list, {}), call(list, {})])).toEqual([{ ok: true }, { ok: true }]);
  expect(calls.filter(isRenewal)).toHaveLength(1);
});

test('a refusal that arrives after a renewal causes no second one, which would invalidate calls in flight', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let renewed = false;
  const late = Promise.withResolvers<void>();
  const { calls } = serve(async (asked) => {
    vi.setSystemTime(Date.now() + 1_000);
    if (isRenewal(asked)) renewed = true;
    const answer = renewed ? { body: { ok: true } } : refused;
    if (asked.name === 'PATCH /api/products/1') await late.promise;
    return answer;
  });
  const second = call(update, { params: { id: '1' }, body: { name: 'x' } });
  expect(await call(list, {})).toEqual({ ok: true });
  late.resolve();
  expect(await second).toEqual({ ok: true });
  expect(calls.filter(isRenewal)).toHaveLength(1);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 2],
])('a session that ends %d times before the call is repeated is renewed %d times', async (ends, renewals) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let left = ends;
  const { calls } = serve((asked) => {
    vi.setSystemTime(Date.now() + 1_000);
    if (isRenewal(asked)) return { body: { stage: 'full' } };
    return left-- > 0 ? refused : { body: { ok: true } };
  });
  const answer = call(list, {});
  if (ends > renewals) await expect(answer).rejects.toMatchObject({ problem: { status: 401 } });
  else expect(await answer).toEqual({ ok: true });
  expect(calls.filter(isRenewal)).toHaveLength(renewals);
});

test('ignores a renewal dated in the future, because the clock was set back', async () => {
  localStorage.setItem('easy.refreshed', String(Date.now() + 3_600_000));
  let renewed = false;
  serve((asked) => {
    if (isRenewal(asked)) renewed = true;
    return renewed ? { body: { ok: true } } : refused;
  });
  expect(await call(list, {})).toEqual({ ok: true });
});

test('ends a session that cannot be renewed, and reports it once per call', async () => {
  const ended = vi.fn(() => Promise.resolve(false));
  whenSessionEnds(ended);
  serve(() => refused);
  await expect(call(list, {})).rejects.toMatchObject({ problem: { status: 401 } });
  expect(ended).toHaveBeenCalledTimes(1);
});

test('repeats a call with its own key after the person signs in again, but not calls of the sign-in', async () => {
  let signedIn = false;
  const again = vi.fn(() => {
    signedIn = true;
    return Promise.resolve(true);
  });
  whenSessionEnds(again);
  const { calls } = serve(() => (signedIn ? { body: { id: 7 } } : refused));
  const created = call(update, { params: { id: 7 }, body: { name: 'x' } });
  expect(await created).toEqual({ id: 7 });
  const sent = calls.filter((asked) => !isRenewal(asked));
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  signedIn = false;
  const code = call(secondStep, {});
  await expect(code).rejects.toMatchObject({ problem: { status: 401 } });
  expect(again).toHaveBeenCalledTimes(1);
});

test('losing the network during a renewal does not end the session', async () => {
  const ended = vi.fn(() => Promise.resolve(false));
  whenSessionEnds(ended);
  serve((asked) => (isRenewal(asked) ? { status: 503, body: problem(503, 'unavailable') } : refused));
  await expect(call(list, {})).rejects.toMatchObject({ unknownOutcome: true });
  expect(ended).not.toHaveBeenCalled();
});

test('gives up a renewal that hangs for 5 s and starts another', async () => {
  let asked = 0;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    if (ms === 5_000) limit.abort(new DOMException('hangs', 'TimeoutError'));
    return limit.signal;
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!address.endsWith('/auth/refresh'))
      return Response.json(asked > 1 ? { ok: true } : problem(401, 'unauthenticated'), {
        status: asked > 1 ? 200 : 401,
      });
    asked += 1;
    init.signal?.throwIfAborted();
    return asked > 1 ? Response.json({ stage: 'full' }) : new Promise<Response>(() => undefined);
  });
  expect(await call(list, {})).toEqual({ ok: true });
  expect(asked).toBe(2);
});
