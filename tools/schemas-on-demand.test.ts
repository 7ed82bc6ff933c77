import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { config } from 'zod';
import type { products as contractOfProducts } from '#contract/products/product.ts';
import type { productFields as contractOfFields } from '#contract/products/product-fields.ts';
import { schemasOnDemand } from './schemas-on-demand.ts';
import { hasSideEffects, zodWithoutEval } from './web-plugins.ts';

// Inside the repository, so that the built files find its packages.
const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.schemas-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function built(source: string): Promise<Rolldown.OutputChunk[]> {
  const entry = join(folder, 'entry.ts');
  writeFileSync(entry, source);
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [zodWithoutEval(), schemasOnDemand()],
    build: {
      outDir: join(folder, 'out'),
      minify: false,
      lib: { entry, formats: ['es'], fileName: 'entry' },
      rolldownOptions: { treeshake: { moduleSideEffects: hasSideEffects } },
    },
  });
  const [{ output }] = result as [Rolldown.RolldownOutput];
  return output.filter((file) => file.type === 'chunk');
}

const contract = (file: string) => JSON.stringify(join(import.meta.dirname, '../contract', file));

test('a built endpoint is its call, and loads its schema on demand', async () => {
  const chunks = await built(`export { products } from ${contract('products/product.ts')};`);
  const entry = chunks.find(({ isEntry }) => isEntry);
  expect(entry?.code).not.toMatch(/safeParse|zod/);

  const url = pathToFileURL(join(folder, 'out', entry?.fileName ?? '')).href;
  const { products } = (await import(url)) as { products: typeof contractOfProducts };
  const { create } = products;
  expect(create).toMatchObject({ name: 'products.create', method: 'POST', path: '/products' });
  expect(create).toHaveProperty('touches');
  expect(Object.keys(create)).not.toEqual(expect.arrayContaining(['body']));
  expect(Object.keys(create)).not.toEqual(expect.arrayContaining(['response']));

  expect(config().jitless).toBeUndefined();
  const { schemas } = create as { schemas?: () => Promise<typeof contractOfProducts> };
  const whole = await schemas?.();
  // The built zod and the one of this process share their configuration.
  expect(config().jitless).toBe(true);
  config({ jitless: undefined });
  expect(whole?.create.body.safeParse({}).error?.issues.map(({ path }) => path[0])).toContain('name');
});

test('a built table of fields has their values without schemas', async () => {
  const chunks = await built(`export { productFields } from ${contract('products/product-fields.ts')};`);
  const [entry] = chunks;
  expect(chunks).toHaveLength(1);
  const url = pathToFileURL(join(folder, 'out', entry?.fileName ?? '')).href;
  const { productFields } = (await import(`${url}?fields`)) as { productFields: typeof contractOfFields };
  expect(productFields.unit).toEqual({
    column: 'unit',
    empty: 'unit',
    cell: { kind: 'unit', also: ['un'] },
  });
});

test('refuses a build in which a screen needs a schema at once', async () => {
  const entry = `import { email } from ${contract('primitives.ts')}; console.log(email);
    export const load = () => import(${contract('primitives.ts')});`;
  const shared = built(`${entry} export { products } from ${contract('products/product.ts')};`);
  await expect(shared).rejects.toThrow('loads schemas before a form asks for them');
});
