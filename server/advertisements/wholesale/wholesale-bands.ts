import { z } from 'zod';
import { bandMargin, highestBand, type WholesaleBand } from '#contract/advertisements/wholesale.ts';
import type { Centavos } from '#contract/money.ts';
import { Fault, type FieldCodes, fail } from '#server/fault.ts';
import type { PriceBand } from '#server/outside/marketplaces/listing.ts';

const storedBand = z.object({
  from: z.int(),
  price: z.int(),
  fee: z.int().nullable(),
  freight: z.int().nullable(),
});
/** A band with fee and freight at its price, as it is stored. */
export type StoredBand = z.output<typeof storedBand>;

const storedBands = z.array(storedBand).catch([]);

export const parseBands = (json: unknown): StoredBand[] => storedBands.parse(json);

type Sold = { cost: Centavos; taxBasisPoints: number };

/** Bands for display, by the highest cost of the variations. */
export function viewBands(json: unknown, variations: readonly Sold[]): WholesaleBand[] {
  const cost = Math.max(0, ...variations.map((variation) => variation.cost));
  const taxBasisPoints = variations[0]?.taxBasisPoints ?? 0;
  return parseBands(json).map((band) => ({
    ...band,
    marginBasisPoints: bandMargin({ ...band, taxBasisPoints }, cost),
  }));
}

/** Bands of the marketplace. Fee and freight of a price that is known already stay; those of another one are unknown. */
export function mergeRemoteBands(json: unknown, remote: readonly PriceBand[]): StoredBand[] {
  const known = parseBands(json);
  return remote.map(({ from, price }) => {
    const { fee = null, freight = null } = known.find((band) => band.price === price) ?? {};
    return { from, price, fee, freight };
  });
}

type At = (faults: FieldCodes) => FieldCodes;

/**
 * With wholesale prices all variations have one price, and it is above them: another one is refused at its field, or as
 * a whole if many are changed at once. Nothing changes the bands by itself.
 */
export function checkAboveBands(
  bands: readonly PriceBand[],
  prices: readonly Centavos[],
  at: At | null,
): void {
  const highest = highestBand(bands);
  if (highest === null) return;
  const faults: FieldCodes = {};
  for (const [index, price] of prices.entries()) {
    if (price <= highest) faults[index] = { price: 'below_wholesale' };
    else if (price !== prices[0]) faults[index] = { price: 'wholesale_one_price' };
  }
  if (Object.keys(faults).length === 0) return;
  if (at === null) fail('wholesale_above_price');
  throw new Fault('invalid', { fields: at(faults) });
}
