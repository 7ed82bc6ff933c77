import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printGrantee } from '#contract/account/grantee-cookie.ts';
import { makePages, type PageMaker, readGrantee, sendPage } from './page.ts';
import { asksForPage } from './web.ts';

const folder = mkdtempSync(join(tmpdir(), 'easy-page-'));
let makePage: PageMaker;

beforeAll(() => {
  writeFileSync(join(folder, 'index.html'), '<html lang="pt-BR"><head></head></html>');
  const screen = {
    pattern: '/orders/list',
    public: false,
    permission: 'orders.read',
    scripts: { pt: ['orders.js'], en: ['orders.js'] },
    styles: [],
    reads: ['/orders'],
  };
  writeFileSync(join(folder, 'preload.json'), JSON.stringify([screen]));
  makePage = makePages(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

const askedEarly = (grantee?: string) =>
  [...makePage('/orders/list', 'open', 'pt', readGrantee(grantee)).matchAll(/href="\/api(.+?)"/g)].map(
    ([, path]) => path,
  );

test('the data of a screen is preloaded with its page, unless the signed-in person may not read it', () => {
  expect(askedEarly()).toEqual(['/auth/session', '/orders']);
  expect(askedEarly(printGrantee('sales', ['seller']))).toEqual(['/auth/session', '/orders']);
  expect(askedEarly(printGrantee('supply', ['owner']))).toEqual(['/auth/session']);
});

test('answers HEAD for a page as GET, without a body', async () => {
  const server = Fastify();
  await server.register(cookie);
  server.setNotFoundHandler((request, reply) =>
    asksForPage(request) ? sendPage(makePage, request, reply) : reply.code(404).send(),
  );
  const ask = async (method: 'GET' | 'HEAD' | 'POST', accept = 'text/html', url = '/orders/list') => {
    const { statusCode, headers, body } = await server.inject({
      method,
      url,
      headers: { accept },
    });
    return [statusCode, headers['content-type'], body === ''];
  };
  expect(await ask('GET')).toEqual([200, 'text/html; charset=utf-8', false]);
  expect(await ask('HEAD')).toEqual([200, 'text/html; charset=utf-8', true]);
  expect((await ask('POST'))[0]).toBe(404);
  expect((await ask('HEAD', 'application/json'))[0]).toBe(404);
  expect(await ask('HEAD', '*/*', '/?from=monitor')).toEqual([200, 'text/html; charset=utf-8', true]);
  expect((await ask('GET', '*/*', '/assets/gone.js'))[0]).toBe(404);
  expect((await ask('GET', '*/*', '/api/gone'))[0]).toBe(404);
  await server.close();
});

test('ignores an invented cookie', () => {
  expect(readGrantee('constructor.owner')).toBeUndefined();
  expect(readGrantee('sales.emperor')).toEqual({ businessType: 'sales', roles: [] });
});
