import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { parseJson } from '#server/http/json.ts';
import { type Person, type TestApp, testApp } from '#server/test/app.ts';
import { deepTree } from './mutation.ts';
import { judgeProblem } from './oracle.ts';
import { speak } from './speak.ts';
import { endpoints } from './world.ts';

let app: TestApp;
let owner: Person;
let port: number;

beforeAll(async () => {
  app = await testApp({ LOG_LEVEL: 'silent' });
  owner = await app.join('supply');
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = app.http.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => app.http.server.closeAllConnections());

function post(payload: string | Buffer, headers: Record<string, string> = {}, url = '/api/warehouses') {
  return app.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers },
    payload,
  });
}

const statuses = (text: string) =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code));
const good = JSON.stringify({ name: 'Galpão' });

describe('content types', () => {
  const refused = [
    'application/json\t',
    'application/json\t; charset=utf-8',
    ' application/json;x',
    'application/json ; tail',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'application/jsonx',
    'application/x+json',
    'application/problem+json',
    'text/json',
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/mixed; boundary=x',
    'json',
    '/',
    ';',
  ];
  test.each(refused)('a body of content type %j is refused', async (type) => {
    const answer = await post(good, { 'content-type': type });
    expect(answer.statusCode).toBe(415);
    expect(judgeProblem(answer)).toEqual([]);
  });
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
    'a body of content type %j is read',
    async (type) => {
      const answer = await post(JSON.stringify({ name: `Galpão ${type}` }), { 'content-type': type });
      expect(answer.statusCode).toBe(201);
    },
  );
  test('every write refuses a form-encoded body', async () => {
    for (const { name, endpoint } of endpoints) {
      if (endpoint.method === 'GET') continue;
      const answer = await app.http.inject({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(/:\w+/g, '1')}`,
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: 'name=x',
      });
      expect([name, answer.statusCode]).toEqual([name, 415]);
    }
  });
});

describe('shapes of a body', () => {
  const broken: [string, string | Buffer][] = [
    ['a byte order mark', `\ufeff${good}`],
    ['a repeated name', '{"name":"a","name":"b"}'],
    ['a repeated name, once escaped', '{"name":"a","n\\u0061me":"b"}'],
    ['a repeated name in a nested object', '{"name":"a","x":[{"y":1,"y":2}]}'],
    ['__proto__', '{"name":"a","__proto__":{"admin":true}}'],
    ['__proto__, escaped', '{"name":"a","\\u005f_proto__":{"admin":true}}'],
    ['33 levels', JSON.stringify(deepTree(33))],
    ['1,000 levels', JSON.stringify(deepTree(1000))],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['100,000 unclosed levels', '{"a":'.repeat(100_000)],
    ['two documents', `${good}${good}`],
    ['half a document', '{"name":"a"'],
    ['single quotes', "{'name':'a'}"],
    ['a comment', `/* */${good}`],
    ['NaN', '{"name":NaN}'],
    ['no JSON', 'name=x'],
    ['UTF-16', Buffer.from(good, 'utf16le')],
    ['a single quote mark', '"'],
    ['a single brace', '}'],
  ];
  test.each(broken)('a body with %s is refused as malformed', async (_, payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(judgeProblem(answer)).toEqual([]);
  });
  const wrong: [string, string][] = [
    ['null', 'null'],
    ['true', 'true'],
    ['a list', '[]'],
    ['a text', '"name"'],
    ['10 levels', `{"name":${JSON.stringify(deepTree(10))}}`],
    ['a constructor', '{"name":"a","constructor":{"prototype":{}}}'],
    ['a number instead of a text', '{"name":5}'],
    ['100,000 names', `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
  ];
  test.each(wrong)('a body with %s is refused as invalid', async (_, payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(422);
    expect(judgeProblem(answer)).toEqual([]);
    expect(answer.body.length).toBeLessThan(40_000);
  });
  test('a body of more than a mebibyte is not read', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(1_048_576) }));
    expect(answer.statusCode).toBe(413);
    expect(judgeProblem(answer)).toEqual([]);
  });
  test('a body with __proto__ does not change Object.prototype', async () => {
    await post('{"name":"a","constructor":{"prototype":{"polluted":1}}}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
  test('the same name in two objects of a body is accepted', () => {
    const text = '{"a":{"id":1,"b":"\\"id\\":"},"c":[{"id":2},{"id":3}],"id":"}{"}';
    expect(parseJson(text)).toEqual({ a: { id: 1, b: '"id":' }, c: [{ id: 2 }, { id: 3 }], id: '}{' });
  });
});

describe('addresses and headers', () => {
  test.each([
    '/api/products?size=1&size=2',
    '/api/products?size[]=1',
    '/api/products?size=',
    '/api/products?size=1e1',
    '/api/products?__proto__=1',
    '/api/products?constructor=1',
  ])('%s is refused', async (url) => {
    const answer = await app.http.inject({ url, headers: { authorization: `Bearer ${owner.token}` } });
    expect(answer.statusCode).toBe(422);
    expect(judgeProblem(answer)).toEqual([]);
  });
  test.each([
    '/api/products/%zz',
    '/api/products/%C0%AF',
    '/api/products/%ED%A0%80',
    `/api/products/${'9'.repeat(300)}`,
  ])('%s is nobody', async (url) => {
    const answer = await app.http.inject({ url, headers: { authorization: `Bearer ${owner.token}` } });
    expect([400, 404]).toContain(answer.statusCode);
    expect(judgeProblem(answer)).toEqual([]);
  });
  test('no header changes the method of a request', async () => {
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/warehouses/1',
        headers: {
          authorization: `Bearer ${owner.token}`,
          [header]: 'DELETE',
          'content-type': 'application/json',
        },
        payload: '{}',
      });
      expect(answer.statusCode).toBe(404);
    }
    expect(
      (await app.http.inject({ method: 'POST', url: '/api/warehouses?_method=DELETE' })).statusCode,
    ).toBe(401);
  });
});

