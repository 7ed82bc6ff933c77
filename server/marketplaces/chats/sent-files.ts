import { asJpeg } from '#server/business/files/jpeg.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { JobContext } from '#server/jobs/task.ts';
import type { SentFile } from '#server/outside/marketplaces/conversations.ts';
import type { AccountSession } from '../account-access.ts';

/** Files of our message in the form that the marketplace accepts: photos of a claim first, then attachments. */
export async function readSentFiles(
  job: JobContext,
  session: AccountSession,
  businessId: number,
  messageId: number,
): Promise<SentFile[]> {
  const { pictureSide } = session.marketplace.capabilities(session.tags);
  const files = await job.inBusiness(businessId, async (tx) => [
    ...(await findPhotos(tx, messageId)),
    ...(await findAttachments(tx, messageId)),
  ]);
  return Promise.all(
    files.map(async ({ name, sha256, content_type: contentType }) => {
      const bytes = await job.outside.storage.read(`${businessId}/${sha256}`);
      if (!contentType.startsWith('image/')) return { name, bytes, contentType };
      const plain = name.replace(/\.\w{1,5}$/, '');
      return { name: `${plain}.jpg`, bytes: await asJpeg(bytes, pictureSide), contentType: 'image/jpeg' };
    }),
  );
}

const findPhotos = (tx: Tx, messageId: number) =>
  tx.db
    .selectFrom('chat_images as l')
    .innerJoin('images as i', 'i.id', 'l.image_id')
    .innerJoin('files as f', 'f.id', 'i.file_id')
    .select(['i.name', 'f.sha256', 'f.content_type'])
    .where('l.message_id', '=', messageId)
    .orderBy('l.id')
    .execute();

const findAttachments = (tx: Tx, messageId: number) =>
  tx.db
    .selectFrom('chat_files as l')
    .innerJoin('files as f', 'f.id', 'l.file_id')
    .select(['l.name', 'f.sha256', 'f.content_type'])
    .where('l.message_id', '=', messageId)
    .orderBy('l.id')
    .execute();
