import type { orders as pt } from '../pt/orders.ts';
import type { Translation } from '../translation.ts';
import { bench } from './orders-bench.ts';

export const orders: Translation<typeof pt> = { bench };
