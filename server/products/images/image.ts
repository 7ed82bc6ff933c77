import { dropFiles } from '#server/business/files/kept-file.ts';
import { storeImages, type Transactions } from '#server/business/files/store-images.ts';
import { databaseCode, type Transact, type Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { FileAnswer } from '#server/http/send-file.ts';
import type { Actor } from '#server/http/session.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { Storage } from '#server/outside/storage.ts';
import { findImageFile, findImages, type ImageRowIn } from './image.queries.ts';

type Uploaded = { items: ImageRowIn[] };

export async function uploadImages(
  transactions: Transactions<Uploaded>,
  storage: Storage,
  actor: Actor,
  uploads: readonly Upload[],
): Promise<Uploaded> {
  if (uploads.length === 0) fail('not_an_image');
  return storeImages(transactions, storage, actor, uploads, async (tx, ids) => ({
    items: await findImages(tx, actor, ids),
  }));
}

export async function renameImage(tx: Tx, actor: Actor, id: number, name: string): Promise<ImageRowIn> {
  await tx.db
    .updateTable('images')
    .set({ name })
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .execute();
  const [row] = await findImages(tx, actor, [id]);
  return row ?? fail('not_found');
}

export async function removeImage(tx: Tx, actor: Actor, id: number): Promise<void> {
  const removed = await tx.db
    .deleteFrom('images')
    .where('business_id', '=', actor.businessId)
    .where('id', '=', id)
    .returning(['file_id', 'thumbnail_file_id'])
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (databaseCode(error) === '23503') fail('image_in_use');
      throw error;
    });
  if (!removed) fail('not_found');
  await dropFiles(tx, actor.businessId, [removed.file_id, removed.thumbnail_file_id]);
}

export async function openImage(
  transact: Transact,
  storage: Storage,
  id: number,
  part: 'file_id' | 'thumbnail_file_id',
): Promise<FileAnswer> {
  const file = (await transact((tx) => findImageFile(tx, id, part))) ?? fail('not_found');
  return {
    bytes: await storage.get(`${file.business_id}/${file.sha256}`),
    contentType: file.content_type,
    immutable: true,
  };
}
