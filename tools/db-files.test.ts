import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../server/test/database.ts';
import { renderSchema } from './render-schema.ts';
import { renderTypes } from './render-types.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', 'server', 'db', name), 'utf8');
const advice = 'run `npm run db:files` and look at the difference';

test('types.ts equals the types generated from baseline and migrations', async () => {
  expect(await renderTypes(await testDatabase()), advice).toBe(read('types.ts'));
});

test('schema.sql equals the schema of baseline and migrations', async () => {
  expect(await renderSchema(await testDatabase()), advice).toBe(read('schema.sql'));
});
