import { z } from 'zod';
import { isIdsOrQuery, isSeen, leftOutRows, notIdsOrQuery, notSeen, selected } from '../bulk.ts';
import { accountReference } from '../marketplaces/account-capabilities.ts';
import { maxPrice } from '../money.ts';
import { centavos, count, errorCode, id, price, reference } from '../primitives.ts';
import { floorActions } from './margin-change.ts';
import { promotion } from './promotion.ts';

/** How many prices are found: a margin that is to remain, a share or an amount more or less, or one price for all. */
export const priceRule = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('margin'),
    marginBasisPoints: z.int('not_whole').min(-10_000, 'too_small').max(9_500, 'too_big'),
  }),
  z.strictObject({
    kind: z.literal('change'),
    basisPoints: z.int('not_whole').min(-9_000, 'too_small').max(50_000, 'too_big'),
  }),
  z.strictObject({
    kind: z.literal('amount'),
    centavos: z.int('not_whole').min(-maxPrice, 'too_small').max(maxPrice, 'too_big'),
  }),
  z.strictObject({ kind: z.literal('price'), price }),
]);
export type PriceRule = z.output<typeof priceRule>;

export const repricingFields = {
  ...selected,
  rule: priceRule,
  /** The centavos that each new price ends in, at or above the price of the rule; null: as the rule finds it. */
  ending: z.int('not_whole').min(0, 'too_small').max(99, 'too_big').nullable().default(null),
};
export const repricing = z
  .strictObject(repricingFields)
  .refine(isIdsOrQuery, notIdsOrQuery)
  .refine(isSeen, notSeen)
  .meta({ id: 'Repricing' });
export type Repricing = z.output<typeof repricing>;

/** One variation before and after; no price after it if the rule finds none. */
const partsOfPrice = z
  .object({
    price: centavos,
    fee: centavos.nullable(),
    freight: centavos.nullable(),
    /** The rate of the tax on a sale today; 0 without one. */
    taxBasisPoints: count,
    marginBasisPoints: z.number(),
  })
  .meta({ id: 'PartsOfPrice' });

export const repriced = z
  .object({
    publication: reference,
    account: accountReference,
    variation: z.object({ id, name: z.string() }),
    cost: centavos,
    before: partsOfPrice,
    after: partsOfPrice.nullable(),
    /** The promotion that runs now: the new price is sent after its end. */
    promotion: promotion.nullable(),
    /** Why no price is found. */
    refused: errorCode.nullable(),
    /** What the margin floor does with the new price; null if it is not below the floor. */
    floor: z.enum(floorActions).nullable(),
  })
  .meta({ id: 'Repriced' });
export type Repriced = z.output<typeof repriced>;

/** What a rule does with the selected advertisements, before anything changes. */
export const pricePreview = z
  .object({
    /** Selected advertisements. */
    selected: count,
    /** Variations whose prices change, and their advertisements. */
    total: count,
    advertisements: count,
    leftOut: leftOutRows,
    /** The first variations. */
    items: z.array(repriced),
  })
  .meta({ id: 'PricePreview' });
export type PricePreview = z.output<typeof pricePreview>;
