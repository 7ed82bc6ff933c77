import { z } from 'zod';
import { centavos, count } from '../primitives.ts';

/** Sales of a product in a period. Money is absent without `prices.read`, and null if unknown. */
const sold = z.object({
  units: count,
  /** ¤ Mean price of a unit: what buyers paid for own goods sold alone, what sellers paid of a supplier's. */
  priceCentavos: centavos.nullable().optional(),
  /** ¤ Mean price of a unit in the purchases that were approved. */
  costCentavos: centavos.nullable().optional(),
});

export const productSeries = z
  .object({
    /** The last 30 days, today included. */
    days: z.array(sold.extend({ day: z.string() })),
    /** The last 12 months by their first day, the current one included. */
    months: z.array(sold.extend({ month: z.string() })),
  })
  .meta({ id: 'ProductSeries' });
export type ProductSeries = z.output<typeof productSeries>;
