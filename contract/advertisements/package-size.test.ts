import { expect, test } from 'vitest';
import { largestPackage, packagesSent } from './package-size.ts';

const heavy = { weight: 5, width: 10, height: 10, depth: 10 };
const bulky = { weight: 1, width: 40, height: 30, depth: 20 };

test('the largest package has the heaviest weight and the sides of the largest volume', () => {
  expect(largestPackage([heavy, bulky])).toEqual({ ...bulky, weight: 5 });
  expect(largestPackage([bulky, heavy])).toEqual({ ...bulky, weight: 5 });
  expect(largestPackage([bulky, null])).toBeNull();
  expect(largestPackage([])).toBeNull();
});

test('each variation is sent with its own package, or all with the largest', () => {
  expect(packagesSent(heavy, [null, bulky], true)).toEqual([heavy, bulky]);
  const largest = { ...bulky, weight: 5 };
  expect(packagesSent(heavy, [null, bulky], false)).toEqual([largest, largest]);
});
