import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Answer } from '../../answer.ts';
import type { World } from '../../world.ts';
import type { Call, Endpoint, UploadedFile } from '../endpoint.ts';
import { failure, ok, open } from '../endpoint.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const TOO_MANY = 9;
const types: Record<string, string> = { jpeg: 'image/jpeg', jpg: 'image/jpeg', png: 'image/png' };

export const imageName = (imageId: string): string => `shopee-${imageId}`;

export const imageUrl = (world: World, imageId: string): string => `${world.url}/shopee-file/${imageId}`;

/** Stored among the shop's pictures; returns the id that an item uses. */
export const keepImage = (world: World, bytes: Buffer, type: string): string => {
  const imageId = `br-11134207-7r98o-${randomBytes(8).toString('hex')}`;
  world.shopee.images[imageId] = { image_id: imageId, content_type: type };
  world.pictures.put(imageName(imageId), bytes);
  world.changed();
  return imageId;
};

type Taken = { id: number; error: string; message: string; image_info?: object };

const take = async (world: World, file: UploadedFile, id: number): Promise<Taken> => {
  if (file.bytes.length > MAX_BYTES)
    return { id, error: 'error_param', message: 'The image exceeds 10.0 MB.' };
  const found = await sharp(file.bytes)
    .metadata()
    .catch(() => null);
  const type = types[found?.format ?? ''];
  if (type === undefined)
    return { id, error: 'error_param', message: 'Image format accepted: JPG, JPEG, PNG.' };
  const imageId = keepImage(world, file.bytes, type);
  return {
    id,
    error: '',
    message: '',
    image_info: {
      image_id: imageId,
      image_url_list: [{ image_url_region: 'BR', image_url: imageUrl(world, imageId) }],
    },
  };
};

/** Each of several has its own error. */
const upload = async (call: Call): Promise<Answer> => {
  const files = call.files.filter(({ field }) => field === 'image');
  if (files.length === 0) return failure('error_param', 'image is a required field.');
  if (files.length >= TOO_MANY) return failure('error_param', 'image number should be less than 9');
  const taken: Taken[] = [];
  for (const [index, file] of files.entries()) taken.push(await take(call.world, file, index));
  const [first] = taken;
  if (files.length === 1 && first !== undefined && first.error !== '')
    return failure(first.error, first.message);
  return ok({ image_info: first?.image_info ?? {}, image_info_list: taken });
};

export const imageEndpoints: Endpoint[] = [open('POST', '/media_space/upload_image', upload)];
