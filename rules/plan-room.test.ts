import { expect, test } from 'vitest';
import { sources } from './files.ts';

const rules = sources(/^server\/.*\.ts$/).filter(
  ({ path }) => !/\.test\.ts$|\/test\/|^server\/db\/types\.ts$/.test(path),
);
const inserting = (table: string) => new RegExp(`insertInto\\(\\s*'${table}'|insert into ${table}\\b`);

test('every insert of a publication checks the limit of the plan', () => {
  const makers = rules.filter(({ text }) => inserting('publications').test(text));
  expect(makers.length).toBeGreaterThan(0);
  expect(
    makers.filter(({ text }) => !/await requirePublicationRoom\(/.test(text)).map(({ path }) => path),
  ).toEqual([]);
});

test('rows of stored bytes are inserted in one place, which counts them against the plan', () => {
  const keeper = 'server/business/files/kept-file.ts';
  expect(rules.filter(({ text }) => inserting('files').test(text)).map(({ path }) => path)).toEqual([keeper]);
  const [file] = rules.filter(({ path }) => path === keeper);
  // Each function that inserts or removes rows counts them.
  const parts = file?.text.split(/^export async function /m) ?? [];
  const storing = parts.filter((part) => /insertFiles\(tx, businessId|deleteFrom\('files'\)/.test(part));
  expect(storing.length).toBe(3);
  expect(storing.filter((part) => !/await countStorage\(/.test(part))).toEqual([]);
});
