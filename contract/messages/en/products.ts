import type { products as pt } from '../pt/products.ts';
import type { Translation } from '../translation.ts';

export const products: Translation<typeof pt> = {};
