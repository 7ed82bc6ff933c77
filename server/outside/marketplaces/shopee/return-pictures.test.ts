import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { RemoteFailure } from '../../http.ts';
import type { SellerSession } from '../seller-session.ts';
import { createReturnPictures } from './return-pictures.ts';

// No seller's token is sent with the request.
const session = {} as SellerSession;

let connections = 0;
const secret = createServer((_request, response) => response.end('of our own net'));
secret.on('connection', () => {
  connections += 1;
});
await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
afterAll(() => secret.close());
const { port } = secret.address() as AddressInfo;

const inside = [
  `http://127.0.0.1:${port}/`,
  `https://127.0.0.1:${port}/`,
  'https://169.254.169.254/latest/meta-data',
  'http://cf.shopee.com.br/file/1',
  'https://localhost/1.jpg',
  'https://user:word@cf.shopee.com.br/1',
  'file:///etc/passwd',
  'not an address',
  '',
  `https://cf.shopee.com.br/${'a'.repeat(2000)}`,
];

test('an address that leads into our own network is neither shown nor requested', async () => {
  const own = createReturnPictures({
    apiUrl: 'https://openplatform.shopee.com.br',
    timeoutMs: 500,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  expect(own.filesOf(inside)).toEqual([]);
  for (const url of inside) expect(await own.openFile(session, '1', url)).toBeNull();
  // A name that looks public and is not.
  const lie = `https://cf.shopee.com.br:${port}/1`;
  expect(own.filesOf([lie])).toHaveLength(1);
  await expect(own.openFile(session, '1', lie)).rejects.toBeInstanceOf(RemoteFailure);
  expect(connections).toBe(0);
});
