import type { NewVariation } from '#contract/advertisements/publication.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import type { FeeQuote } from '#contract/marketplaces/marketplace-category.ts';
import { type Centavos, marginOf, priceForMargin } from '#contract/money.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { type OpenAccount, quoteFee } from '#server/marketplaces/marketplace-category.ts';
import type { PackageSize } from '#server/outside/marketplaces/listing.ts';

export type Priced = { price: Centavos; marginBasisPoints: number; fee: Centavos; freight: Centavos | null };
export type PriceRequest = Pick<NewVariation, 'price' | 'marginBasisPoints'> & {
  cost: Centavos;
  /** Where the search for a price begins: it finds the nearest one from there, where fee and freight leave several. */
  from?: Centavos;
};

type Place = {
  account: number | OpenAccount;
  category: string;
  type: PublicationType;
  package: PackageSize | null;
  /** What is published already. */
  listing: string | null;
  freeShipping: boolean | null;
};
type Ask = (price: Centavos) => Promise<FeeQuote>;

/** Steps of fee and freight that a price may climb before it stands still. */
const rounds = 12;

/**
 * Final price and margin of each request, one computed from the other with the fee that the marketplace takes of that very
 * price and the freight it leaves to the seller. `at` tells where the body speaks of the requests.
 */
export async function settlePrices(
  context: AccountContext,
  place: Place,
  requests: readonly PriceRequest[],
  at: (faults: FieldCodes) => FieldCodes,
): Promise<Priced[]> {
  const ask: Ask = (price) => quoteFee(context, place.account, { ...place, price });
  const settled: Priced[] = [];
  // One after the other: equal prices then cost one question.
  for (const [index, request] of requests.entries()) {
    const refuse = (field: string, code: 'required' | 'too_big') => {
      throw new Fault('invalid', { fields: at({ [index]: { [field]: code } }) });
    };
    const price =
      request.price ?? (await priceOf(ask, request, () => refuse('marginBasisPoints', 'too_big')));
    if (price === undefined) refuse('price', 'required');
    const quote = await ask(price ?? 0);
    settled.push({
      price: price ?? 0,
      marginBasisPoints: marginOf(price ?? 0, request.cost, quote),
      fee: quote.total,
      freight: quote.freight,
    });
  }
  return settled;
}

/** Fee and freight are of the price that is sought: asked again until it stands still. One that never does is no price. */
async function priceOf(ask: Ask, request: PriceRequest, refuse: () => never): Promise<number | undefined> {
  if (request.marginBasisPoints === undefined) return undefined;
  let price = request.from ?? Math.max(request.cost, 100);
  for (let round = 0; round < rounds; round++) {
    const next = priceForMargin(request.marginBasisPoints, request.cost, await ask(price));
    if (next === null || next < 1) return refuse();
    if (next === price) return price;
    price = next;
  }
  return refuse();
}

/** What is known of the closed parcel: whole or not at all. */
export function packageOf(size: { [side in keyof PackageSize]: number | null }): PackageSize | null {
  const { weight, width, height, depth } = size;
  return weight && width && height && depth ? { weight, width, height, depth } : null;
}
