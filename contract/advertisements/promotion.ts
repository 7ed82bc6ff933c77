import { z } from 'zod';
import { centavos, instant } from '../primitives.ts';

/**
 * The buyers' price during a campaign of the marketplace or a discount of the seller; the regular price is kept next to
 * it.
 */
export const promotion = z
  .object({
    price: centavos,
    /** Null: unknown. */
    from: instant.nullable(),
    to: instant.nullable(),
    /** Empty if the marketplace does not name it. */
    name: z.string(),
  })
  .meta({ id: 'Promotion' });
export type Promotion = z.output<typeof promotion>;
