import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { testApp, testClock } from '#server/test/app.ts';
import { createBusinessLimit } from './business-limit.ts';

test('all tokens of a business share one bucket, which refills with time', () => {
  const clock = testClock();
  const limit = createBusinessLimit(60, clock);
  limit.learn('a', 1);
  limit.learn('b', 1);
  limit.learn('c', 2);
  const admitted = (token: string, times: number) =>
    Array.from({ length: times }, () => limit.admits(token)).filter(Boolean).length;
  expect(admitted('a', 3) + admitted('b', 7)).toBe(5);
  expect(admitted('c', 7)).toBe(5);
  expect(admitted('nobody knows', 7)).toBe(7);
  clock.advance(1 / 30);
  expect(admitted('b', 7)).toBe(2);
  clock.advance(60);
  expect(admitted('a', 7)).toBe(5);
});

test('a business beyond its share gets a retry time; other businesses are unaffected', async () => {
  const app = await testApp({ BUSINESS_REQUESTS_PER_MINUTE: '60' });
  const noisy = await app.join('supply');
  const colleague = await app.hire(noisy.businessId, ['administrator']);
  const other = await app.join('supply');
  for (let n = 0; n < 6; n++) await noisy.call(api.warehouses.list, {});
  await colleague.call(api.warehouses.list, {});
  expect(await colleague.refused(api.warehouses.list, {})).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  });
  const answer = await app.http.inject({
    url: '/api/warehouses',
    headers: { authorization: `Bearer ${noisy.token}` },
  });
  expect(answer.headers['retry-after']).toBe('1');
  await other.call(api.warehouses.list, {});
  app.clock.advance(1);
  await noisy.call(api.warehouses.list, {});
});
