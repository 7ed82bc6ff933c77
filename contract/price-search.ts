import { type Centavos, type Fee, maxPrice, priceForMargin } from './money.ts';

type Ask = (price: Centavos) => Fee | Promise<Fee>;
type Wanted = { marginBasisPoints: number; cost: Centavos; from: Centavos };

/** Number of consecutive prices after which the interval between them is halved instead. */
const followed = 8;

/**
 * The price at which the margin remains, with the fee and freight of that very price. Both may change in steps: a price in one
 * step can point to one in another, and back. The answer is then the lowest price of the upper step, which leaves more than
 * the margin. The search begins at `from` and finds the nearest price from there. Null if no price leaves the margin.
 */
export async function searchPrice(
  ask: Ask,
  { marginBasisPoints, cost, from }: Wanted,
): Promise<Centavos | null> {
  /** Prices that are known to be too low, and high enough. */
  let low = 0;
  let high = maxPrice + 1;
  let price = Math.max(1, Math.min(from, maxPrice));
  for (let round = 0; high - low > 1; round++) {
    const next = priceForMargin(marginBasisPoints, cost, await ask(price));
    if (next === price) return price;
    if (next === null || next > price) low = price;
    else high = price;
    price = next !== null && next > low && next < high && round < followed ? next : between(low, high);
  }
  return high <= maxPrice ? high : null;
}

/**
 * While no price is known to be enough, it is doubled, because a price is much nearer to its cost than to the maximum.
 */
const between = (low: Centavos, high: Centavos): Centavos =>
  high > maxPrice ? Math.min(low * 2, maxPrice) : Math.floor((low + high) / 2);
