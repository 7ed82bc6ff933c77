import type { Translation } from '../translation.ts';
import type { orders as pt } from '../pt/orders.ts';

export const orders: Translation<typeof pt> = {};
