import { setTimeout as delay } from 'node:timers/promises';
import { maxImageBytes } from '#contract/products/image.ts';
import type { Transact, Tx } from '#server/db/transaction.ts';
import { Fault, fail } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { Storage } from '#server/outside/storage.ts';
import { keepFiles, putFiles } from './kept-file.ts';
import { type Picture, redraw } from './picture.ts';

/** The two parts of an upload: between transactions, and in the transaction of its effect. */
export type Transactions<T> = {
  transact: Transact;
  conclude(work: (tx: Tx) => Promise<T>): Promise<T>;
};
const webp = 'image/webp';
const tries = 10;
/** After each try so much longer: two seconds in all. */
const againMs = 45;

/**
 * All uploads or none. Nothing is stored before every one of them is known to be a picture; `then` belongs to the
 * transaction in which they become images, with their ids in the order of the uploads.
 */
export async function storeImages<T>(
  transactions: Transactions<T>,
  storage: Storage,
  actor: Pick<Actor, 'businessId'>,
  uploads: readonly Upload[],
  then: (tx: Tx, ids: number[]) => Promise<T>,
): Promise<T> {
  if (uploads.length === 0) return transactions.conclude((tx) => then(tx, []));
  const pictures: NamedPicture[] = [];
  for (const upload of uploads) {
    if (upload.size > maxImageBytes) fail('image_too_big');
    pictures.push({ name: upload.name.replace(/\.\w{1,5}$/, ''), drawn: await redraw(upload) });
  }
  const files = pictures.flatMap(({ name, drawn }) => [
    { ...drawn.picture, contentType: webp, name: `${name}.webp` },
    { ...drawn.thumbnail, contentType: webp, name: `${name} (320).webp` },
  ]);
  for (let n = 1; ; n++) {
    try {
      const put = await putFiles(transactions.transact, storage, actor.businessId, files);
      return await transactions.conclude(async (tx) =>
        then(tx, await insertImages(tx, actor, pictures, await keepFiles(tx, actor.businessId, put))),
      );
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'in_progress') || n === tries) throw error;
      // The same bytes are being removed, or kept by another upload: they are put once more when that is over.
      await delay(n * againMs);
    }
  }
}

type NamedPicture = { name: string; drawn: Picture };

/** `fileIds`: of each picture, then of its thumbnail. */
async function insertImages(
  tx: Tx,
  actor: Pick<Actor, 'businessId'>,
  pictures: readonly NamedPicture[],
  fileIds: readonly number[],
): Promise<number[]> {
  const rows = pictures.map(({ name, drawn }, index) => ({
    business_id: actor.businessId,
    name,
    file_id: fileIds[index * 2] ?? fail('internal'),
    thumbnail_file_id: fileIds[index * 2 + 1] ?? fail('internal'),
    width: drawn.width,
    height: drawn.height,
    bytes: drawn.picture.size + drawn.thumbnail.size,
    created_at: tx.now(),
  }));
  const made = await tx.db.insertInto('images').values(rows).returning('id').execute();
  return made.map(({ id }) => id);
}
