import { expect, test } from 'vitest';
import { pages } from '#web/pages.ts';
import { visits } from '../e2e/visits.ts';
import { sources } from './files.ts';

test('the browser tests open every built screen', () => {
  const walked = new Set(visits.map(([pattern]) => pattern));
  expect([...walked].sort()).toEqual(Object.keys(pages).sort());
});

test('no list offers a search field without a search', () => {
  const unsearched = sources(/^server\/.*\.ts$/).flatMap(({ text }) =>
    [
      ...text.matchAll(
        /listSpec\((?:(?!listSpec)[\s\S])*?fields: (\w+),(?:(?!listSpec)[\s\S])*?search: null/g,
      ),
    ].map(([, fields]) => `fields: ${fields}`),
  );
  expect(unsearched).toContain('fields: auditFilter');
  const offered = sources(/^web\/.*\.tsx$/).filter(
    ({ text }) =>
      unsearched.some((fields) => text.includes(fields)) &&
      /<FilterBar\s+list=\{list\}(?!\s+wordless)/.test(text),
  );
  expect(offered.map(({ path }) => path)).toEqual([]);
});

test('a field that can be cleared names the button that clears it', () => {
  const fields = sources(/^web\/.*\.tsx$/).flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:FileInput|Select|MultiSelect|DateInput|DatePickerInput)\b[\s\S]*?\n\s*\/>/g)].map(
      ([field]) => ({ path, field }),
    ),
  );
  const nameless = fields.filter(
    ({ field }) => /\bclearable\b/.test(field) && !field.includes('clearButtonProps'),
  );
  expect(fields.length).toBeGreaterThan(10);
  expect(nameless.map(({ path }) => path)).toEqual([]);
});
