import { api } from '#contract/index.ts';
import type { ParcelProof } from '#contract/orders/parcel-proof.ts';
import { addressFor } from '../../api.ts';

/** Marketplaces take JPEG, and photos are stored as WebP. */
const quality = 0.9;

/** The photos of a parcel as files for an answer. */
export function photosAsJpeg({ photos }: ParcelProof): Promise<File[]> {
  return Promise.all(
    photos.map(({ id }, index) =>
      drawn(addressFor(api.checkout.parcelPhoto, { params: { id } }), `pacote-${index + 1}.jpg`),
    ),
  );
}

async function drawn(address: string, name: string): Promise<File> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  const { promise, resolve, reject } = Promise.withResolvers<File>();
  canvas.toBlob(
    (blob) =>
      blob ? resolve(new File([blob], name, { type: 'image/jpeg' })) : reject(new Error('no picture')),
    'image/jpeg',
    quality,
  );
  return promise;
}
