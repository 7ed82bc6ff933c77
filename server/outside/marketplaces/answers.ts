import { RemoteFailure } from '../http.ts';
import { MarketplaceError } from './marketplace-error.ts';
import { type MissingPart, UnreadableAnswer } from './sale.ts';
import type { SellerSession } from './seller-session.ts';

/** Not there, or not ours to see: an answer, and no reason to ask again. */
export async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof MarketplaceError && (error.kind === 'not_found' || error.kind === 'forbidden'))
      return null;
    throw error;
  }
}

/** An answer of another shape is a failure of the outside: tried again, never half believed. */
export function understood<T>(read: () => T, what: string): T {
  try {
    return read();
  } catch (error) {
    throw new UnreadableAnswer(what, error);
  }
}

/**
 * Rows of a list, each parsed separately: a row that cannot be parsed is reported under the name that `nameOf` gives
 * it, and does not affect the others.
 */
export function readRows<T>(
  session: Pick<SellerSession, 'setAside'>,
  rows: readonly unknown[],
  read: (row: unknown) => T,
  nameOf: (row: unknown) => string,
): T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      const answer = new UnreadableAnswer(nameOf(row), error);
      if (!session.setAside) throw answer;
      session.setAside(answer);
      return [];
    }
  });
}

/** `order 123`, by the id in the row; a row without an id is named after its list. */
export const namedRow =
  (what: string, field = 'id') =>
  (row: unknown): string => {
    const id = row !== null && typeof row === 'object' ? Reflect.get(row, field) : undefined;
    return typeof id === 'string' || typeof id === 'number' ? `${what} ${id}` : `row of the ${what} list`;
  };

/** Reads an optional addition to the sale: if it fails, it is missing and undefined. */
export async function beside<T>(
  part: MissingPart['part'],
  missing: MissingPart[],
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof RemoteFailure || error instanceof MarketplaceError)) throw error;
    missing.push({ part, error });
    return undefined;
  }
}
