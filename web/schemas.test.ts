import { expect, test, vi } from 'vitest';
import type { z as Zod } from 'zod';
import { loadSchemas, z as noted } from './schemas.ts';

test('the whole contract is declared without the library: nothing in it spreads what is only noted down', async () => {
  vi.resetModules();
  vi.doMock('zod', () => import('./schemas.ts'));
  const { api } = await import('#contract/index.ts');
  const schemas = await import('./schemas.ts');
  await schemas.loadSchemas();
  vi.doUnmock('zod');
  const product = { name: 'Caneca', ncm: '69111010', variations: {} };
  expect(api.products.create.body.safeParse(product).error?.issues).toBeUndefined();
  const lot = { variationId: 1, code: 'L1', expiresOn: '2027-01-31' };
  expect(api.batches.create.body.safeParse(lot).error?.issues).toBeUndefined();
});

test('what is noted down cannot be spread', async () => {
  vi.resetModules();
  const { z } = await import('./schemas.ts');
  const fields = (z as typeof Zod).object({ code: (z as typeof Zod).string() });
  expect(() => ({ ...fields.shape })).toThrow('cannot be spread');
});

test('a schema noted down before the library is there is the schema it would have been', async () => {
  const z = noted as typeof Zod;
  const price = z.int('not_whole').min(1, 'too_small');
  const line = z.strictObject({ sku: z.string().min(1, 'required'), price });
  const body = z
    .strictObject({ name: z.string().transform((text) => text.trim()), lines: z.array(line).max(2) })
    .refine(({ lines }) => lines.length > 0, { path: ['lines'], message: 'required' });
  const change = line.extend({ price: line.shape.price.optional() });
  const nested = z.string().transform((text) => price.parse(Number(text)));
  await loadSchemas();

  expect(body.parse({ name: ' a ', lines: [{ sku: 'A', price: 3 }] })).toEqual({
    name: 'a',
    lines: [{ sku: 'A', price: 3 }],
  });
  const refused = body.safeParse({ name: 'a', lines: [{ sku: '', price: 0.5 }], more: 1 });
  expect(refused.error?.issues.map((issue) => issue.path.join('.'))).toEqual([
    'lines.0.sku',
    'lines.0.price',
    '',
  ]);
  expect(body.safeParse({ name: 'a', lines: [] }).success).toBe(false);
  expect(change.parse({ sku: 'A' })).toEqual({ sku: 'A' });
  expect(nested.parse('7')).toBe(7);
});
