import type { SellerSession } from '../seller-session.ts';
import { NuvemshopError, storePath } from './client.ts';

const pageSize = 200;

/** Page after page until one is short; past the last one there is nothing. Every answer is judged by `read`. */
export async function readPages<T>(
  session: SellerSession,
  path: string,
  query: Record<string, string>,
  read: (json: unknown) => T[],
  take: (page: T[]) => void,
): Promise<void> {
  for (let page = 1; ; page++) {
    const asked = new URLSearchParams({ ...query, page: String(page), per_page: String(pageSize) });
    const found = await onePage(session, `${storePath(session.remoteUserId)}${path}?${asked}`, page, read);
    take(found);
    if (found.length < pageSize) return;
  }
}

async function onePage<T>(
  session: SellerSession,
  path: string,
  page: number,
  read: (json: unknown) => T[],
): Promise<T[]> {
  try {
    return read((await session.call(path)).json);
  } catch (error) {
    if (page > 1 && error instanceof NuvemshopError && error.status === 404) return [];
    throw error;
  }
}
