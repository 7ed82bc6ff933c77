import { z } from 'zod';
import { type Centavos, feeOf, maxPrice } from '../money.ts';
import { centavos } from '../primitives.ts';

const amount = centavos.min(0, 'too_small').max(maxPrice, 'too_big');

/** From a price on: a share of it and a fixed part. */
const feeStep = z.strictObject({
  from: amount,
  basisPoints: z.int('not_whole').min(0, 'too_small').max(9_500, 'too_big'),
  fixed: amount,
});

/**
 * Fee and freight of an account whose marketplace does not quote them, as the seller enters them: the steps of the fee
 * and the seller's freight of a sale (null: unknown), or that the fee is unknown.
 */
export const feeRates = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('unknown') }),
    z.strictObject({
      kind: z.literal('typed'),
      steps: z
        .array(feeStep)
        .min(1, 'required')
        .max(12, 'too_big')
        .refine((steps) => new Set(steps.map(({ from }) => from)).size === steps.length, 'duplicate')
        .refine((steps) => steps.some(({ from }) => from === 0), 'required'),
      freight: amount.nullable(),
    }),
  ])
  .meta({ id: 'FeeRates' });
export type FeeRates = z.output<typeof feeRates>;

/** Null removes the entered rates. */
export const feeRatesBody = z.strictObject({ rates: feeRates.nullable() });

/** The step that a price is in. */
export function feeByRates(rates: FeeRates & { kind: 'typed' }, price: Centavos) {
  const [step] = rates.steps
    .filter(({ from }) => from <= price)
    .toSorted((one, other) => other.from - one.from);
  if (!step) return null;
  const { basisPoints, fixed } = step;
  return { price, basisPoints, fixed, total: feeOf(price, step) };
}
