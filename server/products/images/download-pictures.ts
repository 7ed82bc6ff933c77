import { join } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PictureFault } from '#contract/business/import/import-pictures.ts';
import { addMinutes } from '#contract/dates.ts';
import { storeImages } from '#server/business/files/store-images.ts';
import type { Job, Tx } from '#server/db/transaction.ts';
import { Fault } from '#server/fault.ts';
import { saveUpload, withTemporaryFolder } from '#server/http/uploads.ts';
import type { JobContext, Task } from '#server/jobs/task.ts';
import type { FetchedPicture } from '#server/outside/picture-client.ts';

/** Of one run, which lets other jobs of the lane run in between. */
const mostAtOnce = 24;
/** Products whose pictures are downloaded at the same time; those of one product keep their order. */
const sideBySide = 4;
/** After the first failure and after the second; then the download has failed. */
const pausesMinutes = [1, 5];
/** Each process keeps workers for everything else. */
const lanes = 2;

export const pictureJob = (businessId: number, runAt?: Date): Job => ({
  task: 'products.download-pictures',
  payload: { businessId },
  key: `pictures:${businessId}`,
  queue: `pictures:${businessId % lanes}`,
  ...(runAt && { runAt }),
});

const payload = z.object({ businessId: z.number() });

type Download = {
  id: number;
  product_id: number;
  variation_ids: number[];
  import_id: number;
  url: string;
  position: number;
  attempts: number;
};

/** Task `products.download-pictures`: the pictures of a business that wait, a few at a time until none is left. */
export const downloadPicturesTask: Task = async (job, input) => {
  const { businessId } = payload.parse(input);
  const due = await job.inBusiness(businessId, (tx) => findDue(tx, businessId));
  const products = [...Map.groupBy(due, (download) => download.product_id).values()];
  const next = async () => {
    for (let downloads = products.shift(); downloads; downloads = products.shift())
      for (const download of downloads) await downloadOne(job, businessId, download);
  };
  await Promise.all(Array.from({ length: sideBySide }, next));
  await job.inBusiness(businessId, async (tx) => {
    const waiting = await tx.db
      .selectFrom('picture_downloads')
      .select((from) => from.fn.min('retry_at').as('retryAt'))
      .where('business_id', '=', businessId)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (waiting?.retryAt) tx.enqueue(pictureJob(businessId, waiting.retryAt));
    if (due.length > 0)
      for (const entity of ['imports', 'products', 'images']) tx.changed(businessId, entity);
  });
};

async function findDue(tx: Tx, businessId: number): Promise<Download[]> {
  return tx.db
    .selectFrom('picture_downloads')
    .select(['id', 'product_id', 'variation_ids', 'import_id', 'url', 'position', 'attempts'])
    .where('business_id', '=', businessId)
    .where('state', '=', 'waiting')
    .where('retry_at', '<=', tx.now())
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();
}

/** Another run has concluded the download, or its product was removed. */
class Concluded extends Error {
  override readonly name = 'Concluded';
}

async function downloadOne(job: JobContext, businessId: number, download: Download): Promise<void> {
  const found = await job.outside.pictures.download(download.url);
  const failed = 'bytes' in found ? await keepPicture(job, businessId, download, found.bytes) : found;
  if (failed) await job.inBusiness(businessId, (tx) => noteFailure(tx, businessId, download, failed));
}

/** Stores the picture and links it to its product; returns why it could not. */
async function keepPicture(
  job: JobContext,
  businessId: number,
  download: Download,
  bytes: Buffer,
): Promise<Exclude<FetchedPicture, { bytes: Buffer }> | null> {
  const transact = <T>(work: (tx: Tx) => Promise<T>) => job.inBusiness(businessId, work);
  try {
    await withTemporaryFolder(join(job.env.dataDir, 'uploads'), async (folder) => {
      const upload = await saveUpload(folder, nameOf(download.url), bytes);
      await storeImages(
        { transact, conclude: transact },
        job.outside.storage,
        { businessId },
        [upload],
        (tx, [imageId = 0]) => linkPicture(tx, businessId, download, imageId),
      );
    });
    return null;
  } catch (error) {
    if (error instanceof Concluded) return null;
    const fault = error instanceof Fault ? storeFaults[error.code] : undefined;
    if (!fault) throw error;
    return { fault, again: false };
  }
}

const storeFaults: Partial<Record<string, PictureFault>> = {
  not_an_image: 'not_an_image',
  image_too_big: 'image_too_big',
  storage_full: 'storage_full',
};

function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'foto';
  } catch {
    return last || 'foto';
  }
}

async function linkPicture(tx: Tx, businessId: number, download: Download, imageId: number): Promise<void> {
  const { id, product_id: productId, variation_ids: variationIds, position } = download;
  const done = await tx.db
    .updateTable('picture_downloads')
    .set({ state: 'done', fault: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  if (!done) throw new Concluded('the download is over');
  // A variation that was removed meanwhile is left out.
  const owners = sql`select null::bigint as id where cardinality(${variationIds}::bigint[]) = 0
    union all select v.id from product_variations v
      where v.business_id = ${businessId} and v.product_id = ${productId} and v.id = any(${variationIds}::bigint[])`;
  await sql`insert into product_images (business_id, product_id, image_id, variation_id, position)
    select ${businessId}, ${productId}, ${imageId}, owner.id, ${position} from (${owners}) as owner`.execute(
    tx.db,
  );
}

async function noteFailure(
  tx: Tx,
  businessId: number,
  { id, attempts }: Download,
  { fault, again }: { fault: PictureFault; again: boolean },
): Promise<void> {
  const pause = again ? pausesMinutes[attempts] : undefined;
  await tx.db
    .updateTable('picture_downloads')
    .set({
      fault,
      attempts: attempts + 1,
      ...(pause === undefined ? { state: 'failed' } : { retry_at: addMinutes(tx.now(), pause) }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
