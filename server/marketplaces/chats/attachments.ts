import { keepDocuments, type PutFile, putFiles } from '#server/business/files/kept-file.ts';
import { readDocument } from '#server/business/files/stored-file.ts';
import type { Transact, Tx } from '#server/db/transaction.ts';
import { fail, invalidField } from '#server/fault.ts';
import type { Actor } from '#server/http/session.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { FileLimits } from '#server/outside/marketplaces/capabilities.ts';
import type { Storage } from '#server/outside/storage.ts';

const kindOf = ({ contentType }: PutFile) => (contentType === 'application/pdf' ? 'pdf' : 'picture');

/** Stores the attachments of a message: pictures are encoded again, PDFs are kept, and everything else is refused. */
export async function putAttachments(
  call: { transact: Transact; outside: { storage: Storage } },
  { businessId }: Actor,
  uploads: readonly Upload[],
): Promise<PutFile[]> {
  if (uploads.length === 0) return [];
  const files = [];
  for (const upload of uploads) files.push(await readDocument(upload));
  return putFiles(call.transact, call.outside.storage, businessId, files);
}

/** Only attachments that the marketplace accepts are sent. */
export function checkAttachments(limits: FileLimits | null, files: readonly PutFile[]): void {
  if (files.length === 0) return;
  if (!limits) fail('state_conflict');
  for (const file of files) {
    if (!limits.kinds.includes(kindOf(file))) invalidField('files', 'invalid');
    if (file.bytes > limits.mostBytes) invalidField('files', 'too_big');
  }
}

export async function keepAttachments(
  tx: Tx,
  { businessId }: Actor,
  messageId: number,
  files: readonly PutFile[],
): Promise<void> {
  if (files.length === 0) return;
  const ids = await keepDocuments(tx, businessId, files);
  const rows = files.map(({ name, contentType, bytes }, index) => ({
    business_id: businessId,
    message_id: messageId,
    file_id: ids[index] ?? fail('internal'),
    name,
    content_type: contentType,
    bytes,
  }));
  await tx.db.insertInto('chat_files').values(rows).execute();
}
