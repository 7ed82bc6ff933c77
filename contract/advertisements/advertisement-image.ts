import { z } from 'zod';
import { endpoint, entity } from '../endpoint.ts';
import type { FilterFields } from '../filter.ts';
import { count, listQuery, page, reference } from '../primitives.ts';

export const pictureFaults = ['too_small', 'too_heavy', 'too_many'] as const;

/** Why a connected marketplace does not accept a picture as it is. */
const refusal = z.object({
  /** Its name. */
  marketplace: z.string(),
  fault: z.enum(pictureFaults),
  /** Pixels of the longer side at least, bytes at most, or pictures at most. */
  limit: count,
});

export const advertisementImage = z.object({
  id: z.number(),
  name: z.string(),
  width: count,
  height: count,
  bytes: count,
  /** Its place among the pictures of the advertisement; null: only publications have it. */
  place: count.nullable(),
  /** Publications that show it, each with its place there. */
  uses: z.array(z.object({ id: z.number(), account: reference, place: count })),
  refused: z.array(refusal),
});
export type AdvertisementImage = z.output<typeof advertisementImage>;

const row = z
  .object({ id: z.number(), product: z.string(), images: z.array(advertisementImage) })
  .meta({ id: 'ImagesOfAdvertisement' });
export type ImagesOfAdvertisement = z.output<typeof row>;

export const advertisementImageFilter = {
  name: { kind: 'text' },
  refused: { kind: 'flag' },
  none: { kind: 'flag' },
} as const satisfies FilterFields;
export const advertisementImageSorts = ['id', 'name'] as const;

export const advertisementsImages = entity('advertisementsImages', {
  list: endpoint({
    method: 'GET',
    path: '/advertisements-images',
    permission: 'advertisements.read',
    summary: 'Pictures by advertisement: their order, their use, and marketplaces that refuse them',
    query: listQuery,
    response: page(row),
  }),
});
