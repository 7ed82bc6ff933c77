import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../rules/files.ts';
import { invariants } from './invariants.ts';
import { expectFits } from './patch.ts';
import { sourcePlants } from './plants.ts';
import { queryPlants } from './query-plants.ts';

const ids = Array.from({ length: 63 }, (_, index) => `INV-${String(index + 1).padStart(2, '0')}`);

test('every invariant is listed, and each one with a detector has a planted bug', () => {
  expect(invariants.map(({ id }) => id)).toEqual(ids);
  const planted = new Set([
    ...queryPlants.map(({ detector }) => detector.slice(0, 6)),
    ...sourcePlants.map(({ breaks }) => breaks),
  ]);
  const bare = invariants.filter(({ id, notBuilt }) => planted.has(id) === (notBuilt !== undefined));
  expect(bare.map(({ id }) => id)).toEqual([]);
});

test.each(sourcePlants)('$breaks: $what fits the product as it is', ({ patch, detector }) => {
  expectFits(patch);
  const file = join(root, detector.file);
  expect(existsSync(file)).toBe(true);
  // A name of one word, or a list, is generated from a table's row at run time.
  const written = detector.test.split(/ [>|] /).filter((part) => /^\w.* /.test(part));
  const source = readFileSync(file, 'utf8');
  expect(written.filter((part) => !source.includes(part))).toEqual([]);
});
