import { z } from 'zod';
import { id, instant } from '../primitives.ts';
import { imageReference } from '../products/image.ts';
import { volumeEventKinds } from './volume-states.ts';

/** A line in the history of a volume. */
export const volumeEvent = z
  .object({
    id,
    at: instant,
    author: z.string().nullable(),
    kind: z.enum(volumeEventKinds),
    /** Facts of the event, named as in the messages of `inventory.volumeEvent`. */
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    /** Photos taken when the volume was blocked. */
    photos: z.array(imageReference),
  })
  .meta({ id: 'VolumeEvent' });
export type VolumeEvent = z.output<typeof volumeEvent>;
