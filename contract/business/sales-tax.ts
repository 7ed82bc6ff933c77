import { z } from 'zod';
import { typedDay } from '../primitives.ts';

/** Under which rules a seller pays taxes on sales. */
export const taxRegimes = ['simples', 'mei', 'presumed', 'real'] as const;
export type TaxRegime = (typeof taxRegimes)[number];

/** From this day of purchase on, the share of the revenue of a sale that the seller pays as taxes. */
const salesTax = z
  .strictObject({
    from: typedDay,
    regime: z.enum(taxRegimes, 'choose_one'),
    basisPoints: z.int('not_whole').min(0, 'too_small').max(5_000, 'too_big'),
  })
  .meta({ id: 'SalesTax' });
export type SalesTax = z.output<typeof salesTax>;

export const maxSalesTaxes = 120;

/** By day, the newest first in an answer; without one no taxes are counted. */
export const salesTaxes = z
  .array(salesTax)
  .max(maxSalesTaxes, 'too_big')
  .refine((taxes) => new Set(taxes.map(({ from }) => from)).size === taxes.length, 'duplicate');
