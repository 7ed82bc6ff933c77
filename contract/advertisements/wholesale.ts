import { z } from 'zod';
import type { FieldError } from '../errors.ts';
import { type Centavos, marginOf } from '../money.ts';
import { centavos, count, price } from '../primitives.ts';

/** Bands of the most generous marketplace; each account has its own limit. */
const mostBandsOfAll = 5;

/** From this number of units of one purchase on, each of them costs `price`. */
export const wholesaleBand = z
  .object({
    from: count,
    price: centavos,
    /** Null: unknown, and then the margin is the highest possible; the same for the freight. */
    fee: centavos.nullable(),
    /** Of a purchase of one unit; of more units it is usually less for each. */
    freight: centavos.nullable(),
    /** Of the variation with the highest cost. */
    marginBasisPoints: z.number(),
  })
  .meta({ id: 'WholesaleBand' });
export type WholesaleBand = z.output<typeof wholesaleBand>;

export const wholesaleBody = z
  .strictObject({
    bands: z
      .array(z.strictObject({ from: z.int('not_whole').min(2, 'too_small').max(9_999, 'too_big'), price }))
      .max(mostBandsOfAll, 'too_big'),
  })
  .meta({ id: 'WholesaleChange' });

type Band = { from: number; price: Centavos };
type BandFaults = Record<number, { from?: FieldError; price?: FieldError }>;

/** Quantities rise and prices fall from band to band, and every price is below the one of a single unit. */
export function bandFaults(bands: readonly Band[], regular: Centavos): BandFaults {
  const faults: BandFaults = {};
  for (const [index, band] of bands.entries()) {
    const before = bands[index - 1];
    const from = before && band.from <= before.from ? 'not_rising' : undefined;
    const wrong = band.price >= regular ? 'above_price' : undefined;
    const next = wrong ?? (before && band.price >= before.price ? 'not_falling' : undefined);
    if (from || next) faults[index] = { ...(from && { from }), ...(next && { price: next }) };
  }
  return faults;
}

/** The price of every unit must stay above this one; null without bands. */
export const highestBand = (bands: readonly Band[]): Centavos | null =>
  bands.length > 0 ? Math.max(...bands.map((band) => band.price)) : null;

/** The lowest price of a band where the marketplace limits it to a percentage of the price of one unit. */
export const leastWholesalePrice = (regular: Centavos, percent: number): Centavos =>
  Math.ceil((regular * percent) / 100);

type Quoted = Pick<WholesaleBand, 'price' | 'fee' | 'freight'> & { taxBasisPoints: number };

/** The margin that a band leaves of the variation with this cost. */
export const bandMargin = ({ price, fee, freight, taxBasisPoints }: Quoted, cost: Centavos): number =>
  marginOf(price, cost, { basisPoints: 0, fixed: fee, freight, taxBasisPoints });
