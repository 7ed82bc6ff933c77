import type { Translation } from '../translation.ts';
import type { products as pt } from '../pt/products.ts';

export const products: Translation<typeof pt> = {};
