import { randomUUID } from 'node:crypto';
import { later } from '../../clock.ts';
import type { World } from '../../world.ts';
import type { Attachment } from './state.ts';

const ORPHAN_LIFE_MS = 48 * 3_600_000;

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  txt: 'text/plain',
};

export const extensionOf = (filename: string): string => /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

export const keepFile = (
  world: World,
  file: { filename: string; bytes: Buffer },
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

export const bytesOf = (world: World, attachment: Attachment): Buffer =>
  world.pictures.get(`attachment-${attachment.name}`) ?? Buffer.alloc(0);

/** Null also for one that nothing was done with for two days: it is gone. */
export const fileNamed = (world: World, name: string, claimId: number | null): Attachment | null => {
  const found = world.market.afterSale.attachments[name];
  if (found === undefined || found.claim_id !== claimId) return null;
  const orphaned = later(new Date(found.date_created), ORPHAN_LIFE_MS) <= world.clock.now();
  return claimId === null && !found.used && orphaned ? null : found;
};
