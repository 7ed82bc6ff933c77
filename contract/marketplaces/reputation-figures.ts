import { z } from 'zod';
import { count } from '../primitives.ts';

/** Levels of a seller, each marketplace with some of them: by colour, or by word. */
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

/** What of a seller is measured; `other`: what only the marketplace has a name for. */
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
/** `unknown`: the number as it was told, of whatever it is. */
export const reputationUnits = ['percent', 'number', 'seconds', 'hours', 'days', 'unknown'] as const;
export const limitComparators = ['<', '<=', '>', '>=', '='] as const;

/** A value is good where it stands so to the limit. `allows`: the level that it is good enough for; null: a target and no more. */
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
    /** The marketplace's own name; empty where it gives none. */
    name: z.string(),
    unit: z.enum(reputationUnits),
    /** As the marketplace counts it now; null: it does not say. */
    value: z.number().nullable(),
    /** Sales that count in it; null where only a share is told. */
    cases: count.nullable(),
    /** What it would be without a protection of the seller. */
    real: z.object({ value: z.number(), cases: count }).nullable(),
    /** In the period before. */
    before: z.number().nullable(),
    /** The strictest first. */
    limits: z.array(reputationLimit),
  })
  .meta({ id: 'ReputationFigure' });
export type ReputationFigure = z.output<typeof reputationFigure>;

/** One of a closed list, with the marketplace's own word for it; `known` is null for a word that is new to us. */
export const toldLevel = z.object({ known: z.enum(reputationLevels).nullable(), told: z.string() });
export const toldMedal = z.object({ known: z.enum(reputationMedals).nullable(), told: z.string() });
export type ToldLevel = z.output<typeof toldLevel>;
export type ToldMedal = z.output<typeof toldMedal>;
