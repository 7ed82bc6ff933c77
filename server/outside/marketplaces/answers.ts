import { RemoteFailure } from '../http.ts';
import { MarketplaceError } from './marketplace-error.ts';
import type { MissingPart } from './sale.ts';

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
    throw new RemoteFailure(`unreadable ${what}`, { cause: error });
  }
}

/** Asks for something beside the sale: where it fails it is missing, and undefined. */
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
