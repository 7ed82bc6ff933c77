import type { PackageSize } from '#contract/advertisements/package-size.ts';
import type { NewVariation } from '#contract/advertisements/publication.ts';
import type { PublicationType } from '#contract/advertisements/publication-type.ts';
import { type Centavos, marginOf } from '#contract/money.ts';
import { salesTaxToday } from '#server/business/sales-tax.ts';
import { Fault, type FieldCodes } from '#server/fault.ts';
import type { AccountContext } from '#server/marketplaces/account-access.ts';
import { type OpenAccount, quoteFee, quotePrice } from '#server/marketplaces/marketplace-category.ts';

/** Unknown fee and freight are null: the margin is then the highest possible. */
export type Priced = {
  price: Centavos;
  marginBasisPoints: number;
  fee: Centavos | null;
  freight: Centavos | null;
  /** The rate of the tax on a sale today, which the margin counts. */
  taxBasisPoints: number;
};
export type PriceRequest = Pick<NewVariation, 'price' | 'marginBasisPoints'> & {
  cost: Centavos;
  /** The parcel that the marketplace gets for it. */
  package: PackageSize | null;
  /** The start of the search for a price: it finds the nearest one from there if fee and freight allow several. */
  from?: Centavos;
};

type Place = {
  account: number | OpenAccount;
  category: string;
  type: PublicationType;
  /** The publication, if it is published already. */
  listing: string | null;
  freeShipping: boolean | null;
};

/** The margin as it is stored: before the tax, whose rate changes by day. */
export const storedMargin = ({ marginBasisPoints, taxBasisPoints }: Priced): number =>
  marginBasisPoints + taxBasisPoints;

/**
 * Final price and margin of each request: one is computed from the other with the fee and freight that the marketplace
 * charges at exactly this price, and the tax of today. `at` is the field of the requests that faults name.
 */
export async function settlePrices(
  context: AccountContext,
  place: Place,
  requests: readonly PriceRequest[],
  at: (faults: FieldCodes) => FieldCodes,
): Promise<Priced[]> {
  const settled: Priced[] = [];
  const taxBasisPoints = requests.length > 0 ? await context.transact(salesTaxToday) : 0;
  // One after the other: equal prices then cost one call.
  for (const [index, request] of requests.entries()) {
    const refuse = (field: string, code: 'required' | 'too_big' | 'rates_missing'): never => {
      throw new Fault('invalid', { fields: at({ [index]: { [field]: code } }) });
    };
    const { price, marginBasisPoints, cost } = request;
    const sold = { ...place, package: request.package };
    const found = async () => {
      if (price !== undefined) return quoteFee(context, place.account, { ...sold, price });
      if (marginBasisPoints === undefined) return refuse('price', 'required');
      const asked = {
        ...sold,
        marginBasisPoints,
        cost,
        taxBasisPoints,
        from: request.from ?? Math.max(cost, 100),
      };
      const { quote, refused } = await quotePrice(context, place.account, asked);
      return quote ?? refuse('marginBasisPoints', refused ?? 'too_big');
    };
    const quote = await found();
    settled.push({
      price: quote.price,
      marginBasisPoints: marginOf(quote.price, cost, { ...quote, taxBasisPoints }),
      fee: quote.total,
      freight: quote.freight,
      taxBasisPoints,
    });
  }
  return settled;
}
