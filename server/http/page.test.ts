import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printGrantee, readGrantee } from '#contract/account/grantee-cookie.ts';
import { makePages, type PageMaker } from './page.ts';

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

test('what a screen reads is asked for with the page, unless whoever is signed in may not read it', () => {
  expect(askedEarly()).toEqual(['/auth/session', '/orders']);
  expect(askedEarly(printGrantee('sales', ['seller']))).toEqual(['/auth/session', '/orders']);
  expect(askedEarly(printGrantee('supply', ['owner']))).toEqual(['/auth/session']);
});

test('of a cookie that somebody made up nothing is believed', () => {
  expect(readGrantee('constructor.owner')).toBeUndefined();
  expect(readGrantee('sales.emperor')).toEqual({ businessType: 'sales', roles: [] });
});
