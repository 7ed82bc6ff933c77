import { z } from 'zod';
import type { FilterFields } from '../../filter.ts';
import { count, id, reference } from '../../primitives.ts';

export const pictureStates = ['waiting', 'done', 'failed'] as const;

/** Why a picture could not be downloaded. */
export const pictureFaults = [
  'address_not_public',
  'unreachable',
  'not_found',
  'refused',
  'not_an_image',
  'image_too_big',
  'storage_full',
] as const;
export type PictureFault = (typeof pictureFaults)[number];

/** How many pictures an import has named by their addresses. */
export const pictureCounts = z.object({ waiting: count, done: count, failed: count });

export const importPicture = z
  .object({
    id,
    product: reference,
    url: z.string(),
    state: z.enum(pictureStates),
    fault: z.enum(pictureFaults).nullable(),
  })
  .meta({ id: 'ImportPicture' });
export type ImportPicture = z.output<typeof importPicture>;

export const importPictureFilter = {
  state: { kind: 'choice', values: pictureStates },
} as const satisfies FilterFields;
export const importPictureSorts = ['id'] as const;
