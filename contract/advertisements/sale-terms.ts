import { z } from 'zod';

export const conditions = ['new', 'used'] as const;

export const warrantors = ['seller', 'factory', 'none'] as const;
export const warrantyUnits = ['days', 'months', 'years'] as const;

export const warranty = z
  .strictObject({
    by: z.enum(warrantors),
    /** 0 without a warranty. */
    time: z.int('not_whole').min(0, 'too_small').max(999, 'too_big'),
    unit: z.enum(warrantyUnits),
  })
  .refine(({ by, time }) => by === 'none' || time > 0, { message: 'required', path: ['time'] })
  .meta({ id: 'Warranty' });
export type Warranty = z.output<typeof warranty>;

/** Sale terms of an ad; null: not set here, and the marketplace's value is not changed. */
export const saleTermFields = {
  condition: z.enum(conditions).nullable(),
  warranty: warranty.nullable(),
  /** Days until dispatch of goods that are made or bought after the sale; null: the usual time. */
  handlingDays: z.int('not_whole').min(1, 'too_small').max(90, 'too_big').nullable(),
  /** The buyer pays no freight, the seller does. */
  freeShipping: z.boolean().nullable(),
};
export type SaleTerms = z.output<z.ZodObject<typeof saleTermFields>>;

export const noSaleTerms = {
  ...{ condition: null, warranty: null },
  ...{ handlingDays: null, freeShipping: null },
} satisfies SaleTerms;
