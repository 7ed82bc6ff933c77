import { z } from 'zod';
import { orNull, understood } from '../answers.ts';
import type { MessageFile, OpenFile, SentFile } from '../conversations.ts';
import type { SellerSession } from '../seller-session.ts';
import { claimPath } from './claim-schema.ts';
import { remoteId } from './order.ts';

/** Attachments of a message or a claim; one that cannot be parsed does not affect the message. */
export const attachedFiles = z
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

export const filesOf = (reported: z.output<typeof attachedFiles>): MessageFile[] =>
  (reported ?? [])
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

const uploaded = z.looseObject({
  id: z.string().nullish().catch(null),
  file_name: z.string().nullish().catch(null),
  filename: z.string().nullish().catch(null),
});

/** Each is uploaded before its message, which then contains its name here. */
async function giveFiles(
  session: SellerSession,
  path: string,
  files: readonly SentFile[],
): Promise<string[]> {
  const names: string[] = [];
  for (const file of files) {
    const { json } = await session.call(path, {
      method: 'POST',
      file: { ...file, name: plainName(file.name) },
    });
    const reported = understood(() => uploaded.parse(json), `file given to ${path}`);
    names.push(
      understood(
        () => remoteId.parse(reported.id ?? reported.file_name ?? reported.filename),
        `file given to ${path}`,
      ),
    );
  }
  return names;
}

const longestName = 120;

/** Letters, digits and `._-`; the extension, which says the type, stays. */
const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
    .slice(-longestName);

export const giveMessageFiles = (session: SellerSession, files: readonly SentFile[]) =>
  giveFiles(session, `/messages/attachments?${tagOf(session)}`, files);

/** Each kind of message has its own place for attachments. */
export const giveClaimFiles = (
  session: SellerSession,
  claimId: string,
  files: readonly SentFile[],
  to: 'attachments' | 'returns/attachments' | 'attachments-evidences' = 'attachments',
) => giveFiles(session, `${claimPath(claimId)}/${to}`, files);
