import { z } from 'zod';
import { count, instant } from '../primitives.ts';

export const lineChangeKinds = ['added', 'removed', 'quantity', 'variation'] as const;

/** How one line of a sale changed at its marketplace; `was`: the variation or product that it had before. */
export const lineChange = z
  .object({
    kind: z.enum(lineChangeKinds),
    title: z.string(),
    variation: z.string(),
    sku: z.string(),
    before: count,
    after: count,
    was: z.string().optional(),
  })
  .meta({ id: 'LineChange' });
export type LineChange = z.output<typeof lineChange>;

/** Differences between a sale and its picked, packed or sent units, and since when. */
export const saleChange = z.object({ at: instant, lines: z.array(lineChange) }).meta({ id: 'SaleChange' });

/** Excess units at the bench, by product, with the volumes they came from. */
export const unitsBack = z.object({
  variation: z.object({ id: z.number(), name: z.string() }),
  sku: z.string(),
  quantity: count,
  places: z.array(z.object({ volume: z.string(), position: z.string().nullable(), quantity: count })),
});
