import { z } from 'zod';
import { instant } from '../primitives.ts';

/** Why the caller may not start the scans over, and until when the packer may; also in the facts of a refusal. */
export const resetRefusals = ['picked_by_other', 'packed_by_other', 'packed_long_ago'] as const;
export const resetRefusal = z.object({ why: z.enum(resetRefusals), until: instant.optional() });
export type ResetRefusal = z.output<typeof resetRefusal>;
