import { expect, test } from 'vitest';
import { sources } from './files.ts';

/** Types of whole responses, or of rows of a page. */
const responses = sources(/^contract\/.*\.ts$/).flatMap(({ text }) =>
  [...text.matchAll(/export type (\w+) = z\.output<typeof (\w+)>/g)]
    .filter(([, , schema]) => new RegExp(`response: (page\\()?${schema}\\b`).test(text))
    .map(([, type = '']) => type),
);

/** A value that is written out, and not made of another one (`{ ...sale, id: 8 }`). */
const writtenOut = (type: string) => new RegExp(`: ${type}(?: = |[)]? => \\(?)\\{(?! \\.\\.\\.\\w)`);

/**
 * `sampleOf` and `itemOf` (`web/test/sample.ts`) fill in what a test does not name, so that a new field of a response
 * changes no fixture.
 */
test('tests of screens make responses from their schema', () => {
  const tests = sources(/^web\/.*(\.test\.tsx?|\/test\/.*)$/);
  const found = tests.flatMap(({ path, text }) =>
    responses.filter((type) => writtenOut(type).test(text)).map((type) => `${path}: ${type}`),
  );
  expect(responses.length).toBeGreaterThan(40);
  expect(found).toEqual([]);
});
