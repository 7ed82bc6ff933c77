/** Whose quantity it is: a shelf row, or the shelf of a variation in a warehouse; an advertisement; a published variation. */
export type QuantityOf =
  | { stock: number }
  | { variation: number; warehouse: number }
  | { advertisement: number }
  | { published: number };
