import { asCode } from '#contract/codes.ts';
import type { Product } from '#contract/products/product.ts';
import type { ProductValues } from './product-values.ts';

/** Units by variation. */
export type Units = ReadonlyMap<number, number>;

/** The units that were typed for the rows of a new product, by the variations that were made of them. */
export function openingUnits(product: Product, { asksLots, variations }: ProductValues): Units {
  if (asksLots) return new Map();
  const typed = new Map(variations.map(({ sku, opening }) => [asCode(sku), opening]));
  return new Map(
    product.variations.flatMap(({ id, sku }) => {
      const units = typed.get(asCode(sku)) ?? null;
      return units === null || units === 0 ? [] : [[id, units] as const];
    }),
  );
}

export const linesOf = (units: Units) =>
  [...units].map(([variationId, quantity]) => ({ variationId, quantity }));

/** The format in an address: `12:20,13:5`. */
export const printUnits = (units: Units) => [...units].map(([id, count]) => `${id}:${count}`).join(',');

export function readUnits(text: string): Units {
  const pairs = text.split(',').map((pair) => pair.split(':').map(Number));
  return new Map(
    pairs.flatMap(([id = 0, count = 0]) =>
      Number.isInteger(id) && Number.isInteger(count) && count > 0 ? [[id, count] as const] : [],
    ),
  );
}
