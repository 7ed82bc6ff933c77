import sharp from 'sharp';
import type { Fields } from '../reading.ts';
import { fieldsOf, numberOf, textOf } from '../reading.ts';
import type { World } from '../world.ts';
import type { Call, Endpoint } from './endpoint.ts';
import { blank, endpointsOf, invalidFields, notFound, ok, paginate, refuse } from './endpoint.ts';
import type { Product, ProductImage } from './market.ts';
import { nextId } from './market.ts';
import { productAt, productChanged } from './product-state.ts';
import { viewImage } from './product-views.ts';

const MAX_IMAGES = 250;
const MAX_BYTES = 10 * 1024 * 1024;
const DOWNLOAD_WITHIN_MS = 5_000;
const extensions: Record<string, string> = { jpeg: 'jpg', jpg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' };

export const pictureName = (image: ProductImage): string => `nuvemshop-${image.id}`;

const download = async (address: string): Promise<Buffer> => {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(DOWNLOAD_WITHIN_MS) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
  } catch {
    // Refused below, as an answer that is no picture.
  }
  throw invalidFields({ src: ['could not be downloaded'] });
};

const typeOf = async (field: string, bytes: Buffer): Promise<string> => {
  if (bytes.length > MAX_BYTES) throw invalidFields({ [field]: ['must be less than 10MB'] });
  const found = await sharp(bytes)
    .metadata()
    .catch(() => null);
  const type = extensions[found?.format ?? ''];
  if (type === undefined) throw invalidFields({ [field]: ['is not a valid image'] });
  return type;
};

const bytesOf = async (world: World, body: Fields): Promise<{ field: string; bytes: Buffer | null }> => {
  const attachment = textOf(body.attachment);
  if (attachment !== null && attachment !== '') {
    if (!/^[\w.-]+$/.test(textOf(body.filename) ?? '')) throw invalidFields({ filename: ['is invalid'] });
    return { field: 'attachment', bytes: Buffer.from(attachment, 'base64') };
  }
  const src = textOf(body.src);
  if (src === null || src === '') throw blank('src');
  if (!/^https?:\/\//.test(src)) throw invalidFields({ src: ['is not a valid url'] });
  return { field: 'src', bytes: world.fetchPictures ? await download(src) : null };
};

const place = (product: Product, image: ProductImage, asked: number | null): void => {
  const others = product.images.filter(({ id }) => id !== image.id);
  const index = asked === null ? others.length : Math.max(0, Math.trunc(asked) - 1);
  others.splice(index, 0, image);
  for (const [at, entry] of others.entries()) entry.position = at + 1;
  product.images = others;
};

/** The picture is fetched while the caller waits. */
export const addImage = async (world: World, product: Product, body: Fields): Promise<ProductImage> => {
  if (product.images.length >= MAX_IMAGES) {
    throw refuse(422, `Product is not allowed to have more than ${MAX_IMAGES} images`);
  }
  const { field, bytes } = await bytesOf(world, body);
  const type = bytes === null ? 'jpg' : await typeOf(field, bytes);
  const now = world.clock.now().toISOString();
  const image: ProductImage = {
    id: nextId(world.nuvemshop, 'image'),
    product_id: product.id,
    position: 0,
    type,
    created_at: now,
    updated_at: now,
  };
  if (bytes !== null) world.pictures.put(pictureName(image), bytes);
  place(product, image, numberOf(body.position));
  return image;
};

const imageAt = (call: Call): { product: Product; image: ProductImage } => {
  const product = productAt(call);
  const image = product.images.find(({ id }) => String(id) === call.params.image);
  if (image === undefined) throw notFound('Product_Image');
  return { product, image };
};

const create = async (call: Call) => {
  const product = productAt(call);
  const image = await addImage(call.world, product, fieldsOf(call.body));
  productChanged(call.world, product);
  return ok(viewImage(call.world, image), 201);
};

const update = (call: Call) => {
  const { product, image } = imageAt(call);
  place(product, image, numberOf(fieldsOf(call.body).position));
  image.updated_at = call.world.clock.now().toISOString();
  productChanged(call.world, product);
  return ok(viewImage(call.world, image));
};

const remove = (call: Call) => {
  const { product, image } = imageAt(call);
  product.images = product.images.filter(({ id }) => id !== image.id);
  for (const variant of product.variants) if (variant.image_id === image.id) variant.image_id = null;
  productChanged(call.world, product);
  return ok({});
};

const endpoint = endpointsOf('products');

export const imageEndpoints: Endpoint[] = [
  endpoint('GET', '/products/:product/images', (call) =>
    paginate(call, productAt(call).images, (image) => viewImage(call.world, image)),
  ),
  endpoint('POST', '/products/:product/images', create),
  endpoint('GET', '/products/:product/images/:image', (call) =>
    ok(viewImage(call.world, imageAt(call).image)),
  ),
  endpoint('PUT', '/products/:product/images/:image', update),
  endpoint('DELETE', '/products/:product/images/:image', remove),
];
