import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseLeaving, type Wanting } from './choose-leaving.ts';

const leavingOf = (units: readonly number[], supply: number) => [
  ...chooseLeaving(
    units.map((wanted, id) => ({ id, units: wanted })),
    supply,
  ),
];

test('removes one sale of two units, whose unit serves another, instead of two sales', () => {
  // Sales of one, one, two (one of them in the tote already) and one unit; three units are left.
  expect(leavingOf([1, 1, 2, 1], 3)).toEqual([2]);
});

test('removes no sale if there is enough, and all sales if there is nothing', () => {
  expect(leavingOf([2, 3, 1], 6)).toEqual([]);
  expect(leavingOf([2, 3, 1], 0)).toEqual([0, 1, 2]);
});

test('removes the least urgent of equally large sales', () => {
  expect(leavingOf([2, 2, 2], 4)).toEqual([2]);
});

/** All sets of sales that the supply can serve, by trying each. */
function setsThatFit(sales: readonly Wanting[], supply: number): number[][] {
  const sets: number[][] = [];
  for (let mask = 0; mask < 2 ** sales.length; mask++) {
    const kept = sales.filter((_, index) => mask & (1 << index));
    if (kept.reduce((sum, { units }) => sum + units, 0) <= supply) sets.push(kept.map(({ id }) => id));
  }
  return sets;
}

test('removes the minimal number of sales, and keeps the most urgent ones among sets of that size', () => {
  const wanted = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(wanted, fc.integer({ min: 0, max: 30 }), (units, supply) => {
      const sales = units.map((wants, id) => ({ id, units: wants }));
      const leaving = chooseLeaving(sales, supply);
      const kept = sales.flatMap(({ id }) => (leaving.has(id) ? [] : [id]));
      const fitting = setsThatFit(sales, supply);
      const most = Math.max(...fitting.map((set) => set.length));
      // Ids ascend with falling urgency: the first of the sorted sets keeps the most urgent sales.
      const [best] = fitting
        .filter((set) => set.length === most)
        .toSorted((one, other) => one.map((id, at) => id - (other[at] ?? 0)).find((gap) => gap !== 0) ?? 0);
      expect(kept).toEqual(best);
    }),
    { numRuns: 300 },
  );
});
