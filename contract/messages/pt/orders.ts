import { bench } from './orders-bench.ts';

export const orders = { bench };
