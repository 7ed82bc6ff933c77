import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptDays } from '#server/jobs/forget-passed.ts';
import { taskTable } from '#server/tasks.ts';
import { root, sources } from './files.ts';
import { fewAdded, growing, keptForever, templates } from './growth.ts';

const schema = readFileSync(join(root, 'server/db/schema.sql'), 'utf8');
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const product = sources(/^(server|tools)\/.*\.ts$/)
  .filter(({ path }) => !/\.test\.ts$|\/test\/|db\/types\.ts$/.test(path))
  .map(({ text }) => text)
  .join('\n');

const namesIn = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''));
const tables = namesIn(schema, /^create table (?:public\.)?(\w+) \(/gim);
const functions = namesIn(schema, /^create or replace (?:function|procedure) public\.(\w+)\(/gim);

test('every function of the database is called by the product, by another function, or by a policy', () => {
  expect(functions.size).toBeGreaterThan(60);
  const uncalled = [...functions].filter((name) => {
    const uses = schema.match(new RegExp(`\\b${name}\\(`, 'g'))?.length ?? 0;
    const grants =
      schema.match(new RegExp(`(grant|revoke|alter|comment)[^;\\n]* ${name}\\(`, 'gi'))?.length ?? 0;
    const heads = schema.match(new RegExp(`^create or replace \\w+ public\\.${name}\\(`, 'gim'))?.length ?? 0;
    return uses - grants - heads === 0 && !new RegExp(`\\b${name}\\b`).test(product);
  });
  expect(uncalled.toSorted()).toEqual(templates);
});

test('every table loses rows by a rule or with the row they belong to, or says why it may grow', () => {
  const deleted = new Set([
    ...namesIn(product, /deleteFrom\(\s*'(\w+)'/g),
    // A kind of tags names its tables, and `removeTag` deletes from the table of each.
    ...namesIn(product, /tags: '(\w+)',\s+links: '/g),
    ...namesIn(`${product}${schema}`, /delete from (?:public\.)?(\w+)/gi),
  ]);
  const withAnother = new Set(
    [...schema.matchAll(/create table (?:public\.)?(\w+) \((.*?)\n\);/gis)]
      .filter(([, , body = '']) => /on delete cascade/i.test(body))
      .map(([, name = '']) => name),
  );
  const kept = Object.values(keptForever).flat();
  const endless = [...tables].filter((name) => !deleted.has(name) && !withAnother.has(name));
  expect(endless.toSorted()).toEqual(kept.toSorted());
});

test('rows with a retention are deleted by a scheduled task', () => {
  const forgetting = [...functions].filter((name) =>
    new RegExp(`public\\.${name}\\(before timestamp with time zone, most integer\\)`).test(schema),
  );
  expect(forgetting.toSorted()).toEqual(Object.keys(keptDays).toSorted());
  expect(taskTable.schedules.map(({ task }) => task)).toContain('jobs.forget-passed');
});

test('every insert-only table is listed as growing, or as one with few rows', () => {
  const added = new Set(
    namesIn(schema, /^grant [^;]*\binsert\b[^;]* on (?:table )?(?:public\.)?(\w+) to easy_app/gim),
  );
  const ended = namesIn(
    schema,
    /^grant [^;]*\b(?:update|delete)\b[^;]* on (?:table )?(?:public\.)?(\w+) to easy_app/gim,
  );
  const unnamed = [...added].filter(
    (name) => !ended.has(name) && !(name in growing) && !fewAdded.includes(name),
  );
  expect(added.size).toBeGreaterThan(80);
  expect(unnamed).toEqual([]);
});

test.each(Object.entries(growing))('%s grows as it is said, and operations.md says it too', (table, how) => {
  const isDeleted = new RegExp(`delete from (?:public\\.)?${table}\\b|deleteFrom\\('${table}'`, 'i');
  if (how === 'kept') expect(Object.values(keptForever).flat()).toContain(table);
  else if ('with' in how)
    expect(schema).toMatch(
      new RegExp(`create table ${table} \\([^;]*REFERENCES ${how.with}\\([^)]*\\) ON DELETE CASCADE`),
    );
  else if (how.deletedBy in keptDays)
    expect(
      schema.split(/^create or replace /m).find((text) => text.includes(` public.${how.deletedBy}(`)),
    ).toMatch(isDeleted);
  else expect(readFileSync(join(root, how.deletedBy), 'utf8')).toMatch(isDeleted);
  const row = operations.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${table}\``));
  expect(row ?? `no row of ${table}`).toContain(
    how !== 'kept' && 'deletedBy' in how && how.deletedBy in keptDays
      ? `${keptDays[how.deletedBy as keyof typeof keptDays]} days`
      : '|',
  );
});
