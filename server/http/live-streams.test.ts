import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';

const app = await testApp({ PORT: '0' });
const portOf = () => (app.http.server.address() as AddressInfo).port;

test('a session has twenty streams of events at once; one that ends gives its place back, another session has its own', async () => {
  const person = await app.join('supply');
  const colleague = await app.hire(person.businessId, ['administrator']);
  await app.listen();
  const open = async ({ token }: { token: string }) => {
    const ending = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${portOf()}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: ending.signal,
    });
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      end: () => ending.abort(),
    };
  };
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(person)));
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await open(person)).toMatchObject({ status: 429, retryAfter: '60' });
  const other = await open(colleague);
  expect(other.status).toBe(200);
  streams[0]?.end();
  await expect
    .poll(async () => {
      const stream = await open(person);
      if (stream.status === 200) stream.end();
      return stream.status;
    })
    .toBe(200);
  for (const { end } of [...streams, other]) end();
});
