import { formatQuantity } from '../../quantity.ts';

/** With a space that does not break. */
export const writeGrams = (grams: number): string => `${formatQuantity(grams)}\u00a0g`;
