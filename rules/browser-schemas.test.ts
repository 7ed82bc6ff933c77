import { expect, test } from 'vitest';
import { sources } from './files.ts';

/**
 * In the browser's build schemas are noted down and built once a form asks for them (web/schemas.ts). What checks a value
 * before that gets neither an answer nor an error, but something that fails where it is shown.
 */
test('a screen that checks a value by a schema waits for the library first', () => {
  const screens = sources(/^web\/.*\.tsx?$/).filter(
    ({ path }) => !/\.test\.tsx?$|\/test\/|^web\/schemas\.ts$/.test(path),
  );
  const checks = screens.filter(({ text }) => /\.safeParse\(|(?<!JSON|Date)\.parse\(/.test(text));
  const hasty = checks.filter(
    ({ text }) => !text.includes('await loadSchemas(') && !text.includes('loadSchemas().then('),
  );
  expect(hasty.map(({ path }) => path)).toEqual([]);
  const declaring = screens.filter(({ text }) => /^import \{[^}]*\bz\b[^}]*\} from 'zod'/m.test(text));
  expect(declaring.map(({ path }) => path)).toEqual([]);
});
