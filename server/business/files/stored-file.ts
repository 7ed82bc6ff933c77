import { maxImageBytes } from '#contract/products/image.ts';
import type { Tx } from '#server/db/transaction.ts';
import { fail } from '#server/fault.ts';
import type { FileAnswer } from '#server/http/send-file.ts';
import type { Upload } from '#server/http/uploads.ts';
import type { Storage } from '#server/outside/storage.ts';
import { sealFileBytes, unsealBytes } from '#server/seal.ts';
import {
  fileFromMemory,
  fileFromUpload,
  keepDocuments,
  type NewFile,
  type PutFile,
  putFiles,
} from './kept-file.ts';
import { readStart, redraw } from './picture.ts';

export type StoredFile = PutFile;

/** Allowed document types, by their first bytes and never by name or declared type. */
const pdf = '%PDF-';
const pictures = ['\x89PNG', '\xff\xd8\xff'];

/** A stored document: a PDF unchanged, a photograph encoded again without its location. */
export async function readDocument(upload: Upload): Promise<NewFile> {
  const start = await readStart(upload.path);
  if (start.startsWith(pdf)) return fileFromUpload(upload, 'application/pdf');
  if (!pictures.some((signature) => start.startsWith(signature))) fail('unsupported_media_type');
  return reencoded(upload);
}

/** A stored photograph: encoded again without its location. */
export async function readPhoto(upload: Upload): Promise<NewFile> {
  if (upload.size > maxImageBytes) fail('image_too_big');
  return reencoded(upload);
}

async function reencoded(upload: Upload): Promise<NewFile> {
  const { picture } = await redraw(upload);
  return { ...picture, name: `${upload.name.replace(/\.\w{1,5}$/, '')}.webp`, contentType: 'image/webp' };
}

/** Stores bytes before their row exists; without a row they are removed again. */
export async function putFile(
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  storage: Storage,
  businessId: number,
  document: NewFile,
): Promise<StoredFile> {
  const [file] = await putFiles(transact, storage, businessId, [document]);
  return file ?? fail('internal');
}

/** The row of a file that was put; answers its id. */
export async function insertFile(tx: Tx, businessId: number, file: StoredFile): Promise<number> {
  const [id] = await keepDocuments(tx, businessId, [file]);
  return id ?? fail('internal');
}

export type FileRow = {
  business_id: number;
  sha256: string;
  content_type: string;
  name: string;
  sealed: boolean;
};

/** The row of a file this business may read; a foreign one is a missing one. */
export async function findFile(tx: Tx, id: number | null): Promise<FileRow> {
  if (id === null) fail('not_found');
  const row = await tx.db
    .selectFrom('files')
    .select(['business_id', 'sha256', 'content_type', 'name', 'sealed'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? fail('not_found');
}

type Opener = { outside: { storage: Storage }; env: { secretKey: Buffer } };

const keyOf = ({ business_id: businessId, sha256 }: FileRow) => `${businessId}/${sha256}`;

/** A file that names a buyer is stored encrypted, so that a copy of the files reveals nothing. */
export function sealFile({ env }: Pick<Opener, 'env'>, name: string, bytes: Buffer, type: string): NewFile {
  return { ...fileFromMemory(name, sealFileBytes(env.secretKey, bytes), type), sealed: true };
}

/** The original bytes; files of earlier releases were not encrypted. */
export async function readStored({ outside, env }: Opener, row: FileRow): Promise<Buffer> {
  const stored = await outside.storage.read(keyOf(row));
  return row.sealed ? unsealBytes(env.secretKey, 'invoice-file', stored) : stored;
}

export async function openFile(opener: Opener, row: FileRow): Promise<FileAnswer> {
  const bytes = row.sealed ? await readStored(opener, row) : await opener.outside.storage.get(keyOf(row));
  return { bytes, contentType: row.content_type, name: row.name };
}
