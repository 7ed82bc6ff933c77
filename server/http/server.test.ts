import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { metricsToken, testApp } from '#server/test/app.ts';
import { addressKey, addressOf } from './address-key.ts';
import { isClientAbort } from './server.ts';

const app = await testApp({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '50' });
await app.http.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.http.server.address() as AddressInfo;

/** The time limit of a request is divided by a hundred until the test has ended. */
function hurry(): void {
  const { server } = app.http;
  const { requestTimeout, headersTimeout } = server;
  // Node applies the longer of the two.
  expect(Math.max(requestTimeout, headersTimeout)).toBe(30_000);
  Object.assign(server, { requestTimeout: requestTimeout / 100, headersTimeout: headersTimeout / 100 });
  onTestFinished(() => void Object.assign(server, { requestTimeout, headersTimeout }));
}

test('an unverified token gives no share of its own; a verified one does', async () => {
  const person = await app.join('supply');
  const ask = async (token: string) =>
    (
      await app.http.inject({
        url: '/api/warehouses',
        headers: { authorization: `Bearer ${token}` },
        remoteAddress: '203.0.113.9',
      })
    ).statusCode;
  expect(await ask(person.token)).toBe(200);
  const answers = [];
  for (let n = 0; n < 60; n++) answers.push(await ask(`random-${n}`));
  expect(answers.filter((status) => status === 429)).toHaveLength(11);
  expect(await ask(person.token)).toBe(200);
});

test('counts an IPv6 address as its /64, however it is written', () => {
  expect(addressKey('2001:db8::1')).toBe(addressKey('2001:db8:0:0:ffff::2'));
  expect(addressKey('2001:db8::1')).not.toBe(addressKey('2001:db8:0:1::1'));
  expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
});

test('writes an IPv4 address as IPv4, also if it arrives over IPv6', () => {
  expect(addressOf({ ip: '::ffff:203.0.113.9' })).toBe('203.0.113.9');
  expect(addressOf({ ip: '203.0.113.9' })).toBe('203.0.113.9');
  expect(addressOf({ ip: '2001:db8::ffff:1' })).toBe('2001:db8::ffff:1');
});

test('accepts only an empty object where no body is expected', async () => {
  const person = await app.join('sales');
  const send = async (payload: string) =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/api/orders/1/refresh',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        payload,
      })
    ).statusCode;
  for (const body of ['[]', 'true', '5', 'null', '"text"', '{"a":1}', '[1]'])
    expect([body, await send(body)]).toEqual([body, 400]);
  const { status } = await person.refused(api.warehouses.create, { body: null as never });
  expect(status).toBe(422);
});

test('closes an upload that stalls when its time is over, although its sender closes nothing', async () => {
  const { server } = app.http;
  hurry();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const begun = performance.now();
  const told: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => told.push(text));
  socket.write('POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
  socket.write('content-length: 500\r\n\r\n{"email":');
  await once(server.on('connection', () => undefined) && socket, 'end');
  // The time limit without acceleration.
  expect(performance.now() - begun).toBeLessThan(30_000);
  expect(told.join('')).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n.+"code":"request_timeout"/s);
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count))))
    .toBe(0);
  socket.destroy();
});

test('closes an idle spare connection without an answer, which would be taken for the answer to the next request', async () => {
  hurry();
  const socket = connect({ port, host: '127.0.0.1' });
  const closed = once(socket, 'close');
  const told = vi.fn();
  socket.on('data', told);
  await closed;
  expect(told).not.toHaveBeenCalled();
});

test('shows metrics only with the secret', async () => {
  const read = (authorization?: string) =>
    app.http.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) });
  expect((await read()).statusCode).toBe(401);
  expect((await read('Bearer another-word')).statusCode).toBe(401);
  expect((await read(`Bearer ${metricsToken}`)).statusCode).toBe(200);
});

test('stays ready while no file can be stored, and reports it in its body and its metrics', async () => {
  rmSync(app.env.storage.folder, { recursive: true, force: true });
  writeFileSync(app.env.storage.folder, '');
  // The last good answer is repeated for a second.
  await expect
    .poll(async () => (await app.http.inject('/readyz')).json())
    .toEqual({ status: 'ready', database: 'ready', schema: 'ready', files: 'failing' });
  expect((await app.http.inject('/readyz')).statusCode).toBe(200);
  const metrics = await app.http.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  expect(metrics.body).toContain('easy_ready{part="files"} 0');
  expect(metrics.body).toContain('easy_ready{part="database"} 1');
  rmSync(app.env.storage.folder);
  expect((await app.http.inject('/readyz')).json()).toMatchObject({ files: 'ready' });
});

test('is not ready on a database that lacks a migration of this release', async () => {
  const last = 'select max(name) from schema_migrations';
  const { rows } = await app.owner.query(`delete from schema_migrations where name = (${last}) returning *`);
  await expect.poll(async () => (await app.http.inject('/readyz')).statusCode).toBe(503);
  const [{ name, sha256 }] = rows;
  await app.owner.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);
  await expect.poll(async () => (await app.http.inject('/readyz')).statusCode).toBe(200);
});

test('live updates carry the headers of every answer', async () => {
  const person = await app.join('supply');
  const app2 = app.http.inject({ url: '/healthz' });
  const { headers } = await app2;
  const names = Object.keys(headers).filter((name) =>
    /^(x-|content-security|strict|referrer|cross-origin)/.test(name),
  );
  await app.listen().catch(() => undefined);
  const answer = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  for (const name of names.filter((name) => !name.startsWith('x-ratelimit')))
    expect([name, answer.headers.get(name)]).toEqual([name, headers[name]]);
  await answer.body?.cancel();
});

test('an aborted request is not logged as a failure; a failure beside it is', () => {
  const gone = { socket: { destroyed: true } };
  const here = { socket: { destroyed: false } };
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(isClientAbort(reset, gone)).toBe(true);
  expect(isClientAbort(reset, here)).toBe(false);
  expect(isClientAbort(Object.assign(new Error('x'), { code: 'ERR_STREAM_PREMATURE_CLOSE' }), gone)).toBe(
    true,
  );
  expect(isClientAbort(new TypeError('x is not a function'), gone)).toBe(false);
});
