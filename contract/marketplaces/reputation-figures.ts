import { z } from 'zod';
import { count } from '../primitives.ts';

/** Levels of a seller, of which each marketplace has some: by colour, or by word. */
export const reputationLevels = [
  'red',
  'orange',
  'yellow',
  'light_green',
  'green',
  'poor',
  'improvement_needed',
  'good',
  'excellent',
] as const;
export type ReputationLevel = (typeof reputationLevels)[number];
export const reputationMedals = ['silver', 'gold', 'platinum'] as const;

/** Measures of a seller; `other`: known only to the marketplace. */
export const reputationMeasures = [
  'late_dispatch',
  'cancellations',
  'claims',
  'returns',
  'non_fulfilment',
  'preparation_time',
  'response_rate',
  'rating',
  'listing_violations',
  'other',
] as const;
/** `unknown`: the number as received, of an unknown unit. */
export const reputationUnits = ['percent', 'number', 'seconds', 'hours', 'days', 'unknown'] as const;
export const limitComparators = ['<', '<=', '>', '>=', '='] as const;

/**
 * A value is good if it relates to the limit in this way. `allows`: the level for which it is good enough; null: only a
 * target.
 */
export const reputationLimit = z
  .object({
    comparator: z.enum(limitComparators),
    value: z.number(),
    allows: z.enum([...reputationLevels, 'leader']).nullable(),
  })
  .meta({ id: 'ReputationLimit' });
export type ReputationLimit = z.output<typeof reputationLimit>;

/** Percent are hundredths: 1.23 is 1.23 %. */
export const reputationFigure = z
  .object({
    /** The marketplace's own id of it. */
    code: z.string(),
    measure: z.enum(reputationMeasures),
    /** The marketplace's own name; empty if there is none. */
    name: z.string(),
    unit: z.enum(reputationUnits),
    /** The marketplace's current value; null: unknown. */
    value: z.number().nullable(),
    /** Sales in its period; null if only a share is known. */
    cases: count.nullable(),
    /** The real value of a protected seller. */
    real: z.object({ value: z.number(), cases: count }).nullable(),
    /** In the period before. */
    before: z.number().nullable(),
    /** The strictest first. */
    limits: z.array(reputationLimit),
  })
  .meta({ id: 'ReputationFigure' });
export type ReputationFigure = z.output<typeof reputationFigure>;

/** One of a closed list, with the marketplace's own word; `known` is null for an unknown word. */
export const toldLevel = z.object({ known: z.enum(reputationLevels).nullable(), told: z.string() });
export const toldMedal = z.object({ known: z.enum(reputationMedals).nullable(), told: z.string() });
export type ToldLevel = z.output<typeof toldLevel>;
export type ToldMedal = z.output<typeof toldMedal>;
