import { z } from 'zod';
import { type Centavos, marginOf, taxOf } from '../money.ts';
import { centavos, instant } from '../primitives.ts';

/**
 * The buyers' price during a campaign of the marketplace or a discount of the seller; the regular price is kept next to
 * it.
 */
export const promotion = z
  .object({
    price: centavos,
    /** Null: unknown. */
    from: instant.nullable(),
    to: instant.nullable(),
    /** Empty if the marketplace does not name it. */
    name: z.string(),
  })
  .meta({ id: 'Promotion' });
export type Promotion = z.output<typeof promotion>;

type PromotedTerms = {
  price: Centavos;
  cost: Centavos;
  fee: Centavos | null;
  freight: Centavos | null;
  /** Null: unknown, and counted as nothing. */
  marketplacePays: Centavos | null;
  taxBasisPoints: number;
};

/**
 * Basis points of the price that buyers pay. The part of the discount that the marketplace pays is income as well, and taxed
 * like the price.
 */
export function promotedMargin(terms: PromotedTerms): number {
  const { price, cost, fee, freight, marketplacePays, taxBasisPoints } = terms;
  const paid = marketplacePays ?? 0;
  const rest = cost - paid + taxOf(paid, taxBasisPoints);
  return marginOf(price, rest, { basisPoints: 0, fixed: fee, freight, taxBasisPoints });
}
