import type { chats } from '#contract/marketplaces/chat.ts';
import { findFile } from '#server/business/files/stored-file.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { RemoteCall } from '#server/http/route.ts';
import type { FileAnswer } from '#server/http/send-file.ts';
import { withAccount } from '../account-access.ts';
import { failWithMarketplace } from '../marketplace-fault.ts';

/** A file of a thread: files of the buyer are read at the marketplace, files that we sent are stored here. */
export async function openChatFile(call: RemoteCall<typeof chats.file>): Promise<FileAnswer> {
  const { params, read, actor, outside } = call;
  const { ours, ...file } = await read(async (tx) => {
    const row = (await findChatFile(tx, params)) ?? fail('not_found');
    return { ...row, ours: row.file_id === null ? null : await findFile(tx, row.file_id) };
  });
  if (ours) return answerOf(await outside.storage.read(`${ours.business_id}/${ours.sha256}`), file.name);
  const { account_id: accountId, remote_id: remoteId, thread, source } = file;
  if (accountId === null || remoteId === null) return fail('not_found');
  const opened = await withAccount({ ...call, businessId: actor.businessId }, accountId, async (session) => {
    const { claims, messages } = session.marketplace.conversations;
    const open = (source === 'claim' ? claims : messages)?.openFile;
    return open?.(session, thread, remoteId) ?? null;
  }).catch(failWithMarketplace);
  return answerOf((opened ?? fail('not_found')).bytes, file.name);
}

/** Files that the marketplace withholds are not shown. */
const findChatFile = (tx: Tx, { id, file }: { id: number; file: number }) =>
  tx.db
    .selectFrom('chat_files as f')
    .innerJoin('chat_messages as m', 'm.id', 'f.message_id')
    .innerJoin('chats as c', 'c.id', 'm.chat_id')
    .select(['f.name', 'f.remote_id', 'f.file_id', 'c.account_id', 'c.source', 'c.remote_id as thread'])
    .where('f.id', '=', file)
    .where('c.id', '=', id)
    .where('m.withheld', '=', false)
    .executeTakeFirst();

/** Types that a browser may show, by their first bytes: the declared type is not trusted. */
const pictures: readonly [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF....WEBP/s, 'image/webp'],
];

function answerOf(bytes: Buffer, name: string): FileAnswer {
  const start = bytes.toString('latin1', 0, 16);
  const picture = pictures.find(([beginning]) => beginning.test(start));
  if (picture) return { bytes, contentType: picture[1] };
  return {
    bytes,
    name,
    contentType: start.startsWith('%PDF-') ? 'application/pdf' : 'application/octet-stream',
  };
}
