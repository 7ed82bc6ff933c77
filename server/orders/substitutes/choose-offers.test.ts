import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Choice, chooseOffers } from './choose-offers.ts';

const choice = (part: number, offer_id: number, available: number, quantity = 1): Choice => ({
  ...{ part, offer_id, available, quantity },
});

test('a part that chose first makes room for one that has no other choice', () => {
  // Each has two choices; the first takes what the third needs, and only a chain of moves finds all three.
  const choices = [
    ...[choice(1, 10, 1), choice(1, 20, 1)],
    ...[choice(2, 20, 1), choice(2, 30, 1)],
    ...[choice(3, 10, 1), choice(3, 20, 1)],
  ];
  expect(
    chooseOffers([1, 2, 3], choices)
      ?.map(({ offer_id }) => offer_id)
      .toSorted(),
  ).toEqual([10, 20, 30]);
  expect(
    chooseOffers(
      [1, 2, 3],
      choices.filter(({ offer_id }) => offer_id !== 30),
    ),
  ).toBeNull();
});

test('counts the units of an offer, and keeps the first choice if nothing is against it', () => {
  expect(chooseOffers([1, 2], [choice(1, 10, 3, 2), choice(2, 10, 3, 1), choice(1, 20, 9, 2)])).toEqual([
    choice(1, 10, 3, 2),
    choice(2, 10, 3, 1),
  ]);
  const moved = chooseOffers(
    [1, 2],
    [choice(1, 10, 2, 2), choice(1, 20, 2, 2), choice(2, 10, 2, 1), choice(2, 30, 0, 1)],
  );
  expect(moved?.map(({ offer_id }) => offer_id)).toEqual([20, 10]);
  expect(chooseOffers([1], [])).toBeNull();
});

/** Tries all combinations. */
function exists(
  parts: readonly number[],
  choices: readonly Choice[],
  taken: ReadonlyMap<number, number>,
): boolean {
  const [part, ...others] = parts;
  if (part === undefined) return true;
  return choices.some((one) => {
    const used = (taken.get(one.offer_id) ?? 0) + one.quantity;
    if (one.part !== part || used > one.available) return false;
    return exists(others, choices, new Map(taken).set(one.offer_id, used));
  });
}

test('finds a complete choice for parts of one unit whenever there is one, and never exceeds an offer', () => {
  const offers = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 });
  const wishes = fc.array(fc.uniqueArray(fc.nat(3), { maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(offers, wishes, (stock, wanted) => {
      const choices = wanted.flatMap((row, part) =>
        row.filter((offer) => offer < stock.length).map((offer) => choice(part, offer, stock[offer] ?? 0)),
      );
      const parts = wanted.map((_, part) => part);
      const chosen = chooseOffers(parts, choices);
      expect(chosen !== null).toBe(exists(parts, choices, new Map()));
      for (const [offer, rows] of Map.groupBy(chosen ?? [], ({ offer_id }) => offer_id))
        expect(rows.length).toBeLessThanOrEqual(stock[offer] ?? 0);
    }),
  );
});
