/**
 * Whose quantity it is: a shelf row, or the shelf of a variation in a warehouse; an advertisement; a published variation;
 * a kit; an offer of the catalogue, or the variations of one product there.
 */
export type QuantityOf =
  | { stock: number }
  | { variation: number; warehouse: number }
  | { advertisement: number }
  | { published: number }
  | { kit: number }
  | { offers: readonly number[] };
