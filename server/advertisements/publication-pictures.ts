import type { Tx } from '#server/db/transaction.ts';
import type { Capabilities } from '#server/outside/marketplaces/capabilities.ts';
import { loadSharp } from '#server/products/sharp.ts';
import { listPublicationImages } from './publication.queries.ts';
import { type PublicationWork, Refused } from './publication-job.ts';

/** Ids of the publication's pictures at the marketplace, uploading those it does not have yet. */
export async function uploadPictures(work: PublicationWork): Promise<string[]> {
  const { context, session, target } = work;
  const { pictureSide } = session.marketplace.capabilities(session.tags);
  const ids: string[] = [];
  const images = await context.transact((tx) => listPublicationImages(tx, target.id));
  for (const image of images) {
    if (image.remote_picture_id) {
      ids.push(image.remote_picture_id);
      continue;
    }
    const key = await context.transact((tx) => storageKey(tx, image.file_id));
    if (!key) throw new Refused('image_missing', [{ field: 'images', message: image.name ?? '' }]);
    const bytes = await asJpeg(await context.outside.storage.read(key), pictureSide);
    const remoteId = await session.marketplace.listings.uploadPicture(session, {
      name: `${image.id}.jpg`,
      bytes,
      contentType: 'image/jpeg',
    });
    await context.transact((tx) => storePicture(tx, image.row_id, remoteId));
    ids.push(remoteId);
  }
  return ids;
}

async function storageKey(tx: Tx, fileId: number | null): Promise<string | null> {
  if (fileId === null) return null;
  const file = await tx.db
    .selectFrom('files')
    .select(['business_id', 'sha256'])
    .where('id', '=', fileId)
    .executeTakeFirst();
  return file ? `${file.business_id}/${file.sha256}` : null;
}

async function storePicture(tx: Tx, rowId: number, remoteId: string): Promise<void> {
  await tx.db
    .updateTable('publication_images')
    .set({ remote_picture_id: remoteId })
    .where('id', '=', rowId)
    .execute();
}

async function asJpeg(bytes: Buffer, { shortest, longest }: Capabilities['pictureSide']): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: 40_000_000 });
  const { width = 0, height = 0 } = await image.metadata();
  const side = Math.min(Math.max(width, height, shortest), longest);
  return image
    .flatten({ background: '#ffffff' })
    .resize({ width: side, height: side, fit: 'inside' })
    .jpeg({ quality: 88 })
    .toBuffer();
}
