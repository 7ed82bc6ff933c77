import { z } from 'zod';
import { centavos, instant } from '../primitives.ts';

/** What buyers pay while a campaign of the marketplace or a discount of the seller runs; the regular price stays beside it. */
export const promotion = z
  .object({
    price: centavos,
    /** Null: not told. */
    from: instant.nullable(),
    to: instant.nullable(),
    /** Empty where the marketplace does not name it. */
    name: z.string(),
  })
  .meta({ id: 'Promotion' });
export type Promotion = z.output<typeof promotion>;
