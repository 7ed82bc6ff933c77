import type { SellerAnswer, SellerSession } from '../seller-session.ts';
import { NuvemshopError, storePath } from './client.ts';

const pageSize = 200;

/** Reads page by page until one is short; beyond the last one is nothing. `read` parses every answer. */
export async function readPages<T>(
  session: SellerSession,
  path: string,
  query: Record<string, string>,
  read: (json: unknown) => T[],
  take: (page: T[]) => void,
): Promise<void> {
  for (let page = 1; ; page++) {
    const asked = new URLSearchParams({ ...query, page: String(page), per_page: String(pageSize) });
    const answer = await askPage(session, `${storePath(session.remoteUserId)}${path}?${asked}`, page);
    if (!answer) return;
    const found = read(answer.json);
    take(found);
    if (found.length < pageSize) return;
  }
}

/** Null beyond the last page, which for an empty list is the first: refused with a 404 that says so. */
export async function askPage(
  session: Pick<SellerSession, 'call'>,
  path: string,
  page = 1,
): Promise<SellerAnswer | null> {
  try {
    return await session.call(path);
  } catch (error) {
    const isMissing = error instanceof NuvemshopError && error.status === 404;
    if (isMissing && (page > 1 || /^Last page is \d/.test(error.message))) return null;
    throw error;
  }
}
