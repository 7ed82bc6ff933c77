import { z } from 'zod';
import { type Centavos, feeOf, maxPrice } from '../money.ts';
import { centavos, oneLine, opaque } from '../primitives.ts';

const amount = centavos.min(0, 'too_small').max(maxPrice, 'too_big');

/** From a price on: a share of it and a fixed part. */
const feeStep = z.strictObject({
  from: amount,
  basisPoints: z.int('not_whole').min(0, 'too_small').max(9_500, 'too_big'),
  fixed: amount,
});
export type FeeStep = z.output<typeof feeStep>;

/** From a weight of the closed parcel in grams on: what the seller pays for the freight of a sale. */
const freightStep = z.strictObject({
  from: z.int('not_whole').min(0, 'too_small').max(1_000_000, 'too_big'),
  amount,
});

export const maxFeeSteps = 12;
export const maxFreightSteps = 20;
export const maxRatedCategories = 40;

/** Steps begin at zero, and each begins where no other does. */
const stepsOf = <Step extends z.ZodType<{ from: number }>>(step: Step, most: number) =>
  z
    .array(step)
    .min(1, 'required')
    .max(most, 'too_big')
    .refine((steps) => new Set(steps.map(({ from }) => from)).size === steps.length, 'duplicate')
    .refine((steps) => steps.some(({ from }) => from === 0), 'required');
const feeSteps = stepsOf(feeStep, maxFeeSteps);

/** A category of the marketplace, with all categories below it. */
const ratedCategory = z.strictObject({
  id: opaque(80).min(1, 'required'),
  name: oneLine(400, 1),
  steps: feeSteps,
});

/**
 * Fee and freight of an account whose marketplace does not quote them, as the seller enters them: the steps of the fee,
 * those of categories with other fees, and the seller's freight of a sale by weight (null: unknown); or that the fee is
 * unknown.
 */
export const feeRates = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('unknown') }),
    z.strictObject({
      kind: z.literal('typed'),
      steps: feeSteps,
      categories: z
        .array(ratedCategory)
        .max(maxRatedCategories, 'too_big')
        .refine((rated) => new Set(rated.map(({ id }) => id)).size === rated.length, 'duplicate'),
      freight: stepsOf(freightStep, maxFreightSteps).nullable(),
    }),
  ])
  .meta({ id: 'FeeRates' });
export type FeeRates = z.output<typeof feeRates>;
export type TypedRates = FeeRates & { kind: 'typed' };

/** Null removes the entered rates. */
export const feeRatesBody = z.strictObject({ rates: feeRates.nullable() });

function stepOf<Step extends { from: number }>(steps: readonly Step[], value: number): Step | undefined {
  const begun = steps.filter(({ from }) => from <= value);
  return begun.toSorted((one, other) => other.from - one.from)[0];
}

/**
 * The fee of a price in a category, given by its path from the root on: by the rates of the nearest category that has
 * some, otherwise by those of the account.
 */
export function feeByRates(rates: TypedRates, price: Centavos, path: readonly string[]) {
  const nearest = path.findLast((id) => rates.categories.some((rated) => rated.id === id));
  const { steps } = rates.categories.find(({ id }) => id === nearest) ?? rates;
  const step = stepOf(steps, price);
  if (!step) return null;
  const { basisPoints, fixed } = step;
  return { price, basisPoints, fixed, total: feeOf(price, step) };
}

/** The seller's freight of a parcel of this weight in grams (null: unknown); null if it is unknown. */
export function freightByRates({ freight }: TypedRates, grams: number | null): Centavos | null {
  if (!freight) return null;
  if (freight.length === 1) return freight[0]?.amount ?? null;
  return grams === null ? null : (stepOf(freight, grams)?.amount ?? null);
}
