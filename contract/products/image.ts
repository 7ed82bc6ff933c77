import { z } from 'zod';
import { linkSet } from '../change-set.ts';
import { endpoint, entity, type Files } from '../endpoint.ts';
import { count, id, idParams, instant, listQuery, oneLine, opaque, page, reference } from '../primitives.ts';

export const maxImages = 12;
export const maxImageBytes = 10 * 1024 * 1024;
/** Larger pictures are refused before they are decoded. */
export const maxImagePixels = 40_000_000;
export const thumbnailSize = 320;
/** Files of a request. */
export const pictures: Files = { max: maxImages, maxBytes: maxImageBytes, accept: 'image' };

export const imageRow = z
  .object({
    id: z.number(),
    name: z.string(),
    width: z.number(),
    height: z.number(),
    /** Its storage, thumbnail included. */
    bytes: z.number(),
    /** Products, advertisements and publications that show it. */
    uses: count,
    createdAt: instant,
  })
  .meta({ id: 'Image' });
export type ImageRow = z.output<typeof imageRow>;

export const imageReference = reference;

const partName = opaque(40);

/** Pictures of a product or variation: links added and removed, uploaded pictures, and the order of all that remain. */
export const imageLinks = linkSet(30).extend({
  /** Names of parts of the same request: the picture in each becomes one of these. */
  upload: z.array(partName).max(maxImages, 'too_big').optional(),
  order: z
    .array(z.union([id, partName]))
    .max(30, 'too_big')
    .optional(),
});
export type ImageLinks = z.output<typeof imageLinks>;

export const imageFilter = {
  name: { kind: 'text' },
  used: { kind: 'flag' },
  created: { kind: 'day' },
  id: { kind: 'id' },
} as const;
export const imageSorts = ['id', 'name', 'bytes'] as const;

export const images = entity('images', {
  list: endpoint({
    method: 'GET',
    path: '/images',
    permission: 'images.read',
    summary: 'Images of the business',
    query: listQuery,
    response: page(imageRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/images',
    permission: 'images.create',
    summary: 'Upload images, one part per file; each is decoded and encoded as WebP',
    files: pictures,
    response: z.object({ items: z.array(imageRow) }),
    errors: ['not_an_image', 'image_too_big', 'storage_full'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/images/:id',
    permission: 'images.update',
    summary: 'Rename an image',
    params: idParams,
    body: z.strictObject({ name: oneLine(120, 1) }),
    response: imageRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/images/:id',
    permission: 'images.delete',
    summary: 'Remove an unused image',
    params: idParams,
    errors: ['image_in_use'],
  }),
  file: endpoint({
    method: 'GET',
    path: '/images/:id/file',
    permission: 'images.read',
    summary: 'The image as WebP, including images of visible offers',
    params: idParams,
    binary: 'image',
  }),
  thumbnail: endpoint({
    method: 'GET',
    path: '/images/:id/thumbnail',
    permission: 'thumbnails.read',
    summary: 'The image at most 320 px wide and high',
    params: idParams,
    binary: 'image',
  }),
});
