import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { FileAnswer } from '#server/http/route.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { Storage } from '#server/outside/storage.ts';

export type StoredFile = { key: string; sha256: string; bytes: number; contentType: string; name: string };

/** What documents may be, by their first bytes: never by the name or the declared type. */
const signatures: [string, Buffer][] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

export function documentType(bytes: Buffer): string {
  const found = signatures.find(([, start]) => bytes.subarray(0, start.length).equals(start));
  return found ? found[0] : fail('unsupported_media_type');
}

/** Puts bytes where files live, before any row speaks of them. No transaction is open meanwhile. */
export async function putFile(
  storage: Storage,
  businessId: number,
  upload: Upload,
  contentType: string,
): Promise<StoredFile> {
  const sha256 = createHash('sha256').update(upload.bytes).digest('hex');
  const key = `${businessId}/${sha256}`;
  await storage.put(key, upload.bytes);
  return { key, sha256, bytes: upload.bytes.length, contentType, name: upload.name };
}

/** The row of a file that was put; answers its id. */
export async function insertFile(tx: Tx, businessId: number, file: StoredFile): Promise<number> {
  const { id } = await tx.db
    .insertInto('files')
    .values({
      business_id: businessId,
      sha256: file.sha256,
      bytes: file.bytes,
      content_type: file.contentType,
      name: file.name,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type FileRow = { business_id: number; sha256: string; content_type: string; name: string };

/** The row of a file this business may read; a foreign one is a missing one. */
export async function findFile(tx: Tx, id: number | null): Promise<FileRow> {
  if (id === null) fail('not_found');
  const row = await tx.db
    .selectFrom('files')
    .select(['business_id', 'sha256', 'content_type', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? fail('not_found');
}

export async function openFile(storage: Storage, row: FileRow, asAttachment = true): Promise<FileAnswer> {
  return {
    bytes: await storage.get(`${row.business_id}/${row.sha256}`),
    contentType: row.content_type,
    ...(asAttachment && { name: row.name }),
  };
}
