import type { NewVariation, PublicationType } from '#contract/advertisements/publication.ts';
import { type Fee, marginOf, priceForMargin } from '#contract/money.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { type OpenAccount, quoteFee } from '#server/marketplaces/marketplace-category.ts';

export type Priced = { price: number; marginBasisPoints: number; fee: number };
export type PriceWish = Pick<NewVariation, 'price' | 'marginBasisPoints'> & { cost: number };

type Place = { account: number | OpenAccount; category: string; type: PublicationType };

const rounds = 4;

/**
 * Final price and margin of each wish, one computed from the other with the fee that the marketplace takes of that very
 * price. `at` tells where the body speaks of the wishes.
 */
export async function settlePrices(
  context: AccountContext,
  place: Place,
  wishes: readonly PriceWish[],
  at: (faults: FieldCodes) => FieldCodes,
): Promise<Priced[]> {
  const ask = async (price: number) => {
    const quote = await quoteFee(context, place.account, { ...place, price });
    return { fee: { basisPoints: quote.basisPoints, fixed: quote.fixed }, total: quote.total };
  };
  const settled: Priced[] = [];
  // One after the other: equal prices then cost one question.
  for (const [index, wish] of wishes.entries()) {
    const refuse = (field: string, code: 'required' | 'too_big') => {
      throw new Fault('invalid', { fields: at({ [index]: { [field]: code } }) });
    };
    const price = wish.price ?? (await priceOf(ask, wish, () => refuse('marginBasisPoints', 'too_big')));
    if (price === undefined) refuse('price', 'required');
    const { fee, total } = await ask(price ?? 0);
    settled.push({ price: price ?? 0, marginBasisPoints: marginOf(price ?? 0, wish.cost, fee), fee: total });
  }
  return settled;
}

/** The fixed part of the fee depends on the price that is sought: asked again until it stands still. */
async function priceOf(
  ask: (price: number) => Promise<{ fee: Fee }>,
  wish: PriceWish,
  refuse: () => never,
): Promise<number | undefined> {
  if (wish.marginBasisPoints === undefined) return undefined;
  let price = Math.max(wish.cost, 100);
  for (let round = 0; round < rounds; round++) {
    const { fee } = await ask(price);
    const next = priceForMargin(wish.marginBasisPoints, wish.cost, fee);
    if (next === null || next < 1) return refuse();
    if (next === price) break;
    price = next;
  }
  return price;
}
