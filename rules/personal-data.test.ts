import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { personalColumns, plainColumns } from './personal-data.ts';

const app = await testApp();

test('every column of free text is listed as erased, as kept with a reason, or as free of personal data', async () => {
  const { rows } = await app.owner.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       and a.atttypid = any ('{text, text[], jsonb, json, bytea, inet, varchar}'::regtype[]) order by 1, 2`,
  );
  const stored = rows.map(({ table, column }) => `${table}.${column}`);
  const said = [
    ...Object.entries(personalColumns).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    ),
    ...Object.entries(plainColumns).flatMap(([table, columns]) =>
      columns.split(' ').map((column) => `${table}.${column}`),
    ),
  ];
  expect(stored.filter((column) => !said.includes(column))).toEqual([]);
  expect(said.filter((column) => !stored.includes(column))).toEqual([]);
  expect(said.filter((column, at) => said.indexOf(column) !== at)).toEqual([]);
});
