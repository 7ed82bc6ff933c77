import { z } from 'zod';
import { proofParts, proofSettings, type WeightTolerance } from '../business/proof-settings.ts';
import { id, instant } from '../primitives.ts';

/** Of one parcel. */
export const maxParcelPhotos = 6;
export const maxParcelGrams = 200_000;

export const weightSources = ['typed', 'scale'] as const;
export type WeightSource = (typeof weightSources)[number];

/** Grams by which a parcel may differ from its expected weight. */
export const allowedGrams = (expected: number, { percent, grams }: WeightTolerance): number =>
  Math.max(grams, Math.round((expected * percent) / 100));

/** A parcel without an expected weight never differs. */
export const isOutside = (grams: number, expected: number | null, tolerance: WeightTolerance): boolean =>
  expected !== null && Math.abs(grams - expected) > allowedGrams(expected, tolerance);

/** Weight and photos of a parcel, which may contain several sales. */
export const parcelProof = z
  .object({
    weight: z
      .object({
        grams: z.int(),
        /** The goods when it was weighed; null: the weight of one of them was unknown. */
        expectedGrams: z.int().nullable(),
        /** It was outside of the tolerance, and confirmed after a second look. */
        differs: z.boolean(),
        source: z.enum(weightSources),
        at: instant,
      })
      .nullable(),
    photos: z.array(z.object({ id, at: instant })),
  })
  .meta({ id: 'ParcelProof' });
export type ParcelProof = z.output<typeof parcelProof>;

/** The same at the bench, with what is asked for. */
export const proofAtBench = parcelProof.extend({
  asks: proofSettings.omit({ tolerance: true }),
  /** The goods of the parcel as they are known now. */
  expectedGrams: z.int().nullable(),
  /** Required, and without it the sale is not packed. */
  missing: z.array(z.enum(proofParts)),
});
export type ProofAtBench = z.output<typeof proofAtBench>;
