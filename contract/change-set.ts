import { z } from 'zod';
import { id, opaque } from './primitives.ts';

/** A nested collection on its way in: only the non-empty groups are present. */
export type ChangeSet<C, U> = {
  add?: number[];
  create?: (C & { tempId?: string })[];
  update?: Record<string, U>;
  remove?: number[];
};

export function changeSet<C extends z.ZodRawShape, U extends z.ZodRawShape>(
  create: z.ZodObject<C>,
  update: z.ZodObject<U>,
  limit = 500,
) {
  return z.strictObject({
    create: z
      .array(create.extend({ tempId: opaque(40).optional() }).strict())
      .max(limit, 'too_big')
      .optional(),
    update: z
      .record(z.string().regex(/^\d{1,15}$/, 'invalid'), update.strict())
      .refine((items) => Object.keys(items).length <= limit, 'too_big')
      .optional(),
    remove: z.array(z.int().positive()).max(limit, 'too_big').optional(),
  });
}

/** Links of a many-to-many collection: ids to link, and those to let go. */
export function linkSet(max: number) {
  return z.strictObject({
    add: z.array(id).max(max, 'too_big').optional(),
    remove: z.array(id).max(max, 'too_big').optional(),
  });
}
