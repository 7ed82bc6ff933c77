import type { Centavos } from '#contract/money.ts';
import { RemoteFailure } from '../http.ts';
import type { RemotePromotion } from './listing.ts';
import { MarketplaceError } from './marketplace-error.ts';

/** An amount of 0 is how marketplaces write that there is none. */
export const tellsPrice = (amount: Centavos | null | undefined): Centavos | null =>
  amount !== null && amount !== undefined && amount > 0 ? amount : null;

type ReportedPrices = { regular: Centavos | null; paid: Centavos | null };
type Terms = Omit<RemotePromotion, 'price'>;

export const noTerms: Terms = { from: null, to: null, name: '', marketplacePays: null };
/** A discount of the seller, who pays all of it. */
export const ownTerms: Terms = { ...noTerms, marketplacePays: 0 };

/** A promotion is a price below the regular one. */
export const promotionOf = (
  { regular, paid }: ReportedPrices,
  terms: Terms = noTerms,
): RemotePromotion | null =>
  paid !== null && (regular === null || paid < regular) ? { ...terms, price: paid } : null;

/** The prices already show a promotion: without its name and dates a listing is still readable. */
export async function orUntold<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof MarketplaceError || error instanceof RemoteFailure) return null;
    throw error;
  }
}
