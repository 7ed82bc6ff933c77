import { z } from 'zod';
import { count, instant } from '../primitives.ts';

/** Which part of a publication an error of the marketplace is about. */
export const faultFields = [
  'name',
  'category',
  'type',
  'description',
  'images',
  'dimensions',
  'attributes',
  'condition',
  'warranty',
  'handlingDays',
  'freeShipping',
  'variations',
  'price',
  'wholesale',
  'quantity',
  'gtin',
  'sku',
  'account',
  'state',
  'other',
] as const;
export type FaultField = (typeof faultFields)[number];

const remoteCause = z.object({
  field: z.enum(faultFields),
  /** Ids of the attributes it names. */
  attributes: z.array(z.string()),
  /** Index in the list of variations, if the error names one. */
  variation: z.number().nullable(),
  code: z.string(),
  message: z.string(),
  warning: z.boolean(),
});
export type RemoteCause = z.output<typeof remoteCause>;

/** Why the marketplace does not have the state that the seller requested. */
export const syncError = z
  .object({
    act: z.enum(['publish', 'push', 'read']),
    /** refused: correct and retry; retrying: another try is due; parked: tries are used up; waiting: for stock or the account. */
    kind: z.enum(['refused', 'retrying', 'parked', 'waiting']),
    code: z.string(),
    message: z.string(),
    attempt: count,
    maxAttempts: count,
    at: instant,
    /** The time of the next automatic try, if known. */
    retryAt: instant.optional(),
    causes: z.array(remoteCause),
  })
  .meta({ id: 'SyncError' });
export type SyncError = z.output<typeof syncError>;
