import { fail } from '#server/fault.ts';
import { MercadoLivreError } from '#server/outside/marketplaces/mercado-livre/client.ts';

/**
 * What a person is told whose request the marketplace did not grant, whichever of its calls it was (the search or the
 * renewal of a token as well as the question itself). What is no answer of the marketplace is thrown on.
 */
export function failWithMarketplace(error: unknown): never {
  if (!(error instanceof MercadoLivreError)) throw error;
  if (error.status === 404) fail('not_found', { cause: error });
  return fail(error.retryable ? 'marketplace_unavailable' : 'marketplace_refused', { cause: error });
}

/** It has no such thing, or does not show it to this seller. */
export const isMissing = (error: unknown) => error instanceof MercadoLivreError && error.status === 404;
export const isForbidden = (error: unknown) => error instanceof MercadoLivreError && error.status === 403;