describe('on the socket', () => {
  const head = (more: string) =>
    `POST /api/warehouses HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${owner.token}\r\n${more}`;
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test.each([
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    ['CONNECT', 'CONNECT localhost:5432 HTTP/1.1\r\nHost: localhost:5432\r\n\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['64 KB of headers', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(65_536)}\r\n\r\n`],
    ['a header with NUL', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n'],
    ['HTTP/1.1 without a host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('%s is refused', async (_, bytes) => {
    const text = await speak(port, [Buffer.from(bytes, 'latin1')]);
    const [status = 400] = statuses(text);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toMatch(/node_modules|at .*\.js:\d/);
  });

  test.each([
    [
      'both lengths',
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'two lengths',
      `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\nContent-Type: application/json\r\n\r\n${smuggled}`,
    ],
    [
      'a hidden encoding',
      `Content-Length: 4\r\nTransfer-Encoding : chunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'an encoding twice',
      `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'an unknown encoding',
      `Transfer-Encoding: xchunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a signed length', `Content-Length: +0\r\nContent-Type: application/json\r\n\r\n${smuggled}`],
    ['a bare line feed', `Content-Length: 0\nContent-Type: application/json\n\n${smuggled}`],
    [
      'a folded header',
      `Content-Type: application/json\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
  ])('%s hides no second request', async (_, rest) => {
    const answered = statuses(await speak(port, [head(rest)]));
    // One refusal, then the connection closes: the second request is never answered as a request of its own.
    expect(answered.filter((status) => status === 200)).toEqual([]);
  });

  test('answers other clients while 500 slow sockets are open', async () => {
    const sockets = Array.from({ length: 500 }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.write('POST /api/warehouses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nX-Slow: ');
    }
    const warehouse = await owner.call(api.warehouses.create, { body: { name: 'Enquanto isso' } });
    expect(warehouse.id).toBeGreaterThan(0);
    expect(
      statuses(await speak(port, [`${smuggled.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`])),
    ).toEqual([200]);
    expect(app.http.server.headersTimeout).toBeLessThanOrEqual(60_000);
    expect(app.http.server.requestTimeout).toBe(30_000);
    for (const socket of sockets) socket.destroy();
  });
});
