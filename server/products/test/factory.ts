import sharp from 'sharp';
import type { BodyInputOf, ResponseOf } from '#contract/endpoint.ts';
import { api } from '#contract/index.ts';
import type { Person } from '#server/test/app.ts';

let serial = 0;

/** A product with measures and one variation by default; for tests. */
export function makeProduct(
  person: Person,
  fields: Partial<BodyInputOf<typeof api.products.create>> = {},
): Promise<ResponseOf<typeof api.products.create>> {
  const n = ++serial;
  return person.call(api.products.create, {
    body: {
      name: `Caneca ${n}`,
      brand: 'Simula',
      weight: 0.42,
      width: 12,
      height: 11,
      depth: 9,
      variations: { create: [{ sku: `CAN-${n}`, attributes: { Color: 'Preto' } }] },
      ...fields,
    },
  });
}

/** The bytes of a picture with one color. */
export function makePicture(
  width = 640,
  height = 480,
  background = { r: 200, g: 40, b: 40 },
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Uploaded images, each with its own color. */
export async function makeImages(person: Person, amount = 1) {
  const files = await Promise.all(
    Array.from({ length: amount }, async (_, index) => ({
      name: `foto-${++serial}.png`,
      bytes: await makePicture(64, 48, { r: serial % 256, g: (serial * 7) % 256, b: index }),
    })),
  );
  return (await person.call(api.images.create, { files })).items;
}
