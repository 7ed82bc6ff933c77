import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createPictureClient } from './picture-client.ts';

const server = createServer((request, response) => {
  const path = request.url ?? '';
  const status = /^\/status\/(\d+)/.exec(path)?.[1];
  if (status) response.writeHead(Number(status)).end();
  else if (path === '/moved') response.writeHead(302, { location: '/picture' }).end();
  else if (path === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
  else if (path === '/other-scheme') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
  else if (path === '/round') response.writeHead(302, { location: '/round' }).end();
  else if (path === '/large') response.end(Buffer.alloc(5000));
  else if (path === '/silent') response.flushHeaders();
  else response.end('picture');
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const near = createPictureClient({ allowLoopback: true, maxBytes: 2000, timeoutMs: 300 });
const strict = createPictureClient({ allowLoopback: false, maxBytes: 2000, timeoutMs: 300 });

const outcome = async (client: typeof near, url: string) => {
  const found = await client.download(url);
  return 'bytes' in found ? found.bytes.toString() : [found.fault, found.again];
};

test.each([
  ['/picture', 'picture'],
  ['/moved', 'picture'],
  ['/status/404', ['not_found', false]],
  ['/status/403', ['refused', false]],
  ['/status/429', ['unreachable', true]],
  ['/status/503', ['unreachable', true]],
  ['/large', ['image_too_big', false]],
  ['/silent', ['unreachable', true]],
  ['/round', ['refused', false]],
  // Also behind a redirect no address leads into a private network, or to another protocol.
  ['/inside', ['address_not_public', false]],
  ['/other-scheme', ['address_not_public', false]],
])('a picture at %s is %j', async (path, expected) => {
  expect(await outcome(near, `${at}${path}`)).toEqual(expected);
});

test.each([
  at,
  'http://localhost/1.jpg',
  'http://10.0.0.8/1.jpg',
  'https://169.254.169.254/latest',
  'http://[::1]/1.jpg',
  'http://2130706433/1.jpg',
  'http://user:password@example.com/1.jpg',
  'http://intranet/1.jpg',
  'ftp://example.com/1.jpg',
])('%s is not asked', async (url) => {
  expect(await outcome(strict, url)).toEqual(['address_not_public', false]);
});

test('a name that resolves to a private address is not asked, without TLS either', async () => {
  const client = createPictureClient({
    allowLoopback: false,
    maxBytes: 2000,
    resolve: async () => [{ address: '192.168.1.1', family: 4 }],
  });
  for (const scheme of ['http', 'https'])
    expect(await outcome(client, `${scheme}://pictures.example.com/1.jpg`)).toEqual([
      'address_not_public',
      false,
    ]);
});
