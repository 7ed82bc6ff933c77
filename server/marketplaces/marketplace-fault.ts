import { fail } from '#server/fault.ts';
import { MarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';

/**
 * The error for a person whose request the marketplace did not grant, for any of the calls involved (search, token
 * renewal or the request itself). Errors that are no answer of the marketplace are rethrown.
 */
export function failWithMarketplace(error: unknown): never {
  if (!(error instanceof MarketplaceError)) throw error;
  if (error.kind === 'not_found') fail('not_found', { cause: error });
  return fail(error.retryable ? 'marketplace_unavailable' : 'marketplace_refused', { cause: error });
}
