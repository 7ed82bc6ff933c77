import type { Actor } from '#server/http/session.ts';

/** A sales business is its own supplier: nobody else buys its offers, and their price is the cost of the product. */
export const sellsToItself = (actor: Pick<Actor, 'businessType'>): boolean => actor.businessType === 'sales';

type OfferPrice =
  /** `learned`: the product had no cost, and the entered price becomes it. */
  | { price: number; learned: boolean; fault?: undefined }
  | { price?: undefined; learned?: undefined; fault: 'required' | 'own_cost' };

/** The price of an offer: the supplier's price, or the product's cost for own goods. */
export function offerPrice(
  actor: Pick<Actor, 'businessType'>,
  cost: number | null,
  asked: number | undefined,
): OfferPrice {
  if (!sellsToItself(actor) || !cost)
    return asked === undefined ? { fault: 'required' } : { price: asked, learned: sellsToItself(actor) };
  return asked === undefined || asked === cost ? { price: cost, learned: false } : { fault: 'own_cost' };
}
