import { fail } from '#server/fault.ts';
import { MarketplaceError } from '#server/outside/marketplaces/marketplace-error.ts';

/**
 * What a person is told whose request the marketplace did not grant, whichever of its calls it was (the search or the
 * renewal of a token as well as the question itself). What is no answer of the marketplace is thrown on.
 */
export function failWithMarketplace(error: unknown): never {
  if (!(error instanceof MarketplaceError)) throw error;
  if (error.kind === 'not_found') fail('not_found', { cause: error });
  return fail(error.retryable ? 'marketplace_unavailable' : 'marketplace_refused', { cause: error });
}
