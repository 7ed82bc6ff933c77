import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptDays } from '#server/jobs/forget-passed.ts';
import { taskTable } from '#server/tasks.ts';
import { root, sources } from './files.ts';
import { keptForever, templates } from './growth.ts';

const schema = readFileSync(join(root, 'server/db/schema.sql'), 'utf8');
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

test('what is kept for a number of days is deleted by a task of the schedule', () => {
  const forgetting = [...functions].filter((name) =>
    new RegExp(`public\\.${name}\\(before timestamp with time zone, most integer\\)`).test(schema),
  );
  expect(forgetting.toSorted()).toEqual(Object.keys(keptDays).toSorted());
  expect(taskTable.schedules.map(({ task }) => task)).toContain('jobs.forget-passed');
});
