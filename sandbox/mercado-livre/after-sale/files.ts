import { randomUUID } from 'node:crypto';
import { later } from '../../clock.ts';
import type { World } from '../../world.ts';
import type { Attachment } from './state.ts';

/** As a browser or a program sends it. */
export type SentFile = { filename: string; bytes: Buffer };

const MEGABYTE = 1024 * 1024;
const MESSAGE_FILE_BYTES = 25 * MEGABYTE;
const CLAIM_FILE_BYTES = 5 * MEGABYTE;
const ORPHAN_LIFE_MS = 48 * 3_600_000;

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  txt: 'text/plain',
};

const extensionOf = (filename: string): string => /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** The error of a file for the messages of a sale; null if it is accepted. */
export const messageFileProblem = (file: SentFile | undefined): string | null => {
  if (file === undefined || file.bytes.length === 0) return 'File attached is empty';
  if (/[/\\]/.test(file.filename)) return 'File name cannot include characters like /, \\';
  if (file.filename.length > 200) return 'The original_filename exceeded 200 character limit';
  if (file.bytes.length > MESSAGE_FILE_BYTES) return 'File attachment is bigger than 25 Mb.';
  return ['jpg', 'jpeg', 'png', 'pdf', 'txt'].includes(extensionOf(file.filename))
    ? null
    : 'Invalid extension';
};

/** The error of a file for a claim; null if it is accepted. */
export const claimFileProblem = (file: SentFile | undefined): string | null => {
  if (file === undefined || file.bytes.length === 0) return 'Error retrieving uploaded file';
  if (file.bytes.length > CLAIM_FILE_BYTES) return 'The file exceeds the maximum size of 5 MB';
  if (!['jpg', 'jpeg', 'png', 'pdf'].includes(extensionOf(file.filename))) return 'Invalid file type';
  return /^[\w.-]{1,125}$/.test(file.filename) ? null : 'Invalid file name';
};

export const keepFile = (
  world: World,
  file: SentFile,
  userId: number,
  claimId: number | null,
): Attachment => {
  const extension = extensionOf(file.filename);
  const attachment: Attachment = {
    name: `${userId}_${randomUUID()}.${extension}`,
    original: file.filename,
    type: types[extension] ?? 'application/octet-stream',
    size: file.bytes.length,
    user_id: userId,
    claim_id: claimId,
    used: false,
    date_created: world.clock.now().toISOString(),
  };
  world.market.afterSale.attachments[attachment.name] = attachment;
  world.pictures.put(`attachment-${attachment.name}`, file.bytes);
  world.changed();
  return attachment;
};

/** Attached by a buyer to a message; returns its name in the API. */
export const keepWithWords = (
  world: World,
  file: SentFile,
  buyerId: number,
  claimId: number | null,
): string => {
  const kept = keepFile(world, file, buyerId, claimId);
  kept.used = true;
  return kept.name;
};

export const bytesOf = (world: World, attachment: Attachment): Buffer =>
  world.pictures.get(`attachment-${attachment.name}`) ?? Buffer.alloc(0);

/** Null also for a file that was not used within two days: it is deleted. */
export const fileNamed = (world: World, name: string, claimId: number | null): Attachment | null => {
  const found = world.market.afterSale.attachments[name];
  if (found === undefined || found.claim_id !== claimId) return null;
  const orphaned = later(new Date(found.date_created), ORPHAN_LIFE_MS) <= world.clock.now();
  return claimId === null && !found.used && orphaned ? null : found;
};
