import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { type Person, testApp } from '#server/test/app.ts';
import { mostStreams } from './live.ts';

const app = await testApp({ PORT: '0' });
await app.listen();
const { port } = app.http.server.address() as AddressInfo;

async function open({ token }: Pick<Person, 'token'>) {
  const ending = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  });
  const { status, headers } = answer;
  // The answer is kept: `fetch` closes the stream of an answer that is garbage-collected before its body is read.
  return { answer, status, retryAfter: headers.get('retry-after'), end: () => ending.abort() };
}
type Stream = Awaited<ReturnType<typeof open>>;

/** Reads a stream until it announces a change of this entity; false if it ends before. */
async function hears(stream: Stream, entity: string): Promise<boolean> {
  let text = '';
  for await (const chunk of stream.answer.body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (text.includes(JSON.stringify({ entity }))) return true;
  }
  return false;
}

/** Reads a stream to its end. */
async function isEnded({ answer }: Stream): Promise<true> {
  for await (const _ of answer.body ?? []);
  return true;
}

test('a session may have twenty event streams; a closed one frees its place, and another session has its own', async () => {
  const person = await app.join('supply');
  const colleague = await app.hire(person.businessId, ['administrator']);
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

test('a business may have a thousand streams and is refused more, while another business keeps working', async () => {
  const owner = await app.join('supply');
  const sessions = mostStreams.perBusiness / mostStreams.perSession;
  const staff: Person[] = [];
  const streams: Stream[] = [];
  for (let n = 0; n < sessions; n++) {
    const person = await app.hire(owner.businessId, ['stockist']);
    staff.push(person);
    streams.push(...(await Promise.all(Array.from({ length: mostStreams.perSession }, () => open(person)))));
  }
  expect(streams).toHaveLength(1000);
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await open(owner)).toMatchObject({ status: 429, retryAfter: '60' });

  const neighbour = await app.join('supply');
  const theirs = await open(neighbour);
  expect(theirs.status).toBe(200);
  await makeProduct(neighbour);
  expect(await hears(theirs, 'products')).toBe(true);

  // A change of rights checks every stream of the business. Calls of the other business do not wait for these checks.
  let longestLine = 0;
  const watch = setInterval(() => {
    longestLine = Math.max(longestLine, app.database.pool.waitingCount);
  }, 1);
  const [gone] = staff;
  const { items } = await owner.call(api.staff.list, { query: { size: '100' } });
  const id = items.find(({ email }) => email === gone?.email)?.id ?? 0;
  await owner.call(api.staff.remove, { params: { id } });
  const [last] = streams.slice(-1);
  const [, , lists] = await Promise.all([
    Promise.all(streams.slice(0, mostStreams.perSession).map(isEnded)),
    last && hears(last, 'staff'),
    Promise.all(Array.from({ length: 5 }, () => neighbour.call(api.products.list))),
  ]);
  clearInterval(watch);
  expect(lists.map(({ total }) => total)).toEqual([1, 1, 1, 1, 1]);
  expect(longestLine).toBeLessThan(20);

  // The places of the closed streams are free again.
  const again = await open(owner);
  expect(again.status).toBe(200);
  for (const { end } of [...streams, theirs, again]) end();
});
