import { z } from 'zod';

/** What a business asks for at the bench. `optional`: it is offered, and a parcel is packed without it as well. */
export const proofModes = ['off', 'optional', 'required'] as const;
export type ProofMode = (typeof proofModes)[number];

export const proofParts = ['weight', 'photos'] as const;
export type ProofPart = (typeof proofParts)[number];

/** A parcel may weigh more or less than its goods by the larger of both. */
export const weightTolerance = z.strictObject({
  percent: z.int('not_whole').min(0, 'too_small').max(100, 'too_big'),
  grams: z.int('not_whole').min(0, 'too_small').max(10_000, 'too_big'),
});
export type WeightTolerance = z.output<typeof weightTolerance>;

export const proofSettings = z.strictObject({
  weight: z.enum(proofModes, 'choose_one'),
  photos: z.enum(proofModes, 'choose_one'),
  tolerance: weightTolerance,
});
export type ProofSettings = z.output<typeof proofSettings>;
