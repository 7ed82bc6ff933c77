import type { NewVariation } from '#contract/advertisements/publication.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import { type Centavos, marginOf } from '#contract/money.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { type OpenAccount, quoteFee, quotePrice } from '#server/marketplaces/marketplace-category.ts';
import type { PackageSize } from '#server/outside/marketplaces/listing.ts';

/** Fee and freight are null where they are not known: the margin is then the highest possible. */
export type Priced = {
  price: Centavos;
  marginBasisPoints: number;
  fee: Centavos | null;
  freight: Centavos | null;
};
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
  const settled: Priced[] = [];
  // One after the other: equal prices then cost one question.
  for (const [index, request] of requests.entries()) {
    const refuse = (field: string, code: 'required' | 'too_big' | 'rates_missing'): never => {
      throw new Fault('invalid', { fields: at({ [index]: { [field]: code } }) });
    };
    const { price, marginBasisPoints, cost } = request;
    const found = async () => {
      if (price !== undefined) return quoteFee(context, place.account, { ...place, price });
      if (marginBasisPoints === undefined) return refuse('price', 'required');
      const asked = { ...place, marginBasisPoints, cost, from: request.from ?? Math.max(cost, 100) };
      const { quote, refused } = await quotePrice(context, place.account, asked);
      return quote ?? refuse('marginBasisPoints', refused ?? 'too_big');
    };
    const quote = await found();
    settled.push({
      price: quote.price,
      marginBasisPoints: marginOf(quote.price, cost, quote),
      fee: quote.total,
      freight: quote.freight,
    });
  }
  return settled;
}

/** What is known of the closed parcel: whole or not at all. */
export function packageOf(size: { [side in keyof PackageSize]: number | null }): PackageSize | null {
  const { weight, width, height, depth } = size;
  return weight && width && height && depth ? { weight, width, height, depth } : null;
}
