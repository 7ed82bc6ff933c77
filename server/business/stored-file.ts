import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { FileAnswer } from '#server/http/route.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { Storage } from '#server/outside/storage.ts';
import { keepDocuments, type PutFile, putFiles } from '#server/products/kept-file.ts';
import { redraw } from '#server/products/picture.ts';

export type StoredFile = PutFile;
export type Document = Upload & { contentType: string };

/** What documents may be, by their first bytes: never by the name or the declared type. */
const pdf = Buffer.from('%PDF-');
const pictures = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];

/** A document as it is kept: a PDF as it came, a photograph of one drawn anew, without the place it was taken at. */
export async function readDocument({ name, bytes }: Upload): Promise<Document> {
  const begins = (start: Buffer) => bytes.subarray(0, start.length).equals(start);
  if (begins(pdf)) return { name, bytes, contentType: 'application/pdf' };
  if (!pictures.some(begins)) fail('unsupported_media_type');
  const picture = await redraw(bytes);
  return { name: `${name.replace(/\.\w{1,5}$/, '')}.webp`, bytes: picture.bytes, contentType: 'image/webp' };
}

/** Puts bytes where files live, before any row speaks of them; without a row they go again. */
export async function putFile(
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  storage: Storage,
  businessId: number,
  document: Document,
): Promise<StoredFile> {
  const [file] = await putFiles(transact, storage, businessId, [document]);
  return file ?? fail('internal');
}

/** The row of a file that was put; answers its id. */
export async function insertFile(tx: Tx, businessId: number, file: StoredFile): Promise<number> {
  const [id] = await keepDocuments(tx, businessId, [file]);
  return id ?? fail('internal');
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
