import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactMarginOf, type Fee, maxPrice } from './money.ts';
import { searchPrice } from './price-search.ts';

type Step = Fee & { from: number };

/** Fee and freight of a price, in steps that may rise or fall. */
const feeBy = (steps: readonly Step[]) => (price: number) =>
  steps.filter(({ from }) => from <= price).toSorted((one, other) => other.from - one.from)[0] ?? {
    basisPoints: 0,
    fixed: null,
    freight: null,
    taxBasisPoints: 0,
  };

const step = fc.record({
  from: fc.integer({ min: 1, max: 60_000 }),
  basisPoints: fc.integer({ min: 0, max: 4000 }),
  fixed: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 3000 })),
  freight: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 6000 })),
  taxBasisPoints: fc.integer({ min: 0, max: 2000 }),
});

test('finds a price that leaves the margin over any steps of fee and freight, or answers that there is none', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 6 }),
      fc.integer({ min: -3000, max: 9500 }),
      fc.integer({ min: 0, max: 200_000 }),
      fc.integer({ min: 1, max: 300_000 }),
      async (steps, marginBasisPoints, cost, from) => {
        const fee = feeBy(steps);
        let asked = 0;
        const price = await searchPrice(
          (of) => {
            asked++;
            return fee(of);
          },
          { marginBasisPoints, cost, from },
        );
        expect(asked).toBeLessThan(60);
        if (price === null) {
          // At the highest price only the shares of fee and tax count.
          const { basisPoints, taxBasisPoints } = fee(maxPrice);
          expect(10_000 - basisPoints - taxBasisPoints - marginBasisPoints).toBeLessThanOrEqual(10);
          return;
        }
        // A centavo more would leave it for certain: a price is rounded.
        const left = exactMarginOf(price + 1, cost, fee(price));
        expect(left).toBeGreaterThanOrEqual(marginBasisPoints - 1e-6);
      },
    ),
    { numRuns: 3000 },
  );
});

test('answers the same price wherever the search begins, where fee and freight have no steps', async () => {
  const fee = () => ({ basisPoints: 1400, fixed: 0, freight: null, taxBasisPoints: 0 });
  const prices = await Promise.all(
    [1, 100, 2587, 50_000].map((from) => searchPrice(fee, { marginBasisPoints: 2000, cost: 2587, from })),
  );
  expect(prices).toEqual([3920, 3920, 3920, 3920]);
});

test('answers the lowest price of the step above where the margin is reached on neither side of it', async () => {
  const fee = (price: number) => ({
    ...{ basisPoints: 1200, fixed: price < 7900 ? 600 : 0, freight: 0, taxBasisPoints: 0 },
  });
  expect(await searchPrice(fee, { marginBasisPoints: 4600, cost: 2990, from: 2990 })).toBe(7900);
});
