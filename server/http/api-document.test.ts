import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { makeKey } from '#server/business/test/key-factory.ts';
import { makeTrade } from '#server/dropshipping/test/factory.ts';
import { makeShelf } from '#server/inventory/test/factory.ts';
import { makeBenchSale } from '#server/orders/test/factory.ts';
import { makeProduct } from '#server/products/test/factory.ts';
import { testApp } from '#server/test/app.ts';

const app = await testApp();
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });

const text = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
const calls = [...text.matchAll(/^\d+\. .*?\n\n```sh\n(.*?)```/gms)].map(([, command = '']) => command);

/** Replacements for the programs that the document uses, as far as it uses them: a machine may have none of them. */
const programs = mkdtempSync(join(tmpdir(), 'easy-programs-'));
afterAll(() => rmSync(programs, { recursive: true }));
for (const name of ['curl', 'jq']) {
  const script = join(import.meta.dirname, `../test/${name}.ts`);
  writeFileSync(join(programs, name), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(join(programs, name), 0o755);
}

/** Runs in one shell, as a reader types it: variables of one step exist in the next. */
async function run(
  commands: readonly string[],
  key: string,
): Promise<{ outputs: string[]; errors: string; code: number }> {
  const script = commands.map((command) => `${command}\necho; echo "=== end"`).join('\n');
  const shell = spawn('/bin/sh', ['-e', '-c', script], {
    env: { PATH: `${programs}:${dirname(process.execPath)}`, EASY_URL: address, EASY_KEY: key },
  });
  let output = '';
  let errors = '';
  shell.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  shell.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const [code] = await once(shell, 'close');
  return { outputs: output.split('=== end\n').map((part) => part.trim()), errors, code };
}

test('the ten calls of the document work as they are written', async () => {
  const { supplier, seller } = await makeTrade(app);
  await makeBenchSale(app, { supplier, seller, shelf: await makeShelf(app, supplier, 5) }, 1);
  const { id, token } = await makeKey(supplier, 'administrator');
  expect(calls).toHaveLength(10);
  const { outputs, errors, code } = await run(calls, token);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const read = (n: number) => JSON.parse(outputs[n - 1] ?? '');
  expect(read(1)).toMatchObject({ id, role: 'administrator', business: { id: supplier.businessId } });
  const [category, product, sale] = [read(2), read(3), read(7)];
  expect(read(4).items).toMatchObject([{ id: product, category: { id: category }, sku: 'MUG-BLUE' }]);
  expect(read(5)).toMatchObject({ id: product, brand: 'Simula' });
  expect(read(6).items.length).toBeGreaterThan(0);
  expect(read(8)).toMatchObject({ id: sale });
  expect(read(9)).toHaveProperty('items');
  expect(outputs[9]).toContain('Caneca esmaltada');
});

test('the import of the document works, including its jobs', async () => {
  const section = text.slice(text.indexOf('## Imports'), text.indexOf('## Webhooks'));
  const steps = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, command = '']) => command);
  const supplier = await app.join('supply');
  const { token } = await makeKey(supplier, 'administrator');
  const folder = `cd '${programs}'`;
  const sent = await run([folder, ...steps.slice(0, 1)], token);
  expect(sent).toMatchObject({ code: 0, errors: '' });
  const { id, state } = JSON.parse(sent.outputs[1] ?? '');
  expect(state).toBe('checking');
  await app.drain();
  const applied = await run([`IMPORT=${id}`, ...steps.slice(1)], token);
  expect(applied).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(applied.outputs[1] ?? '')).toMatchObject({ items: [], total: 0 });
  await app.drain();
  const { items } = await supplier.call(api.products.list, {});
  expect(items).toMatchObject([{ name: 'Prato fundo', sku: 'PRATO-1' }]);
});

test('the bulk update of the document works and says which rows it has seen', async () => {
  const owner = await app.join('supply');
  const { token } = await makeKey(owner, 'administrator');
  const { id } = await makeProduct(owner, { name: 'Caneca esmaltada' });
  const section = text.slice(text.indexOf('## Many rows'), text.indexOf('## Refusals'));
  const [, commands = ''] = /```sh\n(.*?)```/s.exec(section) ?? [];
  const { outputs, errors, code } = await run([commands], token);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(JSON.parse(outputs[0] ?? '')).toMatchObject({ done: [id], failed: [] });
});

test('a key without rights is refused by the same call', async () => {
  const { code, errors } = await run(calls.slice(0, 1), 'easy_key_nothing');
  expect(code).not.toBe(0);
  expect(errors).toContain('401');
});
