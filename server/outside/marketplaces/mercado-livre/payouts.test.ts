import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { RemoteFailure } from '../../http.ts';
import type { SellerCall } from '../seller-session.ts';
import { MercadoLivreError } from './client.ts';
import { createMercadoLivreMarketplace } from './marketplace.ts';
import { payouts } from './payouts.ts';

const seller = '182440771';
const days = { from: '2026-10-01', through: '2026-10-30' };
const report = (changes: Record<string, unknown> = {}) => ({
  ...{ id: 64_978_498, user_id: Number(seller), created_from: 'manual', status: 'enabled' },
  ...{ begin_date: '2026-10-01T03:00:00Z', end_date: '2026-10-31T02:59:59Z' },
  ...{ date_created: '2026-10-31T10:07:53.000-04:00', file_name: 'release-report-2026-10-31.csv' },
  ...changes,
});

const noConfig = new MercadoLivreError(404, 'not_found', 'config not found', {});

async function read(list: unknown, { isAsked = false, config = {} as unknown, status = 202 } = {}) {
  const calls: [string, SellerCall['json']?][] = [];
  const found = await payouts.read(
    {
      ...{ remoteUserId: seller, siteId: 'MLB', tags: [] },
      call(path, { method = 'GET', json } = {}) {
        const name = path.replace('/v1/account/release_report', '');
        calls.push(json === undefined ? [`${method} ${name}`] : [`${method} ${name}`, json]);
        if (name === '/config' && method === 'GET' && config === null) return Promise.reject(noConfig);
        const answer = name === '/list' ? list : {};
        return Promise.resolve({ status: name === '' ? status : 200, headers: {}, json: answer });
      },
      download(path) {
        calls.push([`file ${path.replace('/v1/account/release_report', '')}`]);
        return Promise.resolve({ bytes: Buffer.from('DATE'), contentType: 'text/csv' });
      },
    },
    days,
    isAsked,
  );
  return { found, calls };
}

test('a finished report of the days is downloaded, the shortest of several', async () => {
  const { found, calls } = await read([
    report({ begin_date: '2026-09-01T03:00:00Z', file_name: 'longer.csv' }),
    report(),
    report({ end_date: '2026-10-30T02:59:59Z', file_name: 'shorter.csv' }),
    report({ status: 'deleted', file_name: 'gone.csv' }),
  ]);
  expect(found).toMatchObject({ kind: 'file', bytes: Buffer.from('DATE') });
  expect(calls).toEqual([['GET /list'], ['file /release-report-2026-10-31.csv']]);
});

test('a report is requested once, with the columns of sales if the seller has configured none', async () => {
  const requested = ['POST ', { begin_date: '2026-10-01T03:00:00Z', end_date: '2026-10-31T02:59:59Z' }];
  const first = await read([], { config: null });
  expect(first.found).toBeNull();
  expect(first.calls).toMatchObject([
    ['GET /list'],
    ['GET /config'],
    ['POST /config', { columns: expect.arrayContaining([{ key: 'ORDER_ID' }]), separator: ',' }],
    requested,
  ]);
  expect((await read([])).calls).toMatchObject([['GET /list'], ['GET /config'], requested]);
  expect((await read([], { isAsked: true })).calls).toEqual([['GET /list']]);
  expect((await read([report({ file_name: null, status: 'pending' })])).calls).toEqual([['GET /list']]);
  await expect(read([], { status: 203 })).rejects.toBeInstanceOf(RemoteFailure);
});

test('reports of another seller, or a list that cannot be read, are no answer', async () => {
  for (const list of [[report({ user_id: 1 })], {}, null, [report({ end_date: 'soon' })]])
    await expect(read(list)).rejects.toBeInstanceOf(RemoteFailure);
});

const marketplaceAt = (apiUrl: string) =>
  createMercadoLivreMarketplace({
    ...{ apiUrl, authUrl: '', clientId: '', clientSecret: '' },
    ...{ redirectUri: '', notificationSecret: '', timeoutMs: 500, clock: { now: () => new Date() } },
  });

test('the money is at the payment service', async () => {
  const marketplace = marketplaceAt('http://api.mercadolibre.localhost:1');
  const call = (path: string) => marketplace.call(path, { accessToken: 'x' });
  await expect(call('/v1/account/release_report/list')).rejects.toThrow('api.mercadopago.localhost:1');
  await expect(call('/users/me')).rejects.toThrow('api.mercadolibre.localhost:1');
});

test('a token that only the payment service rejects lacks a permission, any other is renewed', async () => {
  const server = createServer((request, response) => {
    const isAccepted = request.url === '/users/me' && request.headers.authorization === 'Bearer good';
    response.writeHead(isAccepted ? 200 : 401, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isAccepted ? { id: 1 } : { message: 'invalid_token', error: 'unauthorized' }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const marketplace = marketplaceAt(`http://localhost:${port}`);
  const kindOf = (accessToken: string) =>
    marketplace
      .call('/v1/account/release_report/list', { accessToken })
      .catch((error: unknown) => (error instanceof MercadoLivreError ? error.kind : error));
  expect(await kindOf('good')).toBe('forbidden');
  expect(await kindOf('old')).toBe('unauthorized');
  server.close();
});
