import type { Actor } from '#server/http/session.ts';

/** Nobody else buys the offers of a sales business: it is its own supplier, and its goods cost what they cost. */
export const sellsToItself = (actor: Pick<Actor, 'businessType'>): boolean => actor.businessType === 'sales';

type OfferPrice =
  /** `learned`: the product had no cost; what was typed is it. */
  | { price: number; learned: boolean; fault?: undefined }
  | { price?: undefined; learned?: undefined; fault: 'required' | 'own_cost' };

/** What an offer asks: the typed price of a supplier, the cost of the product for own goods. */
export function offerPrice(
  actor: Pick<Actor, 'businessType'>,
  cost: number | null,
  asked: number | undefined,
): OfferPrice {
  if (!sellsToItself(actor) || !cost)
    return asked === undefined ? { fault: 'required' } : { price: asked, learned: sellsToItself(actor) };
  return asked === undefined || asked === cost ? { price: cost, learned: false } : { fault: 'own_cost' };
}
