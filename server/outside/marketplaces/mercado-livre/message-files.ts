import { z } from 'zod';
import { orNull } from '../answers.ts';
import type { MessageFile, OpenFile } from '../conversations.ts';
import type { SellerSession } from '../seller-session.ts';
import { claimPath } from './claim-schema.ts';

/** What is sent along with a message or in a claim; one that cannot be read costs nothing of the message. */
export const toldFiles = z
  .array(
    z.looseObject({
      filename: z.string().catch(''),
      original_filename: z.string().nullish().catch(null),
      type: z.string().nullish().catch(null),
      size: z.int().nonnegative().nullish().catch(null),
    }),
  )
  .nullish()
  .catch(null);

export const filesOf = (told: z.output<typeof toldFiles>): MessageFile[] =>
  (told ?? [])
    .filter(({ filename }) => filename !== '')
    .map(({ filename, original_filename: original, type, size }) => ({
      remoteId: filename,
      name: original || filename,
      contentType: type ?? '',
      bytes: size ?? null,
    }));

const tagOf = ({ siteId }: SellerSession) => new URLSearchParams({ tag: 'post_sale', site_id: siteId });

export const openMessageFile: OpenFile = (session, _threadId, remoteId) =>
  orNull(() => session.download(`/messages/attachments/${encodeURIComponent(remoteId)}?${tagOf(session)}`));

export const openClaimFile: OpenFile = (session, claimId, remoteId) =>
  orNull(() =>
    session.download(`${claimPath(claimId)}/attachments/${encodeURIComponent(remoteId)}/download`),
  );
