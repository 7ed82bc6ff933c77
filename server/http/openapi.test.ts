import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { validate } from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statusOf } from '#contract/errors.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp({ LOG_LEVEL: 'silent' });
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
const folder = mkdtempSync(join(tmpdir(), 'easy-openapi-'));
let text: string;

beforeAll(async () => {
  const answer = await fetch(`${address}/api/openapi.json`);
  expect(answer.status).toBe(200);
  text = await answer.text();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the document is valid for two validators and names its shared parts', async () => {
  await validate(JSON.parse(text));
  const config = await createConfig({
    extends: ['recommended'],
    // The product states no licence, so the document has none.
    rules: { 'info-license': 'off' },
  });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
  const { components, paths, servers, info } = JSON.parse(text);
  expect(Object.keys(components.schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([]);
  expect(text).not.toMatch(/\$schema|\$defs/);
  // Shared responses are named once: otherwise each operation repeats them, 3,400 in all.
  const operations = Object.values(paths).flatMap((path) => Object.keys(path as object)).length;
  expect(text.length / operations).toBeLessThan(2200);
  expect(servers).toEqual([{ url: '/' }]);
  expect(info).not.toHaveProperty('license');
});

test('no GET answers 409, which clients would retry: what cannot be read now does not exist', () => {
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { responses: object }>> };
  const read = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []));
  expect(read.filter(({ responses }) => '409' in responses).map(({ path }) => path)).toEqual([]);
  expect(statusOf('label_not_ready', 'GET')).toBe(404);
  expect(statusOf('label_not_ready', 'POST')).toBe(409);
});

test('the document says which operations a key may use, and describes the webhooks', () => {
  const { components, paths, webhooks } = JSON.parse(text);
  expect(components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  const schemes = (path: string, method: string) =>
    paths[path][method].security.flatMap((one: object) => Object.keys(one));
  expect(schemes('/api/products', 'get')).toEqual(['session', 'apiKey']);
  expect(schemes('/api/api-keys/current', 'get')).toEqual(['session', 'apiKey']);
  for (const [path, method] of [
    ['/api/api-keys', 'post'],
    ['/api/staff', 'get'],
    ['/api/user', 'get'],
    ['/api/orders/export', 'get'],
  ] as const)
    expect([path, schemes(path, method)]).toEqual([path, ['session']]);
  expect(schemes('/api/auth/login', 'post')).toEqual([]);
  expect(Object.keys(webhooks)).toEqual(['sales', 'stock', 'invoices', 'ping']);
  expect(components.schemas).toHaveProperty('SaleEvent');
  const { requestBody, parameters } = webhooks.sales.post;
  expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/SaleEvent' });
  expect(parameters.map(({ name }: { name: string }) => name)).toContain('Easy-Signature');
});

/** Written as by somebody who knows the API only from its document. */
const calls = `
import type { Client } from 'openapi-fetch';
import type { paths } from './api.ts';

export async function makeTenCalls(client: Client<paths>): Promise<(number | string)[]> {
  const session = await client.GET('/api/auth/session');
  const made = await client.POST('/api/warehouses', { body: { name: 'Galpão', state: 'BA' } });
  const id = String(made.data?.id);
  const one = await client.GET('/api/warehouses/{id}', { params: { path: { id } } });
  const city: string | undefined = one.data?.city;
  const list = await client.GET('/api/warehouses', { params: { query: { size: '10' } } });
  const name: string = list.data?.items[0]?.name ?? '';
  const category = await client.POST('/api/categories', { body: { description: 'Cozinha' } });
  const products = await client.GET('/api/products');
  const orders = await client.GET('/api/orders-supplier', { params: { query: { page: '1' } } });
  const refused = await client.POST('/api/categories', { body: { description: '' } });
  const gone = await client.DELETE('/api/warehouses/{id}', { params: { path: { id } } });
  const missing = await client.GET('/api/warehouses/{id}', { params: { path: { id } } });
  const code: 'not_found' | 'forbidden' | '' = missing.error?.code === 'not_found' ? missing.error.code : '';
  const all = [session, made, one, list, category, products, orders, refused, gone, missing];
  return [...all.map(({ response }) => response.status), city ?? '', name, code];
}
`;

test('a client that is generated from it compiles and makes ten calls', async () => {
  await writeClient();
  const { makeTenCalls } = await import(pathToFileURL(join(folder, 'calls.mjs')).href);
  const { token } = await app.join('supply');
  const client = createClient({ baseUrl: address, headers: { authorization: `Bearer ${token}` } });
  expect(await makeTenCalls(client)).toEqual([
    ...[200, 201, 200, 200, 201, 200, 200, 422, 204, 404],
    ...['', 'Galpão', 'not_found'],
  ]);
}, 120_000);

async function writeClient(): Promise<void> {
  // The generator prints with functions of TypeScript that version 7 does not offer.
  const { resolve } = createRequire(import.meta.url);
  const printing = pathToFileURL(join(dirname(resolve('@ts-morph/common')), 'typescript.js')).href;
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'typescript' && context.parentURL?.includes('/openapi-typescript/')
        ? next(printing, context)
        : next(name, context),
  });
  const { astToString, default: generate } = await import('openapi-typescript');
  hooks.deregister();
  writeFileSync(join(folder, 'api.ts'), astToString(await generate(text)));
  writeFileSync(join(folder, 'calls.mts'), calls);
  const fetchTypes = join(dirname(resolve('openapi-fetch')), 'index.d.mts');
  const compilerOptions = {
    ...{ strict: true, target: 'esnext', module: 'nodenext', types: [], lib: ['esnext', 'dom'] },
    ...{ rewriteRelativeImportExtensions: true, paths: { 'openapi-fetch': [fetchTypes] } },
  };
  const files = ['api.ts', 'calls.mts'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const compiler = join(dirname(resolve('typescript/package.json')), 'bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
}
